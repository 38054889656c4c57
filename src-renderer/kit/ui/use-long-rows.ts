import {
  elementScroll,
  observeElementOffset,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';

/**
 * The maximum height of a list in CSS pixels, up to which it is as high as its rows. Chromium places nothing beyond
 * 33,554,432 physical pixels, of which four may be one CSS pixel.
 */
export const maxListPx = 8_000_000;

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Returns how many pixels of rows one pixel of scrolling moves: 1 except in very long lists. */
function scaleOf(rows: Rows): number {
  const total = rows.getTotalSize();
  if (total <= maxListPx) return 1;
  const view = rows.scrollElement?.clientHeight ?? 0;
  return (total - view) / (maxListPx - view);
}

const linePx = 40;

/** Scrolls a very long list by the distance of the wheel; the browser would scroll it by a multiple. */
function useWheel(rows: Rows, scroller: RefObject<HTMLDivElement | null>, isLong: boolean) {
  useEffect(() => {
    const element = scroller.current;
    if (!isLong || element === null) return;
    let rest = 0;
    const onWheel = (event: WheelEvent) => {
      const { deltaX, deltaY, deltaMode } = event;
      if (event.ctrlKey || event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
      event.preventDefault();
      const unitPx = deltaMode === 1 ? linePx : deltaMode === 2 ? element.clientHeight : 1;
      rest += (deltaY * unitPx) / scaleOf(rows);
      const whole = Math.trunc(rest);
      rest -= whole;
      element.scrollTop += whole;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [rows, scroller, isLong]);
}

interface LongRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  /** The height of a row, in pixels. */
  heightOf: (index: number) => number;
  keyOf?: ((index: number) => string | number) | undefined;
  /** The number of rows rendered outside the view. Few, because each one costs time at a far jump. */
  overscan: number;
  /** The height of the covered top of the view in pixels, which shifts the rows down. */
  coveredPx?: number;
  rangeExtractor?: (range: Range) => number[];
}

/**
 * Returns the rows in view of a list of any length, and their positions. A list that would exceed the browser's maximum
 * height is scrolled at a reduced scale: its rows move with the view.
 */
export function useLongRows(options: LongRowsOptions) {
  const { scroller, count, heightOf, keyOf, overscan, coveredPx = 0, rangeExtractor } = options;
  const [scrolled, setScrolled] = useState(0);
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    ...(keyOf ? { getItemKey: keyOf } : {}),
    ...(rangeExtractor ? { rangeExtractor } : {}),
    overscan,
    scrollPaddingEnd: coveredPx,
    // React renders the new rows of a far jump in a separate task, so that scrolling never waits for them.
    useFlushSync: false,
    observeElementOffset: (instance, told) =>
      observeElementOffset(instance, (scrolled, isScrolling) => {
        const scale = scaleOf(instance);
        // The rows of a very long list move with each pixel, those of other lists only with the rendered range.
        if (scale > 1) setScrolled(scrolled);
        told(scrolled * scale, isScrolling);
      }),
    scrollToFn: (offset, how, instance) => elementScroll(offset / scaleOf(instance), how, instance),
  });
  const total = rows.getTotalSize();
  const isLong = total > maxListPx;
  useWheel(rows, scroller, isLong);
  const beforePx = scrolled * (scaleOf(rows) - 1);
  const items = rows.getVirtualItems();

  function revealInLong(index: number) {
    const element = scroller.current;
    const row = rows.measurementsCache[index];
    if (element === null || row === undefined) return;
    const scale = scaleOf(rows);
    const top = element.scrollTop * scale;
    const viewPx = element.clientHeight - coveredPx;
    if (row.start < top) element.scrollTop = Math.floor(row.start / scale);
    else if (row.end > top + viewPx) element.scrollTop = Math.ceil((row.end - viewPx) / scale);
  }

  return {
    /** `start` is the position of the row, in pixels from the top of the scrolled content. */
    items: isLong ? items.map((item) => ({ ...item, start: item.start - beforePx })) : items,
    /** The height of the scrolled content, in pixels. */
    height: Math.min(total, maxListPx),
    isScrolling: rows.isScrolling,
    /** Scrolls by the smallest distance that brings a row into view. */
    reveal: (index: number) =>
      scaleOf(rows) === 1 ? rows.scrollToIndex(index, { align: 'auto' }) : revealInLong(index),
    /** Discards the measured heights, so that they are measured again. */
    measure: rows.measure,
  };
}
