import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ColumnEdge } from './column-edge.tsx';
import classes from './grid.module.css';
import { isInRange, rangeOf } from './grid-cursor.ts';
import { GridEditor } from './grid-editor.tsx';
import type { DataGridProps, Editing } from './grid-types.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { headHeight, useGridWindow } from './use-grid-window.ts';

const cellClass = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');

function SortMark({ descending }: { descending: boolean }) {
  return descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />;
}

/**
 * A table of any length that is edited like a spreadsheet. Only the cells in view are rendered. It has one stop for Tab, and the
 * cursor is its active descendant; it knows nothing of what its rows are.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, words, columns, count, rowAt, cursor, onCursor, hoveredIndex, onHover, sort, choice } =
    props;
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

  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const { row: cursorRow, column: cursorColumn } = cursor.cell;
  const isCursorShown = cursorRow < 0 || view.rows.some(({ index }) => index === cursorRow);
  const isCursor = (row: number, column: number) => row === cursorRow && column === cursorColumn;
  const frozen = (column: number) =>
    column === 0 ? { left: 0 } : columns[column - 1]?.isFrozen ? { left: view.leftOf(column) } : undefined;

  const headCell = (column: number) => {
    const declared = columns[column - 1];
    const isSorted = declared !== undefined && sort?.key === declared.key;
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows are positioned, which those of <table> cannot be
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the table
      // biome-ignore lint/a11y/useFocusableInteractive: the table has the focus, and names its active cell
      <div
        key={declared?.key ?? 'box'}
        id={cellId(-1, column)}
        role="columnheader"
        aria-colindex={column + 1}
        aria-sort={isSorted ? (sort?.descending ? 'descending' : 'ascending') : undefined}
        aria-label={declared === undefined ? words.selectAll : undefined}
        className={cellClass(classes.cell, classes.headCell, column === 0 ? classes.box : undefined)}
        data-sortable={declared?.isSortable || undefined}
        data-right={declared?.isRight || undefined}
        data-frozen={frozen(column) ? '' : undefined}
        data-cursor={isCursor(-1, column) || undefined}
        style={{ gridColumn: column + 1, ...frozen(column) }}
        onClick={() => {
          if (declared === undefined) choice.choose(choice.areAll ? 'none' : 'all', 0);
          else if (declared.isSortable) props.onSort(declared.key);
        }}
      >
        {declared === undefined ? (
          <input type="checkbox" checked={choice.areAll} readOnly tabIndex={-1} aria-hidden />
        ) : (
          <>
            <span>{declared.head}</span>
            {isSorted && sort && <SortMark descending={sort.descending} />}
            {props.onWidth && (
              <ColumnEdge width={declared.width} onWidth={(width) => props.onWidth?.(declared.key, width)} />
            )}
          </>
        )}
      </div>
    );
  };

  const boxCell = (index: number, isChosen: boolean) => (
    // biome-ignore lint/a11y/useSemanticElements: see the head
    // biome-ignore lint/a11y/useFocusableInteractive: see the head
    <div
      key="box"
      id={cellId(index, 0)}
      role="gridcell"
      aria-colindex={1}
      aria-label={words.selectRow}
      aria-selected={isChosen}
      className={cellClass(classes.cell, classes.box)}
      data-frozen=""
      data-cursor={isCursor(index, 0) || undefined}
      style={{ gridColumn: 1, left: 0 }}
      onPointerDown={(event) => onPointerDown(event, index, 0)}
      onDoubleClick={() => props.onOpen(index)}
    >
      <input type="checkbox" checked={isChosen} readOnly tabIndex={-1} aria-hidden />
    </div>
  );

  const dataCell = (index: number, column: number, row: Row | undefined) => {
    const declared = columns[column - 1];
    if (!declared) return null;
    const problem = row === undefined ? null : props.problemOf(row, declared.key);
    const isEdited = editing?.row === index && editing.column === column;
    return (
      // biome-ignore lint/a11y/useSemanticElements: see the head
      // biome-ignore lint/a11y/useFocusableInteractive: see the head
      <div
        key={declared.key}
        id={cellId(index, column)}
        role="gridcell"
        aria-colindex={column + 1}
        aria-selected={isBlock ? isInRange(range, index, column) : undefined}
        aria-readonly={row !== undefined && !declared.isEditable(row) ? true : undefined}
        aria-invalid={problem && !problem.isWarning ? true : undefined}
        aria-description={problem?.reason}
        title={problem?.reason}
        className={classes.cell}
        data-column={declared.key}
        data-right={declared.isRight || undefined}
        data-quiet={(row !== undefined && !declared.isPlain && !declared.isEditable(row)) || undefined}
        data-frozen={declared.isFrozen ? '' : undefined}
        data-problem={problem ? (problem.isWarning ? 'warning' : 'error') : undefined}
        data-changed={(row !== undefined && declared.isChanged?.(row)) || undefined}
        data-cursor={isCursor(index, column) || undefined}
        data-editing={isEdited || undefined}
        style={{ gridColumn: column + 1, ...frozen(column) }}
        onPointerDown={(event) => onPointerDown(event, index, column)}
        onPointerEnter={(event) => onPointerEnter(event, index, column)}
        onDoubleClick={() => edit(null)}
      >
        {isEdited ? (
          <GridEditor
            label={declared.head}
            text={editing.text}
            options={declared.options ?? []}
            isMultiline={declared.isMultiline ?? false}
            selectsAll={editing.selectsAll}
            onEnd={onEditorEnd}
            onCancel={() => {
              setEditing(null);
              grid.current?.focus({ preventScroll: true });
            }}
          />
        ) : (
          <span>
            {row === undefined
              ? ''
              : problem && problem.text !== declared.text(row)
                ? problem.text
                : (declared.draw?.(row) ?? declared.text(row))}
          </span>
        )}
      </div>
    );
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
      aria-activedescendant={isCursorShown ? cellId(cursorRow, cursorColumn) : undefined}
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
          {headCell(0)}
          {view.columns.map((column) => headCell(column))}
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
              data-hovered={hoveredIndex === index || undefined}
              style={{ gridTemplateColumns: view.template, top: start, height: size }}
              onMouseEnter={() => onHover(index)}
            >
              {boxCell(index, isChosen)}
              {view.columns.map((column) => dataCell(index, column, row))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
