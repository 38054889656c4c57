import { attributeOf, boundedAttributes, cellAttribute, createNaming, type Naming } from './attributes.ts';
import { exactNumber } from './exact-numbers.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, ReadChoices } from './imported.ts';
import { addKmlStyle, type KmlStyles, styleAttributes } from './kml-styles.ts';
import { addParts } from './place-parts.ts';
import { type RawPart, refused } from './raw-geometry.ts';
import { childOf, childText, markupOf, plainText, readXmlElements, type XmlElement } from './xml-elements.ts';

/** The types of the fields by name, of each `Schema` by its id. */
type FieldTypes = Map<string, ReadonlyMap<string, string>>;

const folders = new Set(['Document', 'Folder']);
const definitions = new Set(['Schema', 'Style', 'StyleMap']);
const wanted = new Set(['Placemark', 'NetworkLink', ...definitions]);
const overlays = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay']);
const simpleLines = new Set(['LineString', 'LinearRing']);

/** Reads `longitude,latitude,altitude` tuples separated by blanks. Some files also have blanks after the commas. */
function positionsOf(text: string): number[][] | null {
  const positions: number[][] = [];
  // No pattern for blanks around a comma: in a megabyte of blanks it would be tried at each of them.
  const joined = text
    .split(',')
    .map((part) => part.trim())
    .join(',');
  for (const tuple of joined.split(/\s+/)) {
    if (tuple === '') continue;
    const numbers = tuple.split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
    if (numbers.length < 2 || numbers.length > 3 || numbers.slice(0, 2).some(Number.isNaN)) return null;
    positions.push(numbers);
  }
  return positions;
}

const coordinatesOf = (element: XmlElement | undefined) =>
  element ? positionsOf(childOf(element, 'coordinates')?.text ?? '') : [];

function ringsOf(polygon: XmlElement): number[][][] | null {
  const rings: number[][][] = [];
  for (const side of ['outerBoundaryIs', 'innerBoundaryIs'])
    for (const boundary of polygon.children.filter(({ name }) => name === side))
      for (const ring of boundary.children.filter(({ name }) => name === 'LinearRing')) {
        const positions = coordinatesOf(ring);
        if (!positions) return null;
        rings.push(positions);
      }
  return rings;
}

/** Returns a track as a part. Its positions are separate elements with spaces: `<gx:coord>11.6 48.1 520</gx:coord>`. */
function trackPart(track: XmlElement): RawPart {
  const positions = track.children
    .filter(({ name }) => name === 'coord')
    .map(({ text }) => text.trim().split(/\s+/).map(Number));
  return positions.flat().every(Number.isFinite)
    ? { kind: 'line', positions }
    : refused('validation.kmlCoordinates');
}

/** True for a height above the ground or the sea floor, which is no altitude. */
const isAboveGround = (mode: string | null) => mode?.startsWith('relativeTo') === true;

/** Returns the height above the ground of the point of a placemark, in metres; null if it has none. */
function heightAboveGround(placemark: XmlElement): number | null {
  const point = childOf(placemark, 'Point');
  const mode = point && childText(point, 'altitudeMode');
  const height = point && coordinatesOf(point)?.[0]?.[2];
  return mode && isAboveGround(mode) && height ? height : null;
}

/** Returns the places of a geometry and of the geometries within it. */
function partsOf(element: XmlElement): RawPart[] {
  if (element.isCut) return [refused('validation.featureTooLarge')];
  if (element.name === 'Point') {
    const positions = coordinatesOf(element);
    if (!positions || positions.length > 1) return [refused('validation.kmlCoordinates')];
    const [position] = positions;
    if (!position) return [refused('validation.noGeometry')];
    const mode = childText(element, 'altitudeMode');
    // Without a mode, the altitude is clamped to the ground; there 0 means none.
    const hasAltitude = mode === 'absolute' || (!isAboveGround(mode) && position[2] !== 0);
    return [{ kind: 'point', position: hasAltitude ? position : position.slice(0, 2) }];
  }
  if (element.name === 'Polygon') {
    const rings = ringsOf(element);
    if (!rings) return [refused('validation.kmlCoordinates')];
    return [rings.length === 0 ? refused('validation.noGeometry') : { kind: 'area', rings }];
  }
  if (element.name === 'MultiGeometry') {
    const parts = element.children.flatMap((child) => partsOf(child));
    return parts.length === 0 ? [refused('validation.noGeometry')] : parts;
  }
  if (simpleLines.has(element.name)) {
    const positions = coordinatesOf(element);
    if (!positions) return [refused('validation.kmlCoordinates')];
    return [{ kind: 'line', positions }];
  }
  if (element.name === 'Track') return [trackPart(element)];
  if (element.name === 'MultiTrack')
    return element.children.filter(({ name }) => name === 'Track').map(trackPart);
  return element.name === 'Model' ? [refused('validation.unknownGeometry', { kind: 'Model' })] : [];
}

