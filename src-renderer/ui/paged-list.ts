import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { indexWhere, type Page, pageSize, rowAt, usePagesInView, useShownPages } from './paged-rows.ts';

/** Rows `offset` to `offset + limit`, at most a page of them. */
export interface PageRange {
  offset: number;
  limit: number;
}

/** What decides a list that is read page by page. */
export interface PagedListOptions<Row, Extra> {
  /** All that decides the rows and their order: another value starts another list. */
  terms: unknown;
  /** The query of a page. */
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
}

/** A list of any length that is read by the pages in view. */
export function usePagedList<Row, Extra>({ terms, page }: PagedListOptions<Row, Extra>) {
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((number) => page({ offset: number * pageSize, limit: pageSize })),
  });
  const shown = useShownPages<Row>(
    JSON.stringify(terms),
    pages.map((number, i) => [number, answers[i]?.data] as const),
  );
  return {
    /** Null until the first page is there. */
    total: shown?.total ?? null,
    /** The pages that are there as they were answered, for what they say beside their rows. */
    answered: answers.flatMap((answer) => (answer.data === undefined ? [] : [answer.data])),
    error: answers.find((answer) => answer.isError)?.error,
    /** The row where its page is there. */
    rowAt: (index: number) => rowAt(shown, index),
    indexWhere: (is: (row: Row) => boolean) => indexWhere(shown, is),
    onRange,
  };
}
