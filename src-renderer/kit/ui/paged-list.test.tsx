import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { usePagedList } from './paged-list.ts';

/** What main has; the tests change it. */
let total = 0;
/** The lengths that the list has shown, each change once. */
const seen: (number | null)[] = [];
let firstPage = Promise.resolve();
let renew = () => Promise.resolve();
/** The row that a user has scrolled to: the list shows it, or the last one if there are fewer. */
const scrolledTo = 150;

function List() {
  const queries = useQueryClient();
  renew = () => queries.invalidateQueries({ queryKey: ['rows'] });
  const list = usePagedList<string, unknown>({
    terms: 'all',
    page: ({ offset, limit }) => ({
      queryKey: ['rows', offset, limit],
      queryFn: async () => {
        if (offset === 0) await firstPage;
        const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => `${i}`);
        return { total, rows };
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  });
  const shown = Math.max(0, Math.min(scrolledTo, (list.total ?? 0) - 1));
  const { onRange } = list;
  useEffect(() => onRange(shown, shown), [shown, onRange]);
  useEffect(() => void seen.push(list.total), [list.total]);
  return <p>{`${list.total} rows`}</p>;
}

it('a list that was scrolled to its second page shows its new length while the first page is not renewed', async () => {
  total = 200;
  await showPage(<List />);
  await screen.findByText('200 rows');
  const answer = Promise.withResolvers<void>();
  firstPage = answer.promise;
  total = 1;
  void renew();
  // The first page of before still says 200: it must not win over the later answer for the second page.
  expect(await screen.findByText('1 rows')).toBeDefined();
  answer.resolve();
  expect(await screen.findByText('1 rows')).toBeDefined();
  total = 200;
  void renew();
  expect(await screen.findByText('200 rows')).toBeDefined();
  expect(seen.filter((length) => length !== null)).toEqual([200, 1, 200]);
});
