import type { ReactNode } from 'react';
import type { GridCell, GridCursor, GridRange } from './grid-cursor.ts';

/** A column of the table. */
export interface GridColumn<Row> {
  key: string;
  head: string;
  /** In pixels. */
  width: number;
  /** True if it takes the width that is left over. */
  grows?: boolean;
  /** True if it stays in view; only the first columns can. */
  isFrozen?: boolean;
  isRight?: boolean;
  isMultiline?: boolean;
  isSortable?: boolean;
  isEditable: (row: Row) => boolean;
  /** True for a column of a table in which nothing is edited: its texts are not greyed. */
  isPlain?: boolean;
  /** Returns the text that is copied and edited. */
  text: (row: Row) => string;
  /** Texts that are offered while the cell is edited. */
  options?: readonly string[];
  /** True if the cell differs from what the row was made with. */
  isChanged?: (row: Row) => boolean;
  /** Draws the cell; its text if it is left out. */
  draw?: (row: Row) => ReactNode;
}

/** What is wrong with a cell, in words; `text` is what it shows, which may be a text that it could not take. */
export interface CellProblem {
  text: string;
  reason: string;
  /** True if it is right as far as anybody can say. */
  isWarning?: boolean;
}

/** The properties of a table that is edited like a spreadsheet. Its rows may be read page by page. */
export interface DataGridProps<Row> {
  label: string;
  /** The names of the box in each row, and of the one in the head. */
  words: { selectRow: string; selectAll: string };
  columns: readonly GridColumn<Row>[];
  count: number;
  /** Returns a row; undefined while its page is loading. */
  rowAt: (index: number) => Row | undefined;
  onRange: (first: number, last: number) => void;
  cursor: GridCursor;
  onCursor: (cursor: GridCursor, how: 'keys' | 'pointer') => void;
  hoveredIndex: number | null;
  /** The row whose details are open; left out where a table has none. */
  currentIndex?: number | null;
  onHover: (index: number | null) => void;
  sort: { key: string; descending: boolean } | null;
  onSort: (key: string) => void;
  /** Called when a column is given another width, in pixels; left out if the widths stay. */
  onWidth?: (key: string, width: number) => void;
  choice: {
    isChosen: (index: number) => boolean;
    areAll: boolean;
    choose: (how: 'toggle' | 'to' | 'all' | 'none', index: number) => void;
  };
  problemOf: (row: Row, columnKey: string) => CellProblem | null;
  /** Called for Ctrl+Enter, and for Enter and a double click beside a box. */
  onOpen: (index: number) => void;
  onEdit: (index: number, columnKey: string, text: string) => void;
  onClear: (range: GridRange) => void;
  /** Called for Ctrl+D: the first row of the block is to be repeated in the others. */
  onFill: (range: GridRange) => void;
  onPaste: (at: GridCell, cells: string[][]) => void;
  /** Returns the texts of a block; a promise if not all of its rows have been read. */
  textsOf: (range: GridRange) => string[][] | Promise<string[][]>;
  /** Returns a text that no other program takes for a formula. */
  inertText: (text: string) => string;
}

/** The cell that is edited, and the text that it starts with. */
export interface Editing extends GridCell {
  text: string;
  selectsAll: boolean;
}
