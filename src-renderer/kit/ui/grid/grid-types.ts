import type { ReactNode } from 'react';
import type { ChoiceAct } from '../use-row-keys.ts';
import type { GridCell, GridCursor, GridRange } from './grid-cursor.ts';

/** A column of the table. */
export interface GridColumn<Row> {
  key: string;
  head: string;
  /** In pixels. */
  width: number;
  /** True if it takes the remaining width. */
  grows?: boolean;
  /** True if it stays in view; only the first columns can. */
  isFrozen?: boolean;
  isRight?: boolean;
  isMultiline?: boolean;
  isSortable?: boolean;
  isEditable: (row: Row) => boolean;
  /** True for a column of a read-only table, whose texts are not greyed out. */
  isPlain?: boolean;
  /** Returns the text that is copied and edited. */
  text: (row: Row) => string;
  /** Texts that are suggested while the cell is edited. */
  options?: readonly string[];
  /** True if the cell differs from the value that its row was created with. */
  isChanged?: (row: Row) => boolean;
  /** Draws the cell; if undefined, its text is shown. */
  draw?: (row: Row) => ReactNode;
}

/** The problem of a cell, in words; `text` is what the cell shows, which may be a text that it rejected. */
export interface CellProblem {
  text: string;
  reason: string;
  /** True if the value may still be correct. */
  isWarning?: boolean;
}

/** The properties of a table that is edited like a spreadsheet. Its rows may be loaded page by page. */
export interface DataGridProps<Row> {
  label: string;
  /** The labels of the box in each row and of the box in the head. */
  words: { selectRow: string; selectAll: string };
  columns: readonly GridColumn<Row>[];
  count: number;
  /** Returns a row; undefined while its page is loading. */
  rowAt: (index: number) => Row | undefined;
  onRange: (first: number, last: number) => void;
  cursor: GridCursor;
  onCursor: (cursor: GridCursor, how: 'keys' | 'pointer') => void;
  hoveredIndex: number | null;
  /** The row whose details are open; undefined for a table without details. */
  currentIndex?: number | null;
  onHover: (index: number | null) => void;
  sort: { key: string; descending: boolean } | null;
  onSort: (key: string) => void;
  /** Called when the width of a column changes, in pixels; undefined if widths are fixed. */
  onWidth?: (key: string, width: number) => void;
  choice: {
    isChosen: (index: number) => boolean;
    areAll: boolean;
    choose: (how: ChoiceAct, index: number) => void;
  };
  problemOf: (row: Row, columnKey: string) => CellProblem | null;
  /** Called for Ctrl+Enter, and for Enter and a double click beside a box. */
  onOpen: (index: number) => void;
  onEdit: (index: number, columnKey: string, text: string) => void;
  onClear: (range: GridRange) => void;
  /**
   * Called for Delete while rows are selected, which then means these rows and not the cell of the cursor; undefined
   * while none is selected, and for a table whose rows cannot be removed.
   */
  onRemove?: (() => void) | undefined;
  /** Called for Ctrl+D: the first row of the block is copied into the others. */
  onFill: (range: GridRange) => void;
  onPaste: (at: GridCell, cells: string[][]) => void;
  /** Called for a paste while the cursor is on a heading, which names no row to paste into. */
  onPasteInHead?: () => void;
  /** Returns the texts of a block; a promise if not all of its rows are loaded. */
  textsOf: (range: GridRange) => string[][] | Promise<string[][]>;
  /** Returns a text that other programs do not interpret as a formula. */
  inertCell: (text: string) => string;
  /** Returns the text of a cell that another program, or Nadir, marked as text by an apostrophe. */
  readInertCell: (text: string) => string;
}

/** The cell that is edited, with its initial text. */
export interface Editing extends GridCell {
  text: string;
  selectsAll: boolean;
}
