import { type CsvCell, csvHeadings, csvLines, markedText } from '../kit/client/csv.ts';
import { exactDegrees, formatCoordinate } from '../kit/i18n/coordinates.ts';
import { decimalText } from './decimal-text.ts';
import type { ExportLosses } from './export-losses.ts';
import type { AttributeValue } from './exported-feature.ts';
import type { FeatureWriter, WriteOptions } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import { middleOf, type PreparedGeometry } from './prepare-geometry.ts';

/** The maximum number of characters in a cell of a spreadsheet. */
const maxCellChars = 32_767;

const pairText = (position: readonly number[]) => position.map(decimalText).join(' ');
const ringsText = (polygon: readonly (readonly (readonly number[])[])[]) =>
  `(${polygon.map((ring) => `(${ring.map(pairText).join(', ')})`).join(', ')})`;

/** Returns a geometry as well-known text (OGC 06-103r4). */
export function wellKnownText(geometry: PreparedGeometry): string {
  if (geometry.kind === 'point') {
    const tag = geometry.position.length > 2 ? 'POINT Z' : 'POINT';
    return `${tag} (${pairText(geometry.position)})`;
  }
  if (geometry.kind === 'line') {
    const lines = geometry.parts.map((part) => `(${part.map(pairText).join(', ')})`);
    return lines.length === 1 ? `LINESTRING ${lines.join('')}` : `MULTILINESTRING (${lines.join(', ')})`;
  }
  const [first = [], ...others] = geometry.polygons;
  return others.length === 0
    ? `POLYGON ${ringsText(first)}`
    : `MULTIPOLYGON (${geometry.polygons.map(ringsText).join(', ')})`;
}

/** Returns the cells of a place: degrees, altitude, the user's format and well-known text. */
function placeCells(
  geometry: PreparedGeometry | null,
  { coordinateFormat }: WriteOptions,
  losses: ExportLosses,
): CsvCell[] {
  if (geometry === null) return [null, null, null, null, null];
  const [longitude, latitude] = middleOf(geometry);
  const altitude = geometry.kind === 'point' ? geometry.position[2] : undefined;
  const text = wellKnownText(geometry);
  if (text.length > maxCellChars) losses.note('longCells');
  // Decimal degrees are written with letters: a minus would be taken for the start of a formula.
  const formatted =
    coordinateFormat === 'dd'
      ? exactDegrees([longitude, latitude])
      : formatCoordinate([longitude, latitude], coordinateFormat);
  return [
    { number: decimalText(latitude) },
    { number: decimalText(longitude) },
    altitude === undefined ? null : { number: decimalText(altitude) },
    formatted,
    { wellKnownText: text },
  ];
}

const valueCell = (value: AttributeValue): CsvCell => (typeof value === 'boolean' ? String(value) : value);

/**
 * Writes CSV (RFC 4180) in UTF-8. Texts that a spreadsheet would run as a formula are made inert. A line or an area is
 * written as well-known text, with its middle as latitude and longitude.
 */
export const writeCsv: FeatureWriter = async (batches, options, losses) => {
  const { columns, hasNotes, byteOrderMark } = options;
  const place = ['latitude', 'longitude', 'altitude', 'coordinates', 'wkt'];
  const about = ['name', ...(hasNotes ? ['notes'] : [])];
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: [...about, ...place] },
    losses,
  );
  const cellsOf = ({ name, notes, values, geometry }: PreparedFeature): CsvCell[] => [
    name,
    ...(hasNotes ? [notes] : []),
    ...placeCells(geometry, options, losses),
    ...values.map(valueCell),
  ];
  const noteInert = () => losses.note('inertTexts');
  const headings = csvHeadings([...about, ...place, ...names], noteInert);
  const parts = [new Blob([byteOrderMark ? markedText(headings) : headings])];
  for await (const batch of batches) parts.push(new Blob([csvLines(batch.map(cellsOf), noteInert)]));
  return new Blob(parts);
};
