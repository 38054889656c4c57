import { boundedAttributes, cellAttribute, createNaming, type Naming } from './attributes.ts';
import { FormatProblem } from './format-problem.ts';
import type { AttributeValue, ReadChoices } from './imported.ts';
import { addParts } from './place-parts.ts';
import { refused } from './raw-geometry.ts';
import type { Reading } from './reading.ts';
import { childText, plainText, readXmlElements, type XmlElement } from './xml-elements.ts';

/** What of a waypoint is said elsewhere than in its attributes. */
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
    else if (child.name === 'extensions') yield* flattened(child, 0);
    else if (!ownElements.has(child.name)) yield [child.name, cellAttribute(child.text.trim())];
  }
}

const numberOf = (text: string | null | undefined) =>
  text === null || text === undefined || text.trim() === '' ? Number.NaN : Number(text);

function addWaypoint(
  reading: Reading,
  naming: Naming,
  waypoint: XmlElement,
  { number, inner }: { number: number; inner: string | null },
) {
  const { lat, lon } = waypoint.attributes;
  const elevation = numberOf(childText(waypoint, 'ele'));
  const text = naming.textOf(boundedAttributes(attributesOf(waypoint), reading), {
    name: childText(waypoint, 'name'),
    notes: plainText(childText(waypoint, 'desc')),
  });
  const where = { layer: inner, number, line: waypoint.line };
  const position = [numberOf(lon), numberOf(lat), ...(Number.isNaN(elevation) ? [] : [elevation])];
  if (waypoint.isCut || position.slice(0, 2).some(Number.isNaN)) {
    const place = `${lat ?? ''}, ${lon ?? ''}`;
    reading.reject({
      where,
      name: text.name,
      problem: { message: waypoint.isCut ? 'validation.featureTooLarge' : 'validation.gpxCoordinates' },
      raw: place,
      mend: { place, text },
    });
    return;
  }
  addParts(reading, { parts: [{ kind: 'point', position }], text, where });
}

/** Reads the waypoints of a GPX file. Routes and tracks are rejected one by one, because a line is not a place. */
export async function readGpx(
  chunks: AsyncIterable<string>,
  { reading, choices, inner = null }: { reading: Reading; choices: ReadChoices; inner?: string | null },
): Promise<void> {
  const naming = createNaming(reading, choices.nameField);
  let number = 0;
  let hasRoot = false;
  let line: { kind: string; name: string | null; isNamed: boolean } | null = null;
  await readXmlElements(chunks, {
    onOpen(name) {
      if (!hasRoot && name.toLowerCase() !== 'gpx')
        throw new FormatProblem('validation.otherXml', { root: name.slice(0, 40) });
      hasRoot = true;
      // A track may have a million points; only its name is kept.
      if (name === 'trk' || name === 'rte') line = { kind: name, name: null, isNamed: false };
      return name === 'wpt' || (name === 'name' && line !== null && !line.isNamed);
    },
    onClose(name) {
      if (line === null || name !== line.kind) return;
      number += 1;
      reading.reject({
        where: { layer: inner, number, line: null },
        name: line.name,
        problem: refused('validation.lineNotPlace').problem,
        raw: `${line.kind} ${line.name ?? ''}`,
      });
      line = null;
    },
    onElement(element) {
      if (element.name === 'name') {
        if (line) line = { ...line, name: element.text.trim() || null, isNamed: true };
        return;
      }
      number += 1;
      addWaypoint(reading, naming, element, { number, inner });
    },
  });
  if (number === 0) throw new FormatProblem('validation.noFeatures');
}
