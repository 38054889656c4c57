import type { z } from 'zod';

/** Declares how the rows of a scope are listed. Every name and expression is trusted SQL. */
export interface ScopedListDeclaration<Row, Sort extends string, State extends string, Equal extends string> {
  table: string;
  /** The column of the identifier within the scope, and how it is read from a text. */
  id: { column: string; fromText: 'value' | 'CAST(value AS INTEGER)' };
  /** The schema of a row, and the SQL of each of its fields. */
  row: z.ZodType<Row>;
  columns: Readonly<Record<keyof Row & string, string>>;
  sorts: Readonly<Record<Sort, string>>;
  /** The column by which rows are counted and filtered, and its possible values. */
  states: { column: string; kinds: readonly State[] };
  /** Filters by one value, and their columns. */
  equals: Readonly<Record<Equal, string>>;
  /** An index with the identifier, the state, `folded` and the columns of `equals`: counting reads only this index. */
  countedBy: string;
}

/** The filters of a list. A missing one does not filter. */
export interface ListTerms<State extends string, Equal extends string> {
  /** Words that must all occur in the column `folded`. */
  search?: string | undefined;
  states?: readonly State[] | undefined;
  equals: Readonly<Record<Equal, string | undefined>>;
  /** Only these rows. */
  ids?: readonly string[] | undefined;
}

/** Returns the identifiers that are in all given lists; undefined, which does not filter, if no list is given. */
export function idsInAll(
  ...lists: readonly (readonly (string | number)[] | undefined)[]
): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined).map((list) => list.map(String));
  const [first, ...others] = given;
  return first?.filter((id) => others.every((other) => other.includes(id)));
}

/** Returns the SELECT list that gives each field the name of its declaration. */
export function selectedAs(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ');
}
