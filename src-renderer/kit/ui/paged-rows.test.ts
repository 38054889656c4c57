import { describe, expect, it } from 'vitest';
import { indexWhere, mergePages, type Page, type PagedRows, pageSize, rowAt } from './paged-rows.ts';

const page = (number: number, total: number): Page<number> => ({
  total,
  rows: Array.from(
    { length: Math.min(pageSize, total - number * pageSize) },
    (_, i) => number * pageSize + i,
  ),
});

type Loaded = readonly (readonly [number: number, data: Page<number> | undefined, arrivedAt?: number])[];
/** What a list shows after pages that arrived one millisecond after another, unless they say when. */
function merge(before: PagedRows<number> | null, terms: string, loaded: Loaded, now = 1_000) {
  const pages = loaded.map(([number, data, arrivedAt = (before?.totalAt ?? 0) + 1]) => ({
    number,
    data,
    arrivedAt,
  }));
  return mergePages(before, terms, pages, now);
}

describe('rows by page', () => {
  it('are at their index, whichever pages are loaded', () => {
    const shown = merge(null, 'a', [
      [41, page(41, 10_000)],
      [42, page(42, 10_000)],
    ]);
    expect(shown?.total).toBe(10_000);
    expect([4_100, 4_199, 4_200, 4_299].map((index) => rowAt(shown, index))).toEqual([
      4_100, 4_199, 4_200, 4_299,
    ]);
    expect([0, 4_099, 4_300, 20_000].map((index) => rowAt(shown, index))).toEqual(Array(4).fill(undefined));
    expect(indexWhere(shown, (row) => row === 4_205)).toBe(4_205);
    expect(indexWhere(shown, (row) => row === 5)).toBeNull();
  });

  it('are null before the first answer', () => {
    expect(merge(null, 'a', [[0, undefined]])).toBeNull();
    expect(rowAt(null, 0)).toBeUndefined();
    expect(indexWhere(null, () => true)).toBeNull();
  });

  it('know the length of the list while a far page is loading', () => {
    const first = merge(null, 'a', [[0, page(0, 10_000)]]);
    const far = merge(first, 'a', [[80, undefined]]);
    expect(far?.total).toBe(10_000);
    expect(rowAt(far, 8_000)).toBeUndefined();
  });

  it('never show the rows of one page in place of another', () => {
    const first = merge(null, 'a', [[0, page(0, 300)]]);
    const scrolled = merge(first, 'a', [
      [1, undefined],
      [2, page(2, 300)],
    ]);
    expect(rowAt(scrolled, 100)).toBeUndefined();
    expect(rowAt(scrolled, 200)).toBe(200);
  });

  it('stay while a new search is loading, and are replaced as a whole by its first page', () => {
    const before = merge(null, 'old', [[0, page(0, 500)]]);
    const during = merge(before, 'new', [[0, undefined]]);
    expect(during).toBe(before);
    const after = merge(during, 'new', [
      [0, { total: 150, rows: [7] }],
      [1, undefined],
    ]);
    expect(after).toMatchObject({ terms: 'new', total: 150 });
    expect(rowAt(after, 0)).toBe(7);
    expect(rowAt(after, 120)).toBeUndefined();
  });

  it('have the length of the latest answer, whichever page it was for', () => {
    const before = merge(null, 'a', [[1, page(1, 200), 10]]);
    const fewer = merge(before, 'a', [[1, { total: 1, rows: [] }, 20]]);
    expect(fewer?.total).toBe(1);
    const earlier = merge(fewer, 'a', [[0, page(0, 200), 5]]);
    expect(earlier?.total).toBe(1);
    expect(merge(earlier, 'a', [[0, page(0, 1), 30]])?.total).toBe(1);
    expect(merge(earlier, 'a', [[0, page(0, 150), 30]])?.total).toBe(150);
    const both: Loaded = [
      [0, page(0, 200), 5],
      [1, { total: 1, rows: [] }, 20],
    ];
    expect(merge(null, 'a', both)?.total).toBe(1);
  });

  it('have the length of a new answer after the clock was set back', () => {
    const before = merge(null, 'a', [[0, page(0, 200), 900]]);
    expect(merge(before, 'a', [[0, page(0, 7), 100]], 101)?.total).toBe(7);
  });

  it('may become empty', () => {
    const before = merge(null, 'old', [[0, page(0, 500)]]);
    expect(merge(before, 'new', [[0, { total: 0, rows: [] }]])?.total).toBe(0);
  });
});
