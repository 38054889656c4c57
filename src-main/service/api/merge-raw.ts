import { z } from 'zod';

const record = z.record(z.string(), z.unknown());
type Fields = Record<string, unknown>;

const recordOf = (value: unknown): Fields | null => record.safeParse(value).data ?? null;

/** Converts a flat row to a Feature, so that it can be merged with an answer that is a Feature. */
function asFeature({ geometry, ...fields }: Fields): Fields {
  return { ...(geometry === undefined ? {} : { geometry }), properties: fields };
}

/** These fields are replaced as a whole. In all other nested fields, a missing value keeps its old value. */
const wholes: ReadonlySet<string> = new Set(['geometry', 'footprint', 'assets', 'bands']);

function merged(before: Fields, after: Fields, nullIsSaid: boolean): Fields {
  const all: Fields = { ...before };
  for (const [name, value] of Object.entries(after)) {
    if (value === null && !nullIsSaid) {
      all[name] ??= null;
      continue;
    }
    const [old, own] = [recordOf(before[name]), recordOf(value)];
    all[name] = old !== null && own !== null && !wholes.has(name) ? merged(old, own, nullIsSaid) : value;
  }
  return all;
}

/**
 * Merges a further answer about a row into the stored row. A service may answer one question with few fields and another with
 * all, so a missing field keeps its last value. So does a field that is null, because most services write null for what a
 * question does not cover; with `nullIsSaid`, null empties the field. Flat rows and Features are merged alike. The fields in
 * `except` are kept only if the new answer has them.
 */
export function mergeRaw(
  before: Fields,
  after: Fields,
  { except = [], nullIsSaid = false }: { except?: readonly string[]; nullIsSaid?: boolean } = {},
): Fields {
  const features = [before, after].map((row) => recordOf(row.properties) !== null);
  const [old, own] = features.includes(true)
    ? [features[0] ? before : asFeature(before), features[1] ? after : asFeature(after)]
    : [before, after];
  const without = (row: Fields): Fields => {
    const inner = recordOf(row.properties);
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !except.includes(name)));
    return inner === null ? kept : { ...kept, properties: without(inner) };
  };
  return merged(without(old), own, nullIsSaid);
}

/** True if a row has the field, either at the top level or in its properties. */
export function hasField(row: Fields, name: string): boolean {
  const inner = recordOf(row.properties);
  return row[name] !== undefined || (inner !== null && inner[name] !== undefined);
}

/**
 * Returns the fields of `after` that have a value, else those of `before`. Both come from the same schema, in which null means
 * that the value is missing.
 */
export function mergeParsed<T extends Record<string, unknown>>(before: T, after: T): T {
  const said = Object.fromEntries(
    Object.entries(after).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...before, ...said };
}
