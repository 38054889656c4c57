import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { readableRows } from './readable-rows.ts';
import { searchWords } from './search-words.ts';
import type { Params, Store } from './store.ts';

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

export interface ListOrder<Sort extends string> {
  sort: Sort;
  descending: boolean;
}

interface Condition {
  sql: string;
  params: Params;
}

/** Rows found by words are named up to so many; where there are more, reading in order comes upon a page of them soon. */
const mostNamed = 1_000;
/** Found rows up to this number are put in order after they were found. */
const mostSorted = 5_000;

const numberSchema = z.number().catch(0);
const stateCountRow = z.object({ state: z.string(), n: z.number() });
const countsAndIdsRow = z.looseObject({ ids: z.string().nullable() });
const atRow = z.object({ at: z.number() });
const idSeparator = '\u001f';

/**
 * Lists a table of scoped rows as it is declared: filter, order, page, position and counts. SQLite is told which way to go
 * wherever its own choice would walk all rows of the scope for one page.
 */
export function createScopedList<Row, Sort extends string, State extends string, Equal extends string>(
  store: Pick<Store, 'all' | 'get'>,
  declaration: ScopedListDeclaration<Row, Sort, State, Equal>,
) {
  const { table, id, states, countedBy } = declaration;
  const columns = Object.entries<string>(declaration.columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ');

  /** The condition for the rows of these terms, but for `ids`, with its parameters. */
  function conditions(scope: Scope, terms: ListTerms<State, Equal>): Condition {
    const parts = [inScope];
    const params: Params = scopeParams(scope);
    for (const [name, column] of Object.entries<string>(declaration.equals)) {
      const value = Object.entries<string | undefined>(terms.equals).find(([each]) => each === name)?.[1];
      if (!value) continue;
      parts.push(`${column} = :${name}`);
      params[name] = value;
    }
    if (terms.states && terms.states.length > 0) {
      parts.push(`${states.column} IN (${terms.states.map((_, i) => `:state${i}`).join(', ')})`);
      for (const [i, state] of terms.states.entries()) params[`state${i}`] = state;
    }
    const words = searchWords(terms.search);
    return { sql: [...parts, ...words.conditions].join(' AND '), params: { ...params, ...words.params } };
  }

  const ofIds = (ids: readonly string[]): Params => ({ ids: JSON.stringify([...new Set(ids)]) });
  /** The rows that `:ids` names, each found by its identifier. */
  const byIds = `json_each(:ids) CROSS JOIN ${table} ON ${id.column} = ${id.fromText}`;

  /** The condition for the rows of these terms, with its parameters. */
  function where(scope: Scope, terms: ListTerms<State, Equal>): Condition {
    const { sql, params } = conditions(scope, terms);
    if (!terms.ids) return { sql, params };
    const named = `${id.column} IN (SELECT ${id.fromText} FROM json_each(:ids))`;
    return { sql: `${sql} AND ${named}`, params: { ...params, ...ofIds(terms.ids) } };
  }

  /** What counting reads: the rows that are named, else an index that holds all that is asked for. */
  function counting(scope: Scope, terms: ListTerms<State, Equal>): Condition {
    const { sql, params } = conditions(scope, terms);
    return terms.ids
      ? { sql: `${byIds} WHERE ${sql}`, params: { ...params, ...ofIds(terms.ids) } }
      : { sql: `${table} INDEXED BY ${countedBy} WHERE ${sql}`, params };
  }

  function orderBy({ sort, descending }: ListOrder<Sort>): string {
    const direction = descending ? 'DESC' : 'ASC';
    return `${declaration.sorts[sort]} ${direction}, ${id.column} ${direction}`;
  }

  /** The rows per state, by one walk. */
  function countByState({ sql, params }: Condition): ReadonlyMap<string, number> {
    const { rows } = readableRows(
      store,
      stateCountRow,
      `SELECT ${states.column} AS state, count(*) AS n FROM ${sql} GROUP BY ${states.column}`,
      params,
    );
    return new Map(rows.map(({ state, n }) => [state, n]));
  }

  /** The same, with the identifiers of the rows in the selected states: looking for words is slow, so it is done once. */
  function countAndName({ sql, params }: Condition, selected: readonly State[]) {
    const counts = states.kinds.map(
      (_kind, i) => `count(*) FILTER (WHERE ${states.column} = :kind${i}) AS kind${i}`,
    );
    const kinds = Object.fromEntries(states.kinds.map((kind, i) => [`kind${i}`, kind]));
    const found = store.get(
      countsAndIdsRow,
      `SELECT ${counts.join(', ')}, group_concat(
         CASE WHEN ${states.column} IN (SELECT value FROM json_each(:selected)) THEN ${id.column} END, char(31)) AS ids
       FROM ${sql}`,
      { ...params, ...kinds, selected: JSON.stringify(selected) },
    );
    return {
      byState: new Map(
        states.kinds.map((kind, i) => [kind, numberSchema.parse(found?.[`kind${i}`])] as const),
      ),
      ids: found?.ids ? found.ids.split(idSeparator) : [],
    };
  }

  /**
   * How many rows there are per state, whatever the terms say of states (these counts label the filter), and how many the
   * whole of the terms finds; `ids` where these were named on the way.
   */
  function count(scope: Scope, terms: ListTerms<State, Equal>) {
    const anyState = counting(scope, { ...terms, states: [] });
    const selected = terms.states && terms.states.length > 0 ? terms.states : states.kinds;
    const isSearched = searchWords(terms.search).conditions.length > 0;
    const named = isSearched || terms.ids ? countAndName(anyState, selected) : null;
    const byState: ReadonlyMap<string, number> = named?.byState ?? countByState(anyState);
    const of = (state: State) => byState.get(state) ?? 0;
    const sum = (kinds: readonly State[]) => kinds.reduce((total, kind) => total + of(kind), 0);
    const total = sum(selected);
    return {
      of,
      total,
      isPart: total < sum(states.kinds) || isSearched,
      ids: named !== null && total <= mostNamed ? named.ids : null,
    };
  }

  return {
    where,
    columns,
    /** One page in its order, with the number of all rows that the terms find, and of those per state. */
    page(
      scope: Scope,
      terms: ListTerms<State, Equal>,
      { offset, limit, ...order }: ListOrder<Sort> & { offset: number; limit: number },
    ) {
      const { sql, params } = where(scope, terms);
      const { of, total, isPart, ids } = count(scope, terms);
      const whole = { ...params, limit, offset };
      // Few among many: those first, then their order. Otherwise the walk in that order soon has a page of them.
      const [source, given] =
        ids !== null
          ? [`${byIds} WHERE ${inScope}`, { ...scopeParams(scope), ...ofIds(ids), limit, offset }]
          : isPart && total <= mostSorted
            ? [
                `(SELECT ${id.column} AS found FROM ${table} INDEXED BY ${countedBy} WHERE ${sql})
                 CROSS JOIN ${table} ON ${inScope} AND ${id.column} = found`,
                whole,
              ]
            : [`${table} WHERE ${sql}`, whole];
      const { rows } = readableRows(
        store,
        declaration.row,
        `SELECT ${columns} FROM ${source} ORDER BY ${orderBy(order)} LIMIT :limit OFFSET :offset`,
        given,
      );
      return { total, rows, countOf: of };
    },
    /** The place of a row in the whole list, from 0; null where the terms do not find it. */
    position(scope: Scope, rowId: string | number, terms: ListTerms<State, Equal>, order: ListOrder<Sort>) {
      const { sql, params } = where(scope, terms);
      const row = store.get(
        atRow,
        `SELECT at FROM (SELECT ${id.column} AS id, row_number() OVER (ORDER BY ${orderBy(order)}) - 1 AS at
         FROM ${table} WHERE ${sql}) WHERE id = :rowId`,
        { ...params, rowId },
      );
      return row?.at ?? null;
    },
  };
}
