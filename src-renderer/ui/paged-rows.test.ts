import { describe, expect, it } from 'vitest';
import { indexWhere, mergePages, type Page, pageSize, rowAt } from './paged-rows.ts';

const page = (number: number, total: number): Page<number> => ({
  total,
  rows: Array.from(
    { length: Math.min(pageSize, total - number * pageSize) },
    (_, i) => number * pageSize + i,
  ),
});

describe('rows by page', () => {
  it('are at their index, whichever pages are loaded', () => {
    const shown = mergePages(null, 'a', [
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
    expect(mergePages(null, 'a', [[0, undefined]])).toBeNull();
    expect(rowAt(null, 0)).toBeUndefined();
    expect(indexWhere(null, () => true)).toBeNull();
  });

  it('know the length of the list while a far page is loading', () => {
    const first = mergePages(null, 'a', [[0, page(0, 10_000)]]);
    const far = mergePages(first, 'a', [[80, undefined]]);
    expect(far?.total).toBe(10_000);
    expect(rowAt(far, 8_000)).toBeUndefined();
  });

  it('never show the rows of one page in place of another', () => {
    const first = mergePages(null, 'a', [[0, page(0, 300)]]);
    const scrolled = mergePages(first, 'a', [
      [1, undefined],
      [2, page(2, 300)],
    ]);
    expect(rowAt(scrolled, 100)).toBeUndefined();
    expect(rowAt(scrolled, 200)).toBe(200);
  });

  it('stay while a new search is loading, and are replaced as a whole by its first page', () => {
    const before = mergePages(null, 'old', [[0, page(0, 500)]]);
    const during = mergePages(before, 'new', [[0, undefined]]);
    expect(during).toBe(before);
    const after = mergePages(during, 'new', [
      [0, { total: 150, rows: [7] }],
      [1, undefined],
    ]);
    expect(after).toMatchObject({ terms: 'new', total: 150 });
    expect(rowAt(after, 0)).toBe(7);
    expect(rowAt(after, 120)).toBeUndefined();
  });

  it('may become empty', () => {
    const before = mergePages(null, 'old', [[0, page(0, 500)]]);
    expect(mergePages(before, 'new', [[0, { total: 0, rows: [] }]])?.total).toBe(0);
  });
});
