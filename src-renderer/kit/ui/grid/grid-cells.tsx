import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { PointerEvent, ReactNode } from 'react';
import { ColumnEdge } from './column-edge.tsx';
import classes from './grid.module.css';
import { type GridRange, isInRange } from './grid-cursor.ts';
import { GridEditor } from './grid-editor.tsx';
import type { DataGridProps, Editing } from './grid-types.ts';
import type { GridWindow } from './use-grid-window.ts';

const cellClass = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');

function SortMark({ descending }: { descending: boolean }) {
  return descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />;
}

/** The data and the handlers of the cells of a table. Column 0 has the boxes that select rows; row -1 is the head. */
export interface GridCells<Row> {
  grid: DataGridProps<Row>;
  columns: DataGridProps<Row>['columns'];
  view: GridWindow;
  editing: Editing | null;
  range: GridRange | null;
  /** True if the range has more than one cell. */
  isBlock: boolean;
  /** Returns the id of the element of a cell. */
  cellId: (row: number, column: number) => string;
  /** Opens the editor on the cell of the cursor with this text; null keeps the text of the cell. */
  edit: (typed: string | null) => void;
  onPointerDown: (event: PointerEvent, row: number, column: number) => void;
  onPointerEnter: (event: PointerEvent, row: number, column: number) => void;
  onEditorEnd: Parameters<typeof GridEditor>[0]['onEnd'];
  /** Closes the editor and returns the focus to the table. */
  endEditing: () => void;
}

function isCursor<Row>({ grid }: GridCells<Row>, row: number, column: number): boolean {
  return row === grid.cursor.cell.row && column === grid.cursor.cell.column;
}

function frozen<Row>({ columns, view }: GridCells<Row>, column: number): { left: number } | undefined {
  if (column === 0) return { left: 0 };
  return columns[column - 1]?.isFrozen ? { left: view.leftOf(column) } : undefined;
}

/** Draws a cell of the head: of a column, or the box that selects all rows. */
export function headCell<Row>(cells: GridCells<Row>, column: number): ReactNode {
  const { columns, cellId } = cells;
  const { words, sort, choice, onSort, onWidth } = cells.grid;
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
      data-frozen={frozen(cells, column) ? '' : undefined}
      data-cursor={isCursor(cells, -1, column) || undefined}
      style={{ gridColumn: column + 1, ...frozen(cells, column) }}
      onClick={() => {
        if (declared === undefined) choice.choose(choice.areAll ? 'none' : 'all', 0);
        else if (declared.isSortable) onSort(declared.key);
      }}
    >
      {declared === undefined ? (
        <input type="checkbox" checked={choice.areAll} readOnly tabIndex={-1} aria-hidden />
      ) : (
        <>
          <span title={declared.head}>{declared.head}</span>
          {isSorted && sort && <SortMark descending={sort.descending} />}
          {onWidth && <ColumnEdge width={declared.width} onWidth={(width) => onWidth(declared.key, width)} />}
        </>
      )}
    </div>
  );
}

/** Draws the box that selects a row. */
export function boxCell<Row>(cells: GridCells<Row>, index: number, isChosen: boolean): ReactNode {
  const { cellId, onPointerDown } = cells;
  const { words, onOpen } = cells.grid;
  return (
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
      data-cursor={isCursor(cells, index, 0) || undefined}
      style={{ gridColumn: 1, left: 0 }}
      onPointerDown={(event) => onPointerDown(event, index, 0)}
      onDoubleClick={() => onOpen(index)}
    >
      <input type="checkbox" checked={isChosen} readOnly tabIndex={-1} aria-hidden />
    </div>
  );
}

/** Draws a cell of a row; it is empty while the row is not loaded. */
export function dataCell<Row>(
  cells: GridCells<Row>,
  { index, column, row }: { index: number; column: number; row: Row | undefined },
): ReactNode {
  const { columns, editing, cellId, range, isBlock, edit } = cells;
  const { problemOf } = cells.grid;
  const declared = columns[column - 1];
  if (!declared) return null;
  const problem = row === undefined ? null : problemOf(row, declared.key);
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
      // A text that the column cuts is told on hover.
      title={problem?.reason ?? (row === undefined ? undefined : declared.text(row))}
      className={classes.cell}
      data-column={declared.key}
      data-right={declared.isRight || undefined}
      data-quiet={(row !== undefined && !declared.isPlain && !declared.isEditable(row)) || undefined}
      data-frozen={declared.isFrozen ? '' : undefined}
      data-problem={problem ? (problem.isWarning ? 'warning' : 'error') : undefined}
      data-changed={(row !== undefined && declared.isChanged?.(row)) || undefined}
      data-cursor={isCursor(cells, index, column) || undefined}
      data-editing={isEdited || undefined}
      style={{ gridColumn: column + 1, ...frozen(cells, column) }}
      onPointerDown={(event) => cells.onPointerDown(event, index, column)}
      onPointerEnter={(event) => cells.onPointerEnter(event, index, column)}
      onDoubleClick={() => edit(null)}
    >
      {isEdited ? (
        <GridEditor
          label={declared.head}
          text={editing.text}
          options={declared.options ?? []}
          isMultiline={declared.isMultiline ?? false}
          selectsAll={editing.selectsAll}
          onEnd={cells.onEditorEnd}
          onCancel={cells.endEditing}
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
}
