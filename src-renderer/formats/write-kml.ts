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
    // Without a mode, programs ignore the altitude and draw the point on the ground.
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

/** Returns a text as HTML: KML descriptions are HTML, and user text must never become an element. */
const htmlText = (text: string) => text.replace(/[&<>]/g, (character) => htmlEscapes[character] ?? character);

const usualTypes: Readonly<Record<ExportColumn['type'], string>> = {
  text: 'string',
  time: 'string',
  real: 'double',
  boolean: 'bool',
  integer: 'int',
};

/** Returns true for a whole number beyond the 32 bits of KML's `int`. */
const isLarge = (value: AttributeValue | undefined) =>
  typeof value === 'number' && Math.abs(value) >= 2 ** 31;

/**
 * Fields that programs derive from the elements of a placemark. An attribute with such a name would be mistaken for
 * one.
 */
const placemarkFields = [
  ...['name', 'description', 'timestamp', 'begin', 'end', 'altitudeMode', 'tessellate', 'extrude'],
  ...['visibility', 'drawOrder', 'icon'],
];

/** Returns a value in the form of its field: programs that read booleans as numbers only accept 1 and 0. */
const valueText = (value: Exclude<AttributeValue, null>) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Returns a folder with its objects; objects with an empty name are in no folder. */
function folderText([name, parts]: readonly [string, readonly Blob[]]): BlobPart[] {
  return name === '' ? [...parts] : ['<Folder>', xmlElement('name', name), '\n', ...parts, '</Folder>\n'];
}

/** Writes KML 2.2: one placemark per object with its values as typed data, in folders by a column. */
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
