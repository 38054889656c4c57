import { z } from 'zod';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';

/** What the tables of maps need. */
export interface TableOptions {
  store: Store;
  now: () => Date;
  /** Called with the number of rows that are damaged and left out. */
  onUnreadable: (what: string, count: number) => void;
}

/** A column that holds JSON or nothing. */
export const nullableJson = z
  .string()
  .nullable()
  .transform((text) => text ?? 'null')
  .pipe(jsonColumn);

/** Returns the readable rows of a query, and tells of the others. */
export function readRows<S extends z.ZodType>(
  { store, onUnreadable }: TableOptions,
  schema: S,
  sql: string,
): z.infer<S>[] {
  const { rows, damaged } = readableRows(store, schema, sql);
  if (damaged > 0) onUnreadable('maps', damaged);
  return rows;
}
