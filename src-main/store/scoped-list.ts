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

/** Found rows up to this number are put in order after they were found. */
const mostSorted = 5_000;

const positionRow = z.object({ at: z.number() });

/**
 * Lists a table of scoped rows as it is declared: filter, order, page, position and counts. SQLite is told which way to go
 * wherever its own choice would walk all rows of the scope for one page.
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

  /** Where a page is read from. Few among many: those first, then their order. Otherwise the walk in that order soon has a page. */
  function pageSource(
    scope: Scope,
    terms: ListTerms<State, Equal>,
    { total, isPart, ids }: ReturnType<typeof count>,
  ) {
    if (ids !== null) return conditions.rowsOf(scope, ids);
    const condition = where(scope, terms);
    if (isPart && total <= mostSorted) return conditions.foundFirst(condition);
    return { sql: `${table} WHERE ${condition.sql}`, params: condition.params };
  }

  return {
    /** The condition for the rows that the terms find, with its parameters, for queries beside the list. */
    where,
    /** One page in its order, with the number of all rows that the terms find, and of those per state. */
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
    /** The place of a row in the whole list, from 0; null where the terms do not find it. */
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
