import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { createListConditions } from './list-conditions.ts';
import { createListCounts } from './list-counts.ts';
import { type ListTerms, type ScopedListDeclaration, selectedAs } from './list-declaration.ts';
import { readableRows } from './readable-rows.ts';
import type { Store } from './store.ts';

interface ListOrder<Sort extends string> {
  sort: Sort;
  descending: boolean;
}

/** Up to this number of rows are found first and sorted afterwards. */
const maxSorted = 5_000;

const positionRow = z.object({ at: z.number() });
const packedIdsRow = z.object({ ids: z.string().nullable() });

/**
 * Lists a table of scoped rows as declared: filter, order, page, position and counts. The query tells SQLite which index to use
 * wherever its own choice would read all rows of the scope for one page.
 */
export function createScopedList<Row, Sort extends string, State extends string, Equal extends string>(
  store: Pick<Store, 'all' | 'get'>,
  declaration: ScopedListDeclaration<Row, Sort, State, Equal>,
) {
  const { table, id } = declaration;
  const columns = selectedAs(declaration.columns);
  const conditions = createListConditions<State, Equal>(declaration);
  const count = createListCounts<State, Equal>({ store, declaration, conditions });
  const { where } = conditions;

  function orderBy({ sort, descending }: ListOrder<Sort>): string {
    const direction = descending ? 'DESC' : 'ASC';
    return `${declaration.sorts[sort]} ${direction}, ${id.column} ${direction}`;
  }

  /**
   * Returns the source of a page. If few of many rows match, they are found first and then sorted; otherwise reading in order
   * soon fills a page.
   */
  function pageSource(
    scope: Scope,
    terms: ListTerms<State, Equal>,
    { total, isPart, ids }: ReturnType<typeof count>,
  ) {
    if (ids !== null) return conditions.rowsOf(scope, ids);
    const condition = where(scope, terms);
    if (isPart && total <= maxSorted) return conditions.foundFirst(condition);
    return { sql: `${table} WHERE ${condition.sql}`, params: condition.params };
  }

  return {
    /** Returns the condition for the rows that match the terms, with its parameters, for other queries beside the list. */
    where,
    /** Returns one page in its order, with the number of all matching rows and the numbers per state. */
    page(
      scope: Scope,
      terms: ListTerms<State, Equal>,
      { offset, limit, ...order }: ListOrder<Sort> & { offset: number; limit: number },
    ) {
      const counts = count(scope, terms);
      const { sql, params } = pageSource(scope, terms, counts);
      const { rows } = readableRows(
        store,
        declaration.row,
        `SELECT ${columns} FROM ${sql} ORDER BY ${orderBy(order)} LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      );
      return { total: counts.total, rows, countOf: counts.countOf };
    },
    /** Returns the identifiers of a stretch of the list, packed (`contract/packed-places.ts`). */
    ids(
      scope: Scope,
      terms: ListTerms<State, Equal>,
      { offset, limit, ...order }: ListOrder<Sort> & { offset: number; limit: number },
    ): string {
      const { sql, params } = where(scope, terms);
      const row = store.get(
        packedIdsRow,
        `SELECT group_concat(id, char(31)) AS ids FROM (SELECT ${id.column} AS id FROM ${table} WHERE ${sql}
         ORDER BY ${orderBy(order)} LIMIT :limit OFFSET :offset)`,
        { ...params, limit, offset },
      );
      return row?.ids ?? '';
    },
    /** Returns the place of a row in the whole list, from 0; null if the terms do not match it. */
    position(scope: Scope, rowId: string | number, terms: ListTerms<State, Equal>, order: ListOrder<Sort>) {
      const { sql, params } = where(scope, terms);
      const row = store.get(
        positionRow,
        `SELECT at FROM (SELECT ${id.column} AS id, row_number() OVER (ORDER BY ${orderBy(order)}) - 1 AS at
         FROM ${table} WHERE ${sql}) WHERE id = :rowId`,
        { ...params, rowId },
      );
      return row?.at ?? null;
    },
  };
}
