import { z } from 'zod';

const record = z.record(z.string(), z.unknown());
type Fields = Record<string, unknown>;

const recordOf = (value: unknown): Fields | null => record.safeParse(value).data ?? null;

/** A flat row as the Feature that others say it as, so that both can be laid over each other. */
function asFeature({ geometry, ...fields }: Fields): Fields {
  return { ...(geometry === undefined ? {} : { geometry }), properties: fields };
}

/** Told as a whole or not at all; of all else that is nested, what is not said again still holds. */
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
 * What is known of a row after another answer about it. Services answer thinly to one question and fully to another: a field that is
 * missing is not an empty one, so it stays as it was last said, and so it does where the answer has null in its place: that is how most
 * write what a question does not cover. With `nullIsSaid` null empties the field. Flat rows and Features are one. `except` names fields
 * that hold only as long as they are said.
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

/** Whether a row says a field at all, beside its properties or in them. */
export function says(row: Fields, name: string): boolean {
  const inner = recordOf(row.properties);
  return row[name] !== undefined || (inner !== null && inner[name] !== undefined);
}

/** The fields of `after` where it says something, else those of `before`. Both come from the same schema: null is not said. */
export function mergeParsed<T extends Record<string, unknown>>(before: T, after: T): T {
  const said = Object.fromEntries(
    Object.entries(after).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...before, ...said };
}
