import { useCallback, useEffect, useRef, useState } from 'react';

export const pageSize = 100;

/** A page of a list from the main process; `total` is the length of the whole list. */
export interface Page<Row> {
  total: number;
  rows: Row[];
}

/** Returns the numbers of the pages that cover the rows in view; a list requests only these. */
export function usePagesInView() {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => {
    setRange((before) => {
      const next = { first: Math.floor(first / pageSize), last: Math.floor(last / pageSize) };
      return before.first === next.first && before.last === next.last ? before : next;
    });
  }, []);
  const pages = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  return { pages, onRange };
}

/** The loaded pages, and the terms (filter, sort) that they belong to. */
export interface PagedRows<Row> {
  terms: string;
  total: number;
  /** When the answer arrived that `total` is from, in milliseconds since 1970. */
  totalAt: number;
  pages: ReadonlyMap<number, Row[]>;
}

/** A page of a list as far as it has arrived, and when it did, in milliseconds since 1970. */
export interface LoadedPage<Row> {
  number: number;
  data: Page<Row> | undefined;
  arrivedAt: number;
}

/**
 * Returns the rows to show while some pages are still loading. Until the first page for new terms arrives, the rows of
 * the previous terms stay, so that a list does not go blank at each letter of a search. Rows of different terms are
 * never mixed.
 *
 * The length is that of the latest answer. Pages that are not in view are not renewed when the list changes, so a page
 * that comes into view again may still say the length of before. If that counted, the view would move to where that
 * length allows, there the other length would count, and so on without end.
 */
export function mergePages<Row>(
  previous: PagedRows<Row> | null,
  terms: string,
  loaded: readonly LoadedPage<Row>[],
  now: number,
): PagedRows<Row> | null {
  const known = previous?.terms === terms ? previous : null;
  const pages = new Map<number, Row[]>();
  let latest: { total: number; totalAt: number } | null = known;
  // After the clock of the computer was set back, no answer would be later than the known one.
  if (latest !== null && latest.totalAt > now) latest = { total: latest.total, totalAt: 0 };
  for (const { number, data, arrivedAt } of loaded) {
    if (!data) continue;
    pages.set(number, data.rows);
    if (latest === null || arrivedAt > latest.totalAt) latest = { total: data.total, totalAt: arrivedAt };
  }
  if (pages.size === 0 && known === null) return previous;
  return latest === null ? null : { terms, total: latest.total, totalAt: latest.totalAt, pages };
}

/** Returns the row at an index; undefined if its page is not loaded. */
export function rowAt<Row>(shown: PagedRows<Row> | null, index: number): Row | undefined {
  return shown?.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

/** Returns the index of a row in the loaded pages; null if none of them contains it. */
export function indexWhere<Row>(shown: PagedRows<Row> | null, is: (row: Row) => boolean): number | null {
  for (const [page, rows] of shown?.pages ?? []) {
    const at = rows.findIndex(is);
    if (at >= 0) return page * pageSize + at;
  }
  return null;
}

/** Returns the value; while it is loading, the previous one. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  });
  return value ?? last.current;
}

/** Returns the rows to show now; see `mergePages`. */
export function useShownPages<Row>(terms: string, loaded: readonly LoadedPage<Row>[]): PagedRows<Row> | null {
  const previous = useRef<PagedRows<Row> | null>(null);
  const shown = mergePages(previous.current, terms, loaded, Date.now());
  useEffect(() => {
    previous.current = shown;
  });
  return shown;
}

/** Returns a function that runs lookups; if several overlap, only the result of the latest is used. */
export function useLatest() {
  const turn = useRef(0);
  return useCallback(async <T>(find: () => Promise<T>, then: (found: T) => void): Promise<void> => {
    turn.current += 1;
    const current = turn.current;
    const found = await find();
    if (current === turn.current) then(found);
  }, []);
}
