import { decimalText } from './decimal-text.ts';
import type { AttributeValue, ExportColumn } from './exported-feature.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import type { ClosedRing, PreparedGeometry } from './prepare-geometry.ts';
import { xmlElement, xmlText } from './xml-text.ts';

const positionText = (position: readonly number[]) => position.map(decimalText).join(',');
const ringText = (ring: ClosedRing) =>
  `<LinearRing><coordinates>${ring.map(positionText).join(' ')}</coordinates></LinearRing>`;

function polygonText([outer = [], ...holes]: readonly ClosedRing[]): string {
  const inner = holes.map((hole) => `<innerBoundaryIs>${ringText(hole)}</innerBoundaryIs>`).join('');
  return `<Polygon><outerBoundaryIs>${ringText(outer)}</outerBoundaryIs>${inner}</Polygon>`;
}

function geometryText(geometry: PreparedGeometry | null): string {
  if (geometry === null) return '';
  if (geometry.kind === 'point') {
    // Without a mode the altitude would be ignored and the point drawn on the ground.
    const mode = geometry.position.length > 2 ? '<altitudeMode>absolute</altitudeMode>' : '';
    return `<Point>${mode}<coordinates>${positionText(geometry.position)}</coordinates></Point>`;
  }
  if (geometry.kind === 'line') {
    const lines = geometry.parts.map(
      (part) => `<LineString><coordinates>${part.map(positionText).join(' ')}</coordinates></LineString>`,
    );
    return lines.length === 1 ? lines.join('') : `<MultiGeometry>${lines.join('')}</MultiGeometry>`;
  }
  const polygons = geometry.polygons.map(polygonText).join('');
  return geometry.polygons.length === 1 ? polygons : `<MultiGeometry>${polygons}</MultiGeometry>`;
}

const htmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A description is read as HTML: what is written here stays text and never becomes an element of a page. */
const htmlText = (text: string) => text.replace(/[&<>]/g, (character) => htmlEscapes[character] ?? character);

const usualTypes: Readonly<Record<ExportColumn['type'], string>> = {
  ...{ text: 'string', time: 'string', real: 'double', boolean: 'bool', integer: 'int' },
};

/** A whole number of KML has 32 bits. */
const isLarge = (value: AttributeValue | undefined) =>
  typeof value === 'number' && Math.abs(value) >= 2 ** 31;

/** What programs make of the elements of a placemark: an attribute of the same name would be taken for one of them. */
const placemarkFields = [
  ...['name', 'description', 'timestamp', 'begin', 'end', 'altitudeMode', 'tessellate', 'extrude'],
  ...['visibility', 'drawOrder', 'icon'],
];

/** Returns a value as the type of its field requires: programs that read a truth as a number know only 1 and 0. */
const valueText = (value: Exclude<AttributeValue, null>) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** The folders of a file in the order of their first object; the empty name has no folder of its own. */
function folderText([name, parts]: readonly [string, readonly Blob[]]): BlobPart[] {
  return name === '' ? [...parts] : ['<Folder>', xmlElement('name', name), '\n', ...parts, '</Folder>\n'];
}

/** Writes KML 2.2: a placemark for each object with its values as typed data, in folders by a column. */
export const writeKml: FeatureWriter = async (batches, options, losses) => {
  const { layer, title, columns, hasNotes, folderColumn } = options;
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: placemarkFields },
    losses,
  );
  const folderAt = columns.findIndex(({ key }) => key === folderColumn);
  const large = new Set<number>();

  function placemarkOf({ name, notes, values, geometry }: PreparedFeature): string {
    const data = names.map((field, i) => {
      const value = values[i] ?? null;
      if (columns[i]?.type === 'integer' && isLarge(value)) large.add(i);
      if (value === null) return '';
      return `<SimpleData name="${xmlText(field)}">${xmlText(valueText(value))}</SimpleData>`;
    });
    const extended = `<ExtendedData><SchemaData schemaUrl="#columns">${data.join('')}</SchemaData></ExtendedData>`;
    const description = hasNotes ? xmlElement('description', htmlText(notes)) : '';
    return `<Placemark>${xmlElement('name', name)}${description}${extended}${geometryText(geometry)}</Placemark>\n`;
  }

  const folders = new Map<string, Blob[]>();
  for await (const batch of batches) {
    const folderOf = ({ values }: PreparedFeature) => String(values[folderAt] ?? '');
    for (const [folder, features] of Map.groupBy(batch, folderOf)) {
      const parts = folders.get(folder) ?? [];
      parts.push(new Blob([features.map(placemarkOf).join('')]));
      folders.set(folder, parts);
    }
  }
  const fields = columns.map(({ type, label }, i) => {
    const written = large.has(i) ? 'double' : usualTypes[type];
    return `<SimpleField type="${written}" name="${xmlText(names[i] ?? '')}">${xmlElement('displayName', label)}</SimpleField>`;
  });
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n',
    `${xmlElement('name', title)}\n<Schema id="columns" name="${xmlText(layer)}">${fields.join('')}</Schema>\n`,
    ...[...folders].flatMap(folderText),
    '</Document>\n</kml>\n',
  ]);
};
