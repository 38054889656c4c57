import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './grid.module.css';
import type { GridCells } from './grid-cells.tsx';
import { rangeOf } from './grid-cursor.ts';
import { gridPointer } from './grid-pointer.ts';
import { dataRow, headRow } from './grid-rows.tsx';
import type { DataGridProps, Editing } from './grid-types.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridWindow } from './use-grid-window.ts';

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
