import { boundedAttributes, cellAttribute, createNaming, type Naming } from './attributes.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, ReadChoices } from './imported.ts';
import { addParts } from './place-parts.ts';
import { refused } from './raw-geometry.ts';
import { childText, plainText, readXmlElements, type XmlElement } from './xml-elements.ts';

/** Elements of a waypoint that are not among its attributes. */
const ownElements = new Set(['name', 'desc', 'ele', 'link', 'extensions']);

function* flattened(element: XmlElement, depth: number): Generator<[string, AttributeValue]> {
  for (const child of element.children) {
    if (child.children.length > 0 && depth < 8) yield* flattened(child, depth + 1);
    else yield [child.name, cellAttribute(child.text.trim())];
  }
}

function* attributesOf(waypoint: XmlElement): Generator<[string, AttributeValue]> {
  for (const child of waypoint.children) {
    if (child.name === 'link') yield ['link', child.attributes.href ?? null];
    // GPX 1.0 has the elements of other namespaces directly in the waypoint.
    else if (child.name === 'extensions' || child.children.length > 0) yield* flattened(child, 0);
    else if (!ownElements.has(child.name)) yield [child.name, cellAttribute(child.text.trim())];
  }
}

const numberOf = (text: string | null | undefined) =>
  text === null || text === undefined || text.trim() === '' ? Number.NaN : Number(text);

function addWaypoint(
  collector: ImportCollector,
  naming: Naming,
  waypoint: XmlElement,
  { number, inner }: { number: number; inner: string | null },
) {
  const { lat, lon } = waypoint.attributes;
  const elevation = numberOf(childText(waypoint, 'ele'));
  const text = naming.textOf(boundedAttributes(attributesOf(waypoint), collector), {
    name: childText(waypoint, 'name'),
    notes: plainText(childText(waypoint, 'desc')),
  });
  const where = { layer: inner, number, line: waypoint.line };
  const position = [numberOf(lon), numberOf(lat), ...(Number.isNaN(elevation) ? [] : [elevation])];
  if (waypoint.isCut || position.slice(0, 2).some(Number.isNaN)) {
    const place = `${lat ?? ''}, ${lon ?? ''}`;
    collector.reject({
      where,
      name: text.name,
      problem: { message: waypoint.isCut ? 'validation.featureTooLarge' : 'validation.gpxCoordinates' },
      raw: place,
      mend: { place, text },
    });
    return;
  }
  addParts(collector, { parts: [{ kind: 'point', position }], text, where });
}

/** A track or a route while it is being read: its name, and the positions of its segments if it is drawn. */
interface OpenLine {
  kind: string;
  name: string | null;
  isNamed: boolean;
  segments: number[][][];
}

/** The maximum of one part; a longer segment continues in the next part. */
const maxSegmentPositions = 100_000;

function addPosition({ segments }: OpenLine, { attributes }: XmlElement) {
  const position = [numberOf(attributes.lon), numberOf(attributes.lat)];
  const current = segments.at(-1);
  if (current === undefined) segments.push([position]);
  else if (current.length < maxSegmentPositions) current.push(position);
  else segments.push([...current.slice(-1), position]);
}

/** Reads the waypoints of a GPX file. Routes and tracks are read if lines are accepted; otherwise each is rejected. */
export async function readGpx(
  chunks: AsyncIterable<string>,
  {
    collector,
    choices,
    inner = null,
  }: { collector: ImportCollector; choices: ReadChoices; inner?: string | null },
): Promise<void> {
  const naming = createNaming(collector, choices.nameField);
  const isDrawn = collector.accepts === 'drawn';
  let number = 0;
  let hasRoot = false;
  let line: OpenLine | null = null;
  const addLine = ({ kind, name, segments }: OpenLine) => {
    number += 1;
    const where = { layer: inner, number, line: null };
    if (!isDrawn)
      return collector.reject({
        where,
        name,
        problem: refused('validation.lineNotPlace').problem,
        raw: `${kind} ${name ?? ''}`,
      });
    const text = naming.textOf({}, { name, notes: null });
    const parts = segments
      .filter((positions) => positions.length > 1)
      .map((positions) => ({ kind: 'line', positions }) as const);
    addParts(collector, {
      parts: parts.length > 0 ? parts : [refused('validation.noGeometry')],
      text,
      where,
    });
  };
  await readXmlElements(chunks, {
    onOpen(name) {
      if (!hasRoot && name.toLowerCase() !== 'gpx')
        throw new FormatProblem('validation.otherXml', { root: name.slice(0, 40) });
      hasRoot = true;
      // A track may have a million points; only its name is stored if it is not drawn.
      if (name === 'trk' || name === 'rte') line = { kind: name, name: null, isNamed: false, segments: [] };
      if (name === 'trkseg') line?.segments.push([]);
      if (name === 'trkpt' || name === 'rtept') return isDrawn && line !== null;
      return name === 'wpt' || (name === 'name' && line !== null && !line.isNamed);
    },
    onClose(name) {
      if (line === null || name !== line.kind) return;
      addLine(line);
      line = null;
    },
    onElement(element) {
      if (element.name === 'name') {
        if (line) line = { ...line, name: element.text.trim() || null, isNamed: true };
        return;
      }
      if (element.name === 'trkpt' || element.name === 'rtept') {
        if (line) addPosition(line, element);
        return;
      }
      number += 1;
      addWaypoint(collector, naming, element, { number, inner });
    },
  });
  if (number === 0) throw new FormatProblem('validation.noFeatures');
}
