import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './grid.module.css';
import { boxCell, dataCell, type GridCells, headCell } from './grid-cells.tsx';
import { cursorAt, rangeOf } from './grid-cursor.ts';
import type { DataGridProps, Editing } from './grid-types.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { headHeight, useGridWindow } from './use-grid-window.ts';

/** Draws the head of a table. */
function headRow<Row>(cells: GridCells<Row>): ReactNode {
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
function dataRow<Row>(
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

interface GridPointerOptions extends Pick<DataGridProps<never>, 'cursor' | 'onCursor' | 'choice'> {
  isEditing: boolean;
}

/**
 * Returns what the pointer does on the cells of a table: a press moves the cursor or selects a row, and dragging extends
 * the block. Column 0 has the boxes that select rows.
 */
function gridPointer({ cursor, onCursor, choice, isEditing }: GridPointerOptions) {
  return {
    onPointerDown(event: PointerEvent, row: number, column: number) {
      if (event.button !== 0) return;
      if (column === 0 || event.ctrlKey || event.metaKey) {
        choice.choose(event.shiftKey ? 'to' : 'toggle', row);
        onCursor(cursorAt(row, column), 'pointer');
        return;
      }
      const cell = { row, column };
      onCursor({ cell, anchor: event.shiftKey ? cursor.anchor : cell }, 'pointer');
    },
    onPointerEnter(event: PointerEvent, row: number, column: number) {
      const isDragging = (event.buttons & 1) !== 0;
      if (!isDragging || column === 0 || cursor.anchor.column === 0 || isEditing) return;
      onCursor({ cell: { row, column }, anchor: cursor.anchor }, 'pointer');
    },
  };
}

/**
 * A table of any length that is edited like a spreadsheet. Only the cells in view are rendered. The table is a single
 * tab stop, and the cursor is its active descendant; it knows nothing about the meaning of its rows.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, count, rowAt, cursor, onHover } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const view = useGridWindow({ grid, columns, count, onRange: props.onRange, keptRow: editing?.row ?? null });
  const range = rangeOf(cursor);
  const isBlock = range !== null && (range.top !== range.bottom || range.left !== range.right);

  const edit = (typed: string | null) => {
    const { row, column } = cursor.cell;
    const declared = columns[column - 1];
    const data = rowAt(row);
    if (!declared || data === undefined || !declared.isEditable(data)) return;
    const text = typed ?? props.problemOf(data, declared.key)?.text ?? declared.text(data);
    // The field must have the focus before the browser inserts the letter that was typed.
    flushSync(() => setEditing({ row, column, text, selectsAll: typed === null }));
  };
  const { onKeyDown, onEditorEnd } = useGridKeys({ ...props, grid, view, edit, setEditing, editing });
  const clipboard = useGridClipboard({ ...props, isEditing: editing !== null });
  const pointer = gridPointer({ ...props, isEditing: editing !== null });

  const { row: cursorRow, column: cursorColumn } = cursor.cell;
  const isCursorShown = cursorRow < 0 || view.rows.some(({ index }) => index === cursorRow);
  const cells: GridCells<Row> = {
    grid: props,
    columns,
    view,
    editing,
    range,
    isBlock,
    edit,
    onEditorEnd,
    ...pointer,
    cellId: (row, column) => `${id}-${row}-${column}`,
    endEditing: () => {
      setEditing(null);
      grid.current?.focus({ preventScroll: true });
    },
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned, which those of <table> cannot be
    <div
      ref={grid}
      className={classes.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={isCursorShown ? cells.cellId(cursorRow, cursorColumn) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseLeave={() => onHover(null)}
      {...clipboard}
    >
      {headRow(cells)}
      {/* biome-ignore lint/a11y/useSemanticElements: see the table */}
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: view.height, minWidth: view.width, position: 'relative' }}
      >
        {view.rows.map((place) => dataRow(cells, place))}
      </div>
    </div>
  );
}
