import { z } from 'zod';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

/** The options of the tables of maps. */
export interface TableOptions {
  store: Store;
  now: () => Date;
  /** Called with the number of damaged rows, which are left out. */
  onUnreadable: (what: string, count: number) => void;
}

/** The schema of a column that has JSON or NULL. */
export const nullableJson = z
  .string()
  .nullable()
  .transform((text) => text ?? 'null')
  .pipe(jsonColumn);

/** Returns the readable rows of a query, and reports the number of the others to `onUnreadable`. */
export function readRows<S extends z.ZodType>(
  { store, onUnreadable }: TableOptions,
  schema: S,
  sql: string,
): z.infer<S>[] {
  const { rows, damaged } = readableRows(store, schema, sql);
  if (damaged > 0) onUnreadable('maps', damaged);
  return rows;
}
