import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';
import { useLongRows } from '../use-long-rows.ts';

/** The size of the boxes and of the head, in pixels. */
export const boxWidth = 34;
export const headHeight = 30;
const rowHeight = 28;
const overscanRows = 6;
const overscanColumns = 3;

interface WindowColumn {
  width: number;
  grows?: boolean;
  isFrozen?: boolean;
}

interface GridWindowOptions {
  grid: RefObject<HTMLDivElement | null>;
  columns: readonly WindowColumn[];
  count: number;
  onRange: (first: number, last: number) => void;
  /** A row that stays rendered out of view, because it is being edited; null for none. */
  keptRow: number | null;
}

/** Returns the rows and columns of a table that are in view, and the layout of its cells. */
export function useGridWindow({ grid, columns, count, onRange, keptRow }: GridWindowOptions) {
  const frozenWidth = columns.reduce((sum, { width, isFrozen }) => sum + (isFrozen ? width : 0), boxWidth);
  const rows = useLongRows({
    scroller: grid,
    count,
    overscan: overscanRows,
    heightOf: () => rowHeight,
    coveredPx: headHeight,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        return keptRow === null || keptRow >= count || shown.includes(keptRow)
          ? shown
          : [...shown, keptRow].sort((a, b) => a - b);
      },
      [keptRow, count],
    ),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: overscanColumns,
    scrollPaddingStart: frozenWidth - boxWidth,
    scrollPaddingEnd: boxWidth,
    useFlushSync: false,
  });
  const widths = columns.map(({ width }) => width).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths were estimated for the previous columns
  useEffect(() => across.measure(), [widths, across]);

  const { items } = rows;
  const inView = items.filter(({ index }) => index !== keptRow);
  const first = inView[0]?.index ?? 0;
  const last = inView.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [first, last, onRange]);

  const frozen = columns.flatMap(({ isFrozen }, index) => (isFrozen ? [index] : []));
  const shown = [...new Set([...frozen, ...across.getVirtualItems().map(({ index }) => index)])].sort(
    (a, b) => a - b,
  );
  return {
    /** The rows to render, with their positions in pixels. */
    rows: items,
    /** The columns to render, counted from 1: column 0 has the boxes. */
    columns: shown.map((index) => index + 1),
    height: rows.height,
    width: columns.reduce((sum, { width }) => sum + width, boxWidth),
    template: [
      `${boxWidth}px`,
      ...columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`)),
    ].join(' '),
    /** Returns the left edge of a column, in pixels. */
    leftOf: (column: number) =>
      columns.slice(0, column - 1).reduce((sum, { width }) => sum + width, boxWidth),
    /** The number of rows in view. */
    page: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    /** Scrolls a cell into view. */
    show({ row, column }: { row: number; column: number }) {
      if (row >= 0 && row < count) rows.reveal(row);
      if (column > 0 && !columns[column - 1]?.isFrozen) across.scrollToIndex(column - 1, { align: 'auto' });
    },
  };
}

/** The part of a table that is in view. */
export type GridWindow = ReturnType<typeof useGridWindow>;
