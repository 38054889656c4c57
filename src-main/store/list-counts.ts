import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Condition, ListConditions } from './list-conditions.ts';
import type { ListTerms, ScopedListDeclaration } from './list-declaration.ts';
import { readableRows } from './readable-rows.ts';
import { searchWords } from './search-words.ts';
import type { Store } from './store.ts';

/**
 * If a search finds at most this many rows, their identifiers are returned. If it finds more, reading in order soon finds a page
 * of them.
 */
const maxCollectedIds = 1_000;

const numberSchema = z.number().catch(0);
const stateCountRow = z.object({ state: z.string(), n: z.number() });
const countsAndIdsRow = z.looseObject({ ids: z.string().nullable() });
const idSeparator = '\u001f';

/** Creates the function that counts the rows of a declared list. */
export function createListCounts<State extends string, Equal extends string>(options: {
  store: Pick<Store, 'all' | 'get'>;
  declaration: Pick<ScopedListDeclaration<unknown, string, State, Equal>, 'id' | 'states'>;
  conditions: Pick<ListConditions<State, Equal>, 'countedRows'>;
}) {
  const { store, conditions } = options;
  const { id, states } = options.declaration;

  /** Counts the rows per state in one scan. */
  function countByState({ sql, params }: Condition): ReadonlyMap<string, number> {
    const { rows } = readableRows(
      store,
      stateCountRow,
      `SELECT ${states.column} AS state, count(*) AS n FROM ${sql} GROUP BY ${states.column}`,
      params,
    );
    return new Map(rows.map(({ state, n }) => [state, n]));
  }

  /**
   * Counts the rows per state and collects the ids of those in the selected states, in one scan, because a search for words is
   * slow.
   */
  function countAndCollectIds({ sql, params }: Condition, selected: readonly State[]) {
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
   * Returns the number of rows per state, ignoring the states of the terms (these counts label the filter), and the number of
   * rows that match all terms. `isPart` is true if these are fewer than all rows of the scope. `ids` are the matching rows if
   * they were collected on the way, else null.
   */
  return (scope: Scope, terms: ListTerms<State, Equal>) => {
    const anyState = conditions.countedRows(scope, { ...terms, states: [] });
    const selected = terms.states && terms.states.length > 0 ? terms.states : states.kinds;
    const isSearched = searchWords(terms.search).conditions.length > 0;
    const named = isSearched || terms.ids ? countAndCollectIds(anyState, selected) : null;
    const byState: ReadonlyMap<string, number> = named?.byState ?? countByState(anyState);
    const countOf = (state: State) => byState.get(state) ?? 0;
    const sum = (kinds: readonly State[]) => kinds.reduce((total, kind) => total + countOf(kind), 0);
    const total = sum(selected);
    return {
      countOf,
      total,
      isPart: total < sum(states.kinds) || isSearched,
      ids: named !== null && total <= maxCollectedIds ? named.ids : null,
    };
  };
}