function typedValue(text: string, type: string | undefined): AttributeValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'bool') return trimmed === 'true' || trimmed === '1';
  const isNumber = type !== undefined && /^(?:u?int|u?short|float|double)$/.test(type);
  return isNumber ? exactNumber(trimmed) : trimmed;
}

function* attributesOf(placemark: XmlElement, types: FieldTypes): Generator<[string, AttributeValue]> {
  const extended = childOf(placemark, 'ExtendedData');
  for (const data of extended?.children ?? []) {
    const { name = '' } = data.attributes;
    if (data.name === 'Data' && name !== '') yield [name, cellAttribute(childText(data, 'value') ?? '')];
    if (data.name !== 'SchemaData') continue;
    const schema = types.get((data.attributes.schemaUrl ?? '').replace(/^.*#/, ''));
    for (const field of data.children) {
      const { name: key = '' } = field.attributes;
      if (key !== '') yield [key, typedValue(field.text, schema?.get(key))];
    }
  }
  for (const key of ['address', 'phoneNumber']) {
    const value = childText(placemark, key);
    if (value !== null) yield [key, value];
  }
  const height = heightAboveGround(placemark);
  if (height !== null) yield ['height_above_ground', height];
  const stamp = childOf(placemark, 'TimeStamp') ?? childOf(placemark, 'TimeSpan');
  for (const part of stamp?.children ?? []) yield [part.name, attributeOf(part.text.trim())];
}

/** Returns the attributes of a placemark with its folders and its style, unless it has attributes of these names. */
function attributesWithStyle(
  placemark: XmlElement,
  { types, styles }: Definitions,
  path: readonly string[],
): [string, AttributeValue][] {
  const attributes = [...attributesOf(placemark, types)];
  const names = new Set(attributes.map(([name]) => name.toLowerCase()));
  const folder = path.filter((name) => name !== '').join(' / ');
  const besides: [string, AttributeValue][] = [...styleAttributes(placemark, styles)];
  if (folder !== '') besides.push(['folder', folder]);
  return [...attributes, ...besides.filter(([name]) => !names.has(name))];
}

interface KmlState {
  collector: ImportCollector;
  naming: Naming;
  definitions: Definitions;
  /** The file of the archive that is read, which precedes the names of the folders; else null. */
  inner: string | null;
  path: string[];
  number: number;
}

function addPlacemark(state: KmlState, placemark: XmlElement) {
  const { collector, naming, definitions: defined, path, inner } = state;
  state.number += 1;
  const attributes = boundedAttributes(attributesWithStyle(placemark, defined, path), collector);
  const text = naming.textOf(attributes, {
    name: childText(placemark, 'name'),
    notes: plainText(markupOf(childOf(placemark, 'description'))),
    id: placemark.attributes.id ?? null,
  });
  const layer = [inner, ...path].filter((part) => part !== null && part !== '').join(' / ');
  const geometries = placemark.children.flatMap((child) => partsOf(child));
  const parts = placemark.isCut ? [refused('validation.featureTooLarge')] : geometries;
  addParts(collector, {
    parts: parts.length > 0 ? parts : [refused('validation.noGeometry')],
    text,
    where: { layer: layer === '' ? null : layer, number: state.number, line: placemark.line },
  });
}

function rejectOverlay(state: KmlState, overlay: XmlElement) {
  state.number += 1;
  state.collector.reject({
    where: { layer: state.path.join(' / ') || null, number: state.number, line: overlay.line },
    name: childText(overlay, 'name'),
    problem: { message: 'validation.overlay' },
    raw: overlay.name,
  });
}

/** What a document defines for its placemarks. */
interface Definitions {
  types: FieldTypes;
  styles: KmlStyles;
}

function addSchema(types: FieldTypes, { attributes: { id, name: schemaName }, children }: XmlElement) {
  const fields = children.flatMap(({ attributes: { name, type } }): [string, string][] =>
    name && type ? [[name, type.toLowerCase().replace(/^.*:/, '')]] : [],
  );
  types.set(id ?? schemaName ?? '', new Map(fields));
}

function addDefinition({ types, styles }: Definitions, element: XmlElement) {
  if (element.name === 'Schema') addSchema(types, element);
  else addKmlStyle(styles, element);
}

/**
 * Returns the schemas and styles of a document of which one stands below a placemark that may need it. Most documents have them on top;
 * then nothing has to be parsed twice, and the result is empty.
 */
async function readDefinitionsBelow(chunks: () => AsyncIterable<string>): Promise<Definitions> {
  const found: Definitions = { types: new Map(), styles: new Map() };
  // A style without an id is that of the placemark around it.
  const start = /<(?:[\w.-]{1,40}:)?(?:(Placemark)[\s/>]|Schema[\s/>]|Style(?:Map)?\s[^<>]{0,200}\bid\s*=)/g;
  const longestStart = 300;
  let end = '';
  let isBelow = false;
  for await (const chunk of chunks()) {
    const text = end + chunk;
    for (const [, placemark] of text.matchAll(start)) {
      if (placemark === undefined && isBelow) {
        await readXmlElements(chunks(), {
          onOpen: (opened) => definitions.has(opened),
          onClose: () => undefined,
          onElement: (element) => addDefinition(found, element),
        });
        return found;
      }
      if (placemark !== undefined) isBelow = true;
    }
    // A definition on top that is seen twice must not seem to stand below a placemark.
    end = text.slice(-longestStart);
    const last = end.lastIndexOf('<');
    end = last < 0 ? '' : end.slice(last);
  }
  return found;
}

interface KmlOptions {
  collector: ImportCollector;
  choices: ReadChoices;
  /** The name of the file within an archive that distinguishes its places; else null. */
  inner?: string | null;
  /** True in a KMZ, where links to its own files need no note, because all of them are read. */
  isInArchive?: boolean;
}

/** Returns true if a link leads out of the archive. */
const isElsewhere = (link: XmlElement): boolean =>
  link.children.some((child) =>
    child.name === 'href' ? /^\s*[a-z][\w+.-]*:/i.test(child.text) : isElsewhere(child),
  );

/**
 * Reads the placemarks of a KML file with the names of their folders. Counts network links but never follows them.
 * `chunks` is called for each pass over the text.
 */
export async function readKml(
  chunks: () => AsyncIterable<string>,
  { collector, choices, inner = null, isInArchive = false }: KmlOptions,
): Promise<void> {
  const naming = createNaming(collector, choices.nameField);
  const state: KmlState = {
    collector,
    naming,
    definitions: await readDefinitionsBelow(chunks),
    inner,
    path: [],
    number: 0,
  };
  let links = 0;
  let hasRoot = false;
  await readXmlElements(chunks(), {
    onOpen(name) {
      if (!hasRoot && name.toLowerCase() !== 'kml')
        throw new FormatProblem('validation.otherXml', { root: name.slice(0, 40) });
      hasRoot = true;
      if (folders.has(name)) state.path.push('');
      // The name of a folder precedes its content.
      return wanted.has(name) || overlays.has(name) || (name === 'name' && state.path.length > 0);
    },
    onClose(name) {
      if (folders.has(name)) state.path.pop();
    },
    onElement(element) {
      if (element.name === 'Placemark') addPlacemark(state, element);
      else if (overlays.has(element.name)) rejectOverlay(state, element);
      else if (element.name === 'NetworkLink') links += isInArchive && !isElsewhere(element) ? 0 : 1;
      else if (element.name === 'name') {
        const text = element.text.trim().slice(0, 200);
        // The document usually has the name of the file, which the user knows; folders distinguish the places.
        if (state.path.length > 1 && state.path.at(-1) === '') state.path[state.path.length - 1] = text;
      } else addDefinition(state.definitions, element);
    },
  });
  if (state.number === 0 && !isInArchive)
    throw new FormatProblem(links > 0 ? 'validation.onlyLinks' : 'validation.noFeatures');
  if (links > 0) collector.note('validation.kmlLinks', { count: links });
}
