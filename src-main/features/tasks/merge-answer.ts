import type { z } from 'zod';
import type { Row } from '../../service/api/service-client.ts';
import { readJson } from '../../store/readable-rows.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an answer merged into the stored JSON text of earlier ones. A missing field keeps its value, because a list and a single
 * query of one service may show different fields. A field that is present replaces it, even if it is null.
 */
export function mergeAnswer<S extends z.ZodType>(
  schema: S,
  { parsed, raw }: Row<z.infer<S>>,
  storedText: string | undefined,
): Row<z.infer<S>> {
  const stored = readJson(storedText);
  if (!isObject(stored)) return { parsed, raw };
  const hasMissingFields = Object.keys(stored).some((name) => !Object.hasOwn(raw, name));
  if (!hasMissingFields) return { parsed, raw };
  const merged = { ...stored, ...raw };
  const parsedMerged = schema.safeParse(merged);
  return parsedMerged.success ? { parsed: parsedMerged.data, raw: merged } : { parsed, raw };
}
