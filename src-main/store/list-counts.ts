import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Condition, ListConditions } from './list-conditions.ts';
import type { ListTerms, ScopedListDeclaration } from './list-declaration.ts';
import { readableRows } from './readable-rows.ts';
import { searchWords } from './search-words.ts';
import type { Store } from './store.ts';

/** Rows found by words are named up to so many; where there are more, reading in order comes upon a page of them soon. */
const mostNamed = 1_000;

const numberSchema = z.number().catch(0);
const stateCountRow = z.object({ state: z.string(), n: z.number() });
const countsAndIdsRow = z.looseObject({ ids: z.string().nullable() });
const idSeparator = '\u001f';

/** Returns the function that counts the rows of a declared list. */
export function createListCounts<State extends string, Equal extends string>(options: {
  store: Pick<Store, 'all' | 'get'>;
  declaration: Pick<ScopedListDeclaration<unknown, string, State, Equal>, 'id' | 'states'>;
  conditions: Pick<ListConditions<State, Equal>, 'countedRows'>;
}) {
  const { store, conditions } = options;
  const { id, states } = options.declaration;

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
   * Returns how many rows there are per state, whatever the terms say of states (these counts label the filter), and how many
   * the whole of the terms finds; `isPart` when that is fewer than all rows of the scope; `ids` of the rows found where these
   * were named on the way, null elsewhere.
   */
  return (scope: Scope, terms: ListTerms<State, Equal>) => {
    const anyState = conditions.countedRows(scope, { ...terms, states: [] });
    const selected = terms.states && terms.states.length > 0 ? terms.states : states.kinds;
    const isSearched = searchWords(terms.search).conditions.length > 0;
    const named = isSearched || terms.ids ? countAndName(anyState, selected) : null;
    const byState: ReadonlyMap<string, number> = named?.byState ?? countByState(anyState);
    const countOf = (state: State) => byState.get(state) ?? 0;
    const sum = (kinds: readonly State[]) => kinds.reduce((total, kind) => total + countOf(kind), 0);
    const total = sum(selected);
    return {
      countOf,
      total,
      isPart: total < sum(states.kinds) || isSearched,
      ids: named !== null && total <= mostNamed ? named.ids : null,
    };
  };
}
