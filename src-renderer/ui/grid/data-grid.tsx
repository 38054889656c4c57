import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './grid.module.css';
import { boxCell, dataCell, type GridCells, headCell } from './grid-cells.tsx';
import { rangeOf } from './grid-cursor.ts';
import type { DataGridProps, Editing } from './grid-types.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { headHeight, useGridWindow } from './use-grid-window.ts';

/**
 * A table of any length that is edited like a spreadsheet. Only the cells in view are rendered. It has one stop for Tab, and the
 * cursor is its active descendant; it knows nothing of what its rows are.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, count, rowAt, cursor, onCursor, hoveredIndex, onHover, choice } = props;
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

  const onPointerDown = (event: React.PointerEvent, row: number, column: number) => {
    if (event.button !== 0) return;
    if (column === 0 || event.ctrlKey || event.metaKey) {
      choice.choose(event.shiftKey ? 'to' : 'toggle', row);
      onCursor({ cell: { row, column }, anchor: { row, column } }, 'pointer');
    } else
      onCursor(
        { cell: { row, column }, anchor: event.shiftKey ? cursor.anchor : { row, column } },
        'pointer',
      );
  };
  const onPointerEnter = (event: React.PointerEvent, row: number, column: number) => {
    if ((event.buttons & 1) === 0 || column === 0 || cursor.anchor.column === 0 || editing) return;
    onCursor({ cell: { row, column }, anchor: cursor.anchor }, 'pointer');
  };

  const { row: cursorRow, column: cursorColumn } = cursor.cell;
  const isCursorShown = cursorRow < 0 || view.rows.some(({ index }) => index === cursorRow);
  const cells: GridCells<Row> = {
    ...{
      grid: props,
      columns,
      view,
      editing,
      range,
      isBlock,
      edit,
      onPointerDown,
      onPointerEnter,
      onEditorEnd,
    },
    cellId: (row, column) => `${id}-${row}-${column}`,
    endEditing: () => {
      setEditing(null);
      grid.current?.focus({ preventScroll: true });
    },
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: see the head
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
      {/* biome-ignore lint/a11y/useSemanticElements: see the head */}
      <div role="rowgroup" className={classes.head} style={{ minWidth: view.width }}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the head */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see the head */}
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
      {/* biome-ignore lint/a11y/useSemanticElements: see the head */}
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: view.height, minWidth: view.width, position: 'relative' }}
      >
        {view.rows.map(({ index, start, size }) => {
          const row = rowAt(index);
          const isChosen = choice.isChosen(index);
          return (
            // biome-ignore lint/a11y/useSemanticElements: see the head
            // biome-ignore lint/a11y/useFocusableInteractive: see the head
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isChosen}
              className={classes.row}
              aria-current={props.currentIndex === index || undefined}
              data-hovered={hoveredIndex === index || undefined}
              style={{ gridTemplateColumns: view.template, top: start, height: size }}
              onMouseEnter={() => onHover(index)}
            >
              {boxCell(cells, index, isChosen)}
              {view.columns.map((column) => dataCell(cells, { index, column, row }))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
