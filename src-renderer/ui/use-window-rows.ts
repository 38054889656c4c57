import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

interface WindowRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
  /** Above some of the rows; their height is in pixels. */
  headings?: { height: number; isAbove: (index: number) => boolean } | null;
  keyOf?: (index: number) => string | number;
  /** Rows to render outside the view. Few, because each one costs time at a far jump. */
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
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (headings?.isAbove(index) ? headings.height : 0),
    ...(keyOf ? { getItemKey: keyOf } : {}),
    overscan,
    // The new rows of a far jump are rendered in a separate task, so that scrolling never waits for them.
    useFlushSync: false,
  });
  // The heights that it remembers are those of other headings.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new set of headings
  useEffect(() => rows.measure(), [headings, rows]);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  return { rows, items };
}
