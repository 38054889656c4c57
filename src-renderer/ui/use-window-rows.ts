import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

interface WindowRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
  keyOf?: (index: number) => string | number;
  /** Few: with far jumps each one costs, and a row that was never in view is no loss. */
  overscan?: number;
  /** Told the rows in view, so that their pages can be fetched. */
  onRange?: ((first: number, last: number) => void) | undefined;
}

/** Those rows of a list of any length that are in view. */
export function useWindowRows({
  scroller,
  count,
  rowHeight,
  keyOf,
  overscan = 4,
  onRange,
}: WindowRowsOptions) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...(keyOf ? { getItemKey: keyOf } : {}),
    overscan,
    // The new rows of a far jump are drawn in a task of their own, and scrolling never waits for them.
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  return { rows, items };
}
