import type { z } from 'zod';
import type { Row } from '../service/api/service-client.ts';
import { readJson } from '../store/readable-rows.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges an answer with earlier ones: a missing field keeps its value (a list and a single query of one service show different
 * fields). A field that is there counts, even if it is null.
 */
export function mergeAnswer<S extends z.ZodType>(
  schema: S,
  { parsed, raw }: Row<z.infer<S>>,
  knownText: string | undefined,
): Row<z.infer<S>> {
  const known = readJson(knownText);
  if (!isObject(known)) return { parsed, raw };
  const isThin = Object.keys(known).some((name) => !Object.hasOwn(raw, name));
  if (!isThin) return { parsed, raw };
  const merged = { ...known, ...raw };
  const again = schema.safeParse(merged);
  return again.success ? { parsed: again.data, raw: merged } : { parsed, raw };
}
