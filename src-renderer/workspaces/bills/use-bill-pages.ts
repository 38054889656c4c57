import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { type Page, pageSize, rowAt, usePagesInView, useShownPages } from '../../ui/paged-rows.ts';

/** The rows in view of a list that main pages: `terms` says which list. */
export function useBillPages<Row>(
  terms: string,
  query: (slice: { offset: number; limit: number }) => UseQueryOptions<Page<Row>>,
) {
  const { pages, onRange } = usePagesInView();
  const lists = useQueries({
    queries: pages.map((page) => query({ offset: page * pageSize, limit: pageSize })),
  });
  const shown = useShownPages<Row>(
    terms,
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  return {
    onRange,
    total: shown?.total ?? null,
    row: (index: number) => rowAt(shown, index),
    error: lists.find((list) => list.isError)?.error ?? null,
  };
}
