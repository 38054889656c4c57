import type { Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { ListTerms, ScopedListDeclaration } from './list-declaration.ts';
import { searchWords } from './search-words.ts';
import type { Params } from './store.ts';

/** A piece of SQL with the parameters that it uses. */
export interface Condition {
  sql: string;
  params: Params;
}

/** The parts of a declaration that decide which rows a list shows. */
type Filterable<State extends string, Equal extends string> = Pick<
  ScopedListDeclaration<unknown, string, State, Equal>,
  'table' | 'id' | 'states' | 'equals' | 'countedBy'
>;

/** Creates the SQL of the filters of a declared list: as a condition, and as the sources that pages and counts read from. */
export function createListConditions<State extends string, Equal extends string>(
  declaration: Filterable<State, Equal>,
) {
  const { table, id, states, countedBy } = declaration;
  /** The rows with the identifiers in `:ids`, each found by its identifier. */
  const namedRows = `json_each(:ids) CROSS JOIN ${table} ON ${id.column} = ${id.fromText}`;
  const idsParam = (ids: readonly string[]): Params => ({ ids: JSON.stringify([...new Set(ids)]) });

  /** Returns the condition for the rows of these terms, without `ids`. */
  function withoutIds(scope: Scope, terms: ListTerms<State, Equal>): Condition {
    const parts = [inScope];
    const params: Params = scopeParams(scope);
    for (const [name, column] of Object.entries<string>(declaration.equals)) {
      const value = Object.entries<string | undefined>(terms.equals).find(([term]) => term === name)?.[1];
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

  return {
    /** Returns the condition for the rows of these terms. */
    where(scope: Scope, terms: ListTerms<State, Equal>): Condition {
      const { sql, params } = withoutIds(scope, terms);
      if (!terms.ids) return { sql, params };
      const isNamed = `${id.column} IN (SELECT ${id.fromText} FROM json_each(:ids))`;
      return { sql: `${sql} AND ${isNamed}`, params: { ...params, ...idsParam(terms.ids) } };
    },
    /** Returns the source for counting: the rows named by `ids`, else an index that holds all needed columns. */
    countedRows(scope: Scope, terms: ListTerms<State, Equal>): Condition {
      const { sql, params } = withoutIds(scope, terms);
      return terms.ids
        ? { sql: `${namedRows} WHERE ${sql}`, params: { ...params, ...idsParam(terms.ids) } }
        : { sql: `${table} INDEXED BY ${countedBy} WHERE ${sql}`, params };
    },
    /** Returns the source of the rows with these identifiers. */
    rowsOf: (scope: Scope, ids: readonly string[]): Condition => ({
      sql: `${namedRows} WHERE ${inScope}`,
      params: { ...scopeParams(scope), ...idsParam(ids) },
    }),
    /** Returns the source of the rows that meet a condition: they are found by the counting index first and sorted afterwards. */
    foundFirst: ({ sql, params }: Condition): Condition => ({
      sql: `(SELECT ${id.column} AS found FROM ${table} INDEXED BY ${countedBy} WHERE ${sql})
                 CROSS JOIN ${table} ON ${inScope} AND ${id.column} = found`,
      params,
    }),
  };
}

/** What `createListConditions` returns. */
export type ListConditions<State extends string, Equal extends string> = ReturnType<
  typeof createListConditions<State, Equal>
>;
