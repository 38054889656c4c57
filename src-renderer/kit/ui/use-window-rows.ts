import { type RefObject, useEffect, useRef } from 'react';
import { useLongRows } from './use-long-rows.ts';

interface WindowRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
  /** Headings above some of the rows; their height is in pixels. */
  headings?: { height: number; isAbove: (index: number) => boolean } | null;
  keyOf?: (index: number) => string | number;
  overscan?: number;
  /** Receives the rows in view, so that their pages can be fetched. */
  onRange?: ((first: number, last: number) => void) | undefined;
}

/** Returns only those rows of a list of any length that are in view. */
export function useWindowRows({
  scroller,
  count,
  rowHeight,
  headings = null,
  keyOf,
  overscan = 4,
  onRange,
}: WindowRowsOptions) {
  const rows = useLongRows({
    scroller,
    count,
    keyOf,
    overscan,
    heightOf: (index) => rowHeight + (headings?.isAbove(index) ? headings.height : 0),
  });
  const { items, measure } = rows;
  // Heights are measured again only for other headings, because that is slow for a million rows.
  const measured = useRef(headings);
  useEffect(() => {
    if (measured.current === headings) return;
    measured.current = headings;
    measure();
  }, [headings, measure]);
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  return rows;
}
