import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { indexWhere, type Page, pageSize, rowAt, usePagesInView, useShownPages } from './paged-rows.ts';

/** The rows from `offset` up to, but not including, `offset + limit`; at most one page of them. */
export interface PageRange {
  offset: number;
  limit: number;
}

/** The options of a list that is read page by page. */
export interface PagedListOptions<Row, Extra> {
  /** Everything that decides the rows and their order; another value starts a new list. */
  terms: unknown;
  /** Returns the query options for a page. */
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
}

/** Reads a list of any length; only the pages in view are requested. */
export function usePagedList<Row, Extra>({ terms, page }: PagedListOptions<Row, Extra>) {
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((number) => page({ offset: number * pageSize, limit: pageSize })),
  });
  const shown = useShownPages<Row>(
    JSON.stringify(terms),
    pages.map((number, i) => ({
      number,
      data: answers[i]?.data,
      arrivedAt: answers[i]?.dataUpdatedAt ?? 0,
    })),
  );
  return {
    /** The number of rows of the whole list; null until the first page has arrived. */
    total: shown?.total ?? null,
    /** The complete answers of the loaded pages, for their values besides the rows. */
    answered: answers.flatMap((answer) => (answer.data === undefined ? [] : [answer.data])),
    error: answers.find((answer) => answer.isError)?.error,
    /** Returns the row at an index; undefined if its page is not loaded. */
    rowAt: (index: number) => rowAt(shown, index),
    indexWhere: (is: (row: Row) => boolean) => indexWhere(shown, is),
    onRange,
  };
}
