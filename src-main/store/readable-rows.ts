import { z } from 'zod';
import type { Params, Store } from './store.ts';

const anyRow = z.unknown();
const anyList = z.array(anyRow);

/** Returns the JSON value of a column's text; undefined if the text is missing or damaged. */
export function readJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A column that holds JSON. Damaged text becomes an issue of its row, never an exception that ends the list. */
export const jsonColumn = z.string().transform((text, context): unknown => {
  const value = readJson(text);
  if (value === undefined) context.addIssue({ code: 'custom', message: 'damaged JSON' });
  return value;
});

/** Returns the readable items of a list that is stored as one value. */
export function readableItems<S extends z.ZodType>(item: S, value: unknown): z.infer<S>[] {
  const list = anyList.safeParse(value);
  return list.success ? readable(item, list.data).rows : [];
}

function readable<S extends z.ZodType>(schema: S, given: readonly unknown[]) {
  const rows: z.infer<S>[] = [];
  let damaged = 0;
  for (const each of given) {
    const parsed = schema.safeParse(each);
    if (parsed.success) rows.push(parsed.data);
    else damaged += 1;
  }
  return { rows, damaged };
}

/**
 * Reads rows so that a bad one never stops the rest of a list: unreadable rows are counted and left out. For lists that a person
 * looks at or that work goes through; a query for one row by its id still reports that it is damaged.
 */
export function readableRows<S extends z.ZodType>(
  store: Pick<Store, 'all'>,
  schema: S,
  sql: string,
  params: Params = {},
): { rows: z.infer<S>[]; damaged: number } {
  return readable(schema, store.all(anyRow, sql, params));
}
