import type { z } from 'zod';

/** How the rows of a scope are listed. Reads like the table that it is; every name and expression is trusted SQL. */
export interface ScopedListDeclaration<Row, Sort extends string, State extends string, Equal extends string> {
  table: string;
  /** The identifier within the scope, and how it is read from a text. */
  id: { column: string; fromText: 'value' | 'CAST(value AS INTEGER)' };
  /** One row of the list, and the SQL of each of its fields. */
  row: z.ZodType<Row>;
  columns: Readonly<Record<keyof Row & string, string>>;
  sorts: Readonly<Record<Sort, string>>;
  /** The column by which rows are counted and filtered, and the values that it knows. */
  states: { column: string; kinds: readonly State[] };
  /** Filters by one value, and their columns. */
  equals: Readonly<Record<Equal, string>>;
  /** An index that holds the identifier, the state, `folded` and the columns of `equals`: counting reads it alone. */
  countedBy: string;
}

/** What a list is filtered by. Left out: not filtered. */
export interface ListTerms<State extends string, Equal extends string> {
  /** Words that all stand in the column `folded`. */
  search?: string | undefined;
  states?: readonly State[] | undefined;
  equals: Readonly<Record<Equal, string | undefined>>;
  /** These rows only. */
  ids?: readonly string[] | undefined;
}

/** Returns what a query selects so that each field of its rows has the name that it has in the declaration of columns. */
export function selectedAs(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ');
}
