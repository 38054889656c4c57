import { decimalText } from './decimal-text.ts';
import type { AttributeValue, ExportColumn } from './exported-feature.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import { formatKmlColor } from './kml-styles.ts';
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
  'name',
  'description',
  'timestamp',
  'begin',
  'end',
  'altitudeMode',
  'tessellate',
  'extrude',
  'visibility',
  'drawOrder',
  'icon',
];

/** Returns a value in the form of its field: programs that read booleans as numbers only accept 1 and 0. */
const valueText = (value: Exclude<AttributeValue, null>) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Returns the style of an object by its colour and its picture; empty without any. Only pictures on the web can be referred to. */
function styleText(color: AttributeValue, symbol: AttributeValue): string {
  const written = xmlElement('color', formatKmlColor(color) ?? '');
  const address = typeof symbol === 'string' && /^https?:\/\//i.test(symbol) ? symbol : '';
  const picture = address === '' ? '' : `<Icon>${xmlElement('href', address)}</Icon>`;
  if (written === '' && picture === '') return '';
  const others = written === '' ? '' : `<LineStyle>${written}</LineStyle><PolyStyle>${written}</PolyStyle>`;
  return `<Style><IconStyle>${written}${picture}</IconStyle>${others}</Style>`;
}

/** A folder of objects with the folders in it, by their names. */
interface KmlFolder {
  parts: Blob[];
  folders: Map<string, KmlFolder>;
}

const emptyFolder = (): KmlFolder => ({ parts: [], folders: new Map() });

/** Returns the folder at a path, which is made if it does not exist. */
function folderAt(root: KmlFolder, path: readonly string[]): KmlFolder {
  let folder = root;
  for (const name of path) {
    const next = folder.folders.get(name) ?? emptyFolder();
    folder.folders.set(name, next);
    folder = next;
  }
  return folder;
}

/** Returns the content of a folder: its objects, then the folders in it. */
const contentOf = ({ parts, folders }: KmlFolder): BlobPart[] => [
  ...parts,
  ...[...folders].flatMap(([name, folder]): BlobPart[] => [
    '<Folder>',
    xmlElement('name', name),
    '\n',
    ...contentOf(folder),
    '</Folder>\n',
  ]),
];

/** The deepest folder within folders that is written. */
const mostFolders = 20;

/**
 * Writes KML 2.2: one placemark per object with its values as typed data, in folders by a column and, within these, by the attribute
 * `folder`. The attributes `color` and `symbol`, which an import of KML makes, become its style again.
 */
export const writeKml: FeatureWriter = async (batches, options, losses) => {
  const { layer, title, columns, hasNotes, folderColumn } = options;
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: placemarkFields },
    losses,
  );
  const indexOf = (wanted: string | null) => columns.findIndex(({ key }) => key === wanted);
  const [listAt, within, colorAt, symbolAt] = [folderColumn, 'folder', 'color', 'symbol'].map(indexOf);
  const valueAt = ({ values }: PreparedFeature, index = -1) => values[index] ?? null;
  const large = new Set<number>();

  function placemarkOf(feature: PreparedFeature): string {
    const { name, notes, values, geometry } = feature;
    const data = names.map((field, i) => {
      const value = values[i] ?? null;
      if (columns[i]?.type === 'integer' && isLarge(value)) large.add(i);
      if (value === null) return '';
      return `<SimpleData name="${xmlText(field)}">${xmlText(valueText(value))}</SimpleData>`;
    });
    const extended = `<ExtendedData><SchemaData schemaUrl="#columns">${data.join('')}</SchemaData></ExtendedData>`;
    const description = hasNotes ? xmlElement('description', htmlText(notes)) : '';
    const style = styleText(valueAt(feature, colorAt), valueAt(feature, symbolAt));
    return `<Placemark>${xmlElement('name', name)}${description}${style}${extended}${geometryText(geometry)}</Placemark>\n`;
  }

  const root = emptyFolder();
  for await (const batch of batches) {
    const pathOf = (feature: PreparedFeature) =>
      [String(valueAt(feature, listAt) ?? ''), ...String(valueAt(feature, within) ?? '').split(' / ')]
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, mostFolders);
    for (const features of Map.groupBy(batch, (feature) => JSON.stringify(pathOf(feature))).values()) {
      const [first] = features;
      if (first) folderAt(root, pathOf(first)).parts.push(new Blob([features.map(placemarkOf).join('')]));
    }
  }
  const fields = columns.map(({ type, label }, i) => {
    const written = large.has(i) ? 'double' : usualTypes[type];
    return `<SimpleField type="${written}" name="${xmlText(names[i] ?? '')}">${xmlElement('displayName', label)}</SimpleField>`;
  });
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n',
    `${xmlElement('name', title)}\n<Schema id="columns" name="${xmlText(layer)}">${fields.join('')}</Schema>\n`,
    ...contentOf(root),
    '</Document>\n</kml>\n',
  ]);
};
