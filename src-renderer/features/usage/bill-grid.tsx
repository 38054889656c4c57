import { type ReactNode, useRef } from 'react';
import { useWindowRows } from '../../kit/ui/use-window-rows.ts';
import classes from './bills.module.css';

/** A column of a report table; numbers are aligned to the `right`. */
export interface GridColumn {
  key: string;
  head: string;
  /** In pixels; columns with `grow` share the remaining width in this proportion. */
  width: number;
  grow?: number;
  right?: boolean;
}

interface BillGridProps {
  label: string;
  columns: readonly GridColumn[];
  count: number;
  /** Returns a cell for each column, or null while the row's page is loading. */
  cells: (index: number) => ReactNode[] | null;
  onRange: (first: number, last: number) => void;
}

const rowHeight = 30;
const gap = 12;
const padding = 14;
const overscan = 6;

/** A table of any length. Only the rows in view are rendered; the head stays visible. */
export function BillGrid({ label, columns, count, cells, onRange }: BillGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, height } = useWindowRows({ scroller, count, rowHeight, overscan, onRange });
  // The widths do not depend on the content: each row has its own layout, and all must have the same columns.
  const gridTemplateColumns = columns
    .map(({ width, grow }) => (grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`))
    .join(' ');
  const minWidth = columns.reduce((sum, { width }) => sum + width + gap, 2 * padding - gap);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned, which those of <table> cannot be
    <div
      ref={scroller}
      className={classes.grid}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the table */}
      <div role="rowgroup" className={classes.gridHead} style={{ minWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the table */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a row of words */}
        <div role="row" aria-rowindex={1} className={classes.gridRow} style={{ gridTemplateColumns }}>
          {columns.map(({ key, head, right }) => (
            // biome-ignore lint/a11y/useSemanticElements: see the table
            // biome-ignore lint/a11y/useFocusableInteractive: a cell of words
            <div key={key} role="columnheader" data-right={right || undefined}>
              {head}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see the table */}
      <div role="rowgroup" style={{ height, minWidth, position: 'relative' }}>
        {items.map((item) => (
          // biome-ignore lint/a11y/useSemanticElements: see the table
          // biome-ignore lint/a11y/useFocusableInteractive: what can be done has buttons in the cells
          <div
            key={item.key}
            role="row"
            aria-rowindex={item.index + 2}
            className={classes.gridRow}
            data-row
            style={{ gridTemplateColumns, top: item.start, height: item.size }}
          >
            {cells(item.index)?.map((cell, place) => (
              // biome-ignore lint/a11y/useSemanticElements: see the table
              <div
                key={columns[place]?.key ?? place}
                role="cell"
                data-right={columns[place]?.right || undefined}
                // A text that the column cuts is told on hover.
                title={typeof cell === 'string' ? cell : undefined}
              >
                {cell}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
