import type { z } from 'zod';
import { readRow } from './read-row.ts';
import type { Listing } from './service-client.ts';

/**
 * Reads the rows that an answer has within another one, such as the deliverables within their order (service §4.11). The listing is
 * whole if the answer had such a list and every row of it could be read: without a list, nothing is known.
 */
export function readNested<S extends z.ZodType>(given: unknown[] | null, schema: S): Listing<z.infer<S>> {
  const rows = (given ?? []).flatMap((row) => {
    try {
      return [readRow(schema, row, 'nested')];
    } catch {
      return [];
    }
  });
  return { rows, whole: given !== null && rows.length === given.length };
}
