/** A cell by its indexes. Row −1 is the head; column 0 has the boxes that select rows. */
export interface GridCell {
  row: number;
  column: number;
}

/** A block of cells; all four bounds are included. */
export interface GridRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The cell that keys act on, and the opposite end of the selected block. */
export interface GridCursor {
  cell: GridCell;
  anchor: GridCell;
}

interface GridSize {
  rows: number;
  /** The number of columns, including the one with the boxes. */
  columns: number;
  /** The number of rows in view. */
  page: number;
}

interface GridKey {
  key: string;
  isShift: boolean;
  /** Ctrl, or the command key of a Mac. */
  isControl: boolean;
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** Returns a cursor on one cell. */
export const cursorAt = (row: number, column: number): GridCursor => ({
  cell: { row, column },
  anchor: { row, column },
});

/**
 * Returns the cursor in a table of so many rows: both ends of its block are rows that exist. The same object if it is
 * one already, so that nothing is drawn again.
 */
export function cursorWithin(cursor: GridCursor, rows: number): GridCursor {
  const last = Math.max(0, rows - 1);
  const { cell, anchor } = cursor;
  if (cell.row <= last && anchor.row <= last) return cursor;
  return {
    cell: { row: Math.min(cell.row, last), column: cell.column },
    anchor: { row: Math.min(anchor.row, last), column: anchor.column },
  };
}

/** Returns the cursor in a list of other rows: on the first row, or still in the head, and without a block. */
export const cursorInOtherRows = ({ cell: { row, column } }: GridCursor): GridCursor =>
  cursorAt(Math.min(row, 0), column);

/** Returns the block between both ends of a cursor, without the head and the column of the boxes. */
export function rangeOf({ cell, anchor }: GridCursor): GridRange | null {
  const range = {
    top: Math.max(0, Math.min(cell.row, anchor.row)),
    bottom: Math.max(cell.row, anchor.row),
    left: Math.max(1, Math.min(cell.column, anchor.column)),
    right: Math.max(cell.column, anchor.column),
  };
  return range.bottom < 0 || range.right < 1 ? null : range;
}

/**
 * Returns the block into which texts are pasted. A cursor on a box means its row, and the head of a table without rows
 * means its first row; null for the head of other tables, which names no row.
 */
export function pasteRangeOf({ cell, anchor }: GridCursor, rows: number): GridRange | null {
  const isInHead = cell.row < 0 || anchor.row < 0;
  if (isInHead && rows > 0) return null;
  const within = ({ row, column }: GridCell): GridCell => ({
    row: Math.max(0, row),
    column: Math.max(1, column),
  });
  return rangeOf({ cell: within(cell), anchor: within(anchor) });
}

/** Returns true if a cell is within a block. */
export const isInRange = (range: GridRange | null, row: number, column: number): boolean =>
  range !== null && row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;

function target({ row, column }: GridCell, { key, isControl }: GridKey, size: GridSize): GridCell | null {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  switch (key) {
    case 'ArrowUp':
      return { row: isControl ? Math.min(row, 0) : row - 1, column };
    case 'ArrowDown':
      return { row: isControl ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isControl ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isControl ? lastColumn : column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column };
    case 'PageDown':
      return { row: row + size.page, column };
    case 'Home':
      return isControl ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End':
      return isControl ? { row: lastRow, column: lastColumn } : { row, column: lastColumn };
    default:
      return null;
  }
}

/**
 * Returns the cursor after a key; null if the key does not move it. With Shift the block grows, but never into the
 * head.
 */
export function movedCursor(cursor: GridCursor, key: GridKey, size: GridSize): GridCursor | null {
  const to = target(cursor.cell, key, size);
  if (to === null) return null;
  const cell = {
    row: clamp(to.row, key.isShift ? 0 : -1, size.rows - 1),
    column: clamp(to.column, 0, size.columns - 1),
  };
  return { cell, anchor: key.isShift ? cursor.anchor : cell };
}

/**
 * Returns the cursor after Tab, or after Shift+Tab with `step` −1; null at the end of a row, where the focus leaves the
 * table. With `wraps`, it continues in the next row instead.
 */
export function tabbedCursor(
  { cell }: GridCursor,
  step: 1 | -1,
  { rows, columns }: GridSize,
  wraps: boolean,
): GridCursor | null {
  const column = cell.column + step;
  if (column >= 0 && column < columns) return cursorAt(cell.row, column);
  const row = cell.row + step;
  if (!wraps || row < 0 || row >= rows) return null;
  return cursorAt(row, step > 0 ? 1 : columns - 1);
}
