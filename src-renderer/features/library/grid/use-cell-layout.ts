import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLongRows } from '../../../kit/ui/use-long-rows.ts';

const cellWidthPx = 176;
const cellHeightPx = 172;

interface CellLayoutOptions {
  /** The number of cells. */
  count: number;
  /** Receives the indexes of the first and the last cell in view. */
  onRange: (first: number, last: number) => void;
}

/**
 * Returns the layout of a grid whose rows fill the width of its element: the cells in view with their index, row and column, and functions
 * that scroll. Only cells in view are rendered.
 */
export function useCellLayout({ count, onRange }: CellLayoutOptions) {
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, scroller);
  const columns = Math.max(1, Math.floor(width / cellWidthPx));
  const { items, height, isScrolling, reveal } = useLongRows({
    scroller,
    count: Math.ceil(count / columns),
    overscan: 1,
    heightOf: () => cellHeightPx,
  });
  const first = (items[0]?.index ?? 0) * columns;
  const last = Math.min(Math.max(0, count - 1), ((items.at(-1)?.index ?? 0) + 1) * columns - 1);
  useEffect(() => onRange(first, last), [onRange, first, last]);
  const cells = items.flatMap((row) =>
    Array.from({ length: columns }, (_, column) => ({ row, column, index: row.index * columns + column })),
  );
  return {
    ref,
    columns,
    height,
    isScrolling,
    cells: cells.filter(({ index }) => index < count),
    /** False until the width is known: until then there is one column. */
    isMeasured: width > 0,
    isInView: (index: number) => index >= first && index <= last,
    reveal: (index: number) => reveal(Math.floor(index / columns)),
    /** Returns the number of cells by which PageDown moves. */
    cellsPerPage: () =>
      Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / cellHeightPx)) * columns,
  };
}
/** The layout of the cells of a grid. */
export type CellLayout = ReturnType<typeof useCellLayout>;
