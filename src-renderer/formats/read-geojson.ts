import { attributeOf, boundedAttributes, createNaming, type Naming } from './attributes.ts';
import type { Crs } from './crs.ts';
import { crsOfFile } from './crs-of-file.ts';
import { parseExactly } from './exact-numbers.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, ReadChoices } from './imported.ts';
import { createJsonSplitter, type JsonElement } from './json-elements.ts';
import { limits } from './limits.ts';
import { addParts } from './place-parts.ts';
import { partsOfGeometry } from './raw-geometry.ts';

const maxMembers = 1_000;
type JsonProblem = Extract<JsonElement, { kind: 'feature' }>['problem'];

const get = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: parseExactly(text) };
  } catch {
    return null;
  }
}

/** Returns the name or code in the `crs` member that GeoJSON had before 2016; null without one. */
function declaredCrs(crs: unknown): { name: string } | { code: number } | null {
  const properties = get(crs, 'properties');
  const name = get(properties, 'name');
  const code = get(properties, 'code');
  if (typeof name === 'string') return { name };
  if (typeof code === 'number') return { code };
  return null;
}

interface GeoJsonState {
  collector: ImportCollector;
  naming: Naming;
  inner: string | null;
  number: number;
  crs: Crs;
}

function* propertiesOf(properties: unknown): Generator<[string, AttributeValue]> {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return;
  for (const [key, value] of Object.entries(properties)) yield [key, attributeOf(value)];
}

/** Adds a feature, or a geometry without a feature. */
function addValue(state: GeoJsonState, value: unknown, { line, raw }: { line: number; raw: string }) {
  const { collector, naming, inner, crs } = state;
  state.number += 1;
  const where = { layer: inner, number: state.number, line };
  const isFeature = get(value, 'type') === 'Feature';
  const id = get(value, 'id');
  const idText = typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  const named = naming.textOf(
    boundedAttributes(propertiesOf(isFeature ? get(value, 'properties') : null), collector),
    { id: idText },
  );
  // An id that did not become the name is kept beside it.
  const keepsId = idText !== null && named.name !== idText && !Object.hasOwn(named.attributes, 'id');
  const text = keepsId
    ? { ...named, attributes: { ...named.attributes, id: idText.slice(0, limits.attributeChars) } }
    : named;
  const parts = partsOfGeometry(isFeature ? get(value, 'geometry') : value);
  addParts(collector, { parts, text, where, raw, crs });
}

/** Adds a feature of the file. One that cannot be parsed is rejected with its line; reading continues with the next. */
function addElement(state: GeoJsonState, { text, line, problem }: Extract<JsonElement, { kind: 'feature' }>) {
  const json = problem === null ? parsed(text) : null;
  if (json) return addValue(state, json.value, { line, raw: text });
  state.number += 1;
  state.collector.reject({
    where: { layer: state.inner, number: state.number, line },
    problem: { message: problem ?? 'validation.brokenFeature' },
    raw: text,
  });
}

/** Assembles the members of an object at the top; null if one of them cannot be parsed. */
function objectOf(members: ReadonlyMap<string, string>): unknown {
  const values: [string, unknown][] = [];
  for (const [key, text] of members) {
    const json = parsed(text);
    if (!json) return null;
    values.push([key, json.value]);
  }
  return Object.fromEntries(values);
}

/** Adds an object at the top without `features`: a single feature or geometry. */
function addObject(
  state: GeoJsonState,
  members: ReadonlyMap<string, string>,
  { line, problem }: { line: number; problem: JsonProblem },
) {
  const raw = [...members].map(([key, text]) => `"${key}": ${text.slice(0, limits.rawChars)}`).join(', ');
  const value = problem === null ? objectOf(members) : null;
  const type = get(value, 'type');
  if (type === 'Topology') throw new FormatProblem('validation.topoJson');
  if (value === null) addElement(state, { kind: 'feature', text: `{${raw}`, line, problem });
  else if (typeof type === 'string' && type !== 'FeatureCollection')
    addValue(state, value, { line, raw: `{${raw}}` });
}

/**
 * Reads GeoJSON: a collection, a feature, a geometry, or several of them in sequence. Coordinates are longitude,
 * latitude on WGS 84, unless the file has the older `crs` member.
 */
export async function readGeoJson(
  chunks: AsyncIterable<string>,
  {
    collector,
    choices,
    inner = null,
  }: { collector: ImportCollector; choices: ReadChoices; inner?: string | null },
): Promise<void> {
  const naming = createNaming(collector, choices.nameField);
  const state: GeoJsonState = { collector, naming, inner, number: 0, crs: crsOfFile(collector, null) };
  let members = new Map<string, string>();
  let features = 0;
  /** Concerns the object at the top that is being read. */
  let current: { features: number; problem: JsonProblem } = { features: 0, problem: null };
  const splitter = createJsonSplitter((element) => {
    if (element.kind === 'feature') {
      features += 1;
      current.features += 1;
      addElement(state, element);
    } else if (element.kind === 'member') {
      if (element.key === 'crs' && (collector.answers.crs === undefined || inner !== null)) {
        const declared = declaredCrs(parsed(element.text)?.value);
        // A system that is declared after the features requires reading the file again.
        if (declared && features > 0)
          collector.questions.infer('crs', 'name' in declared ? declared.name : `EPSG:${declared.code}`);
        else if (declared) state.crs = crsOfFile(collector, declared, { isOneOfSeveral: inner !== null });
      }
      current.problem ??= element.problem;
      if (members.size < maxMembers) members.set(element.key, element.text);
    } else {
      if (current.features === 0) addObject(state, members, { line: element.line, problem: current.problem });
      members = new Map();
      current = { features: 0, problem: null };
    }
  });
  for await (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  if (state.number === 0) throw new FormatProblem('validation.noFeatures');
}
