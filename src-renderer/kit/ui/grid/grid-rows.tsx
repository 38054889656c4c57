import type { ReactNode } from 'react';
import classes from './grid.module.css';
import { boxCell, dataCell, type GridCells, headCell } from './grid-cells.tsx';
import { headHeight } from './use-grid-window.ts';

/** Draws the head of a table. */
export function headRow<Row>(cells: GridCells<Row>): ReactNode {
  const { view } = cells;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned, which those of <table> cannot be
    <div role="rowgroup" className={classes.head} style={{ minWidth: view.width }}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the group */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the table has the focus, and names its active cell */}
      <div
        role="row"
        aria-rowindex={1}
        className={classes.row}
        style={{ gridTemplateColumns: view.template, height: headHeight }}
      >
        {headCell(cells, 0)}
        {view.columns.map((column) => headCell(cells, column))}
      </div>
    </div>
  );
}

/** Draws a row of a table at its place, in pixels; its cells are empty while the row is not loaded. */
export function dataRow<Row>(
  cells: GridCells<Row>,
  { index, start, size }: { index: number; start: number; size: number },
): ReactNode {
  const { grid, view } = cells;
  const row = grid.rowAt(index);
  const isChosen = grid.choice.isChosen(index);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the head
    // biome-ignore lint/a11y/useFocusableInteractive: see the head
    <div
      key={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={classes.row}
      aria-current={grid.currentIndex === index || undefined}
      data-hovered={grid.hoveredIndex === index || undefined}
      style={{ gridTemplateColumns: view.template, top: start, height: size }}
      onMouseEnter={() => grid.onHover(index)}
    >
      {boxCell(cells, index, isChosen)}
      {view.columns.map((column) => dataCell(cells, { index, column, row }))}
    </div>
  );
}
