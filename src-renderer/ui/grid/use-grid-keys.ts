import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { cursorAt, movedCursor, rangeOf, tabbedCursor } from './grid-cursor.ts';
import type { DataGridProps, Editing } from './grid-types.ts';
import type { GridWindow } from './use-grid-window.ts';

interface GridKeysOptions
  extends Pick<
    DataGridProps<never>,
    | 'count'
    | 'cursor'
    | 'onCursor'
    | 'choice'
    | 'onSort'
    | 'onWidth'
    | 'onOpen'
    | 'onClear'
    | 'onFill'
    | 'onEdit'
  > {
  columns: readonly { key: string; width: number; isSortable?: boolean }[];
  grid: RefObject<HTMLDivElement | null>;
  view: GridWindow;
  /** Starts to edit the cell of the cursor: with its own text, or with another one. */
  edit: (typed: string | null) => void;
  editing: Editing | null;
  setEditing: (editing: Editing | null) => void;
}

/** By how much the keys + and - change the width of a column, in pixels. */
const widthStep = 16;

/** Returns true for a key that types a letter, also through an input method or a dead key. */
const typesLetter = ({ key, altKey }: KeyboardEvent) =>
  !altKey && (key.length === 1 || key === 'Process' || key === 'Dead');

/** Returns how the table answers keys, and what happens when the text field of a cell is left. */
export function useGridKeys(options: GridKeysOptions) {
  const { count, columns, cursor, onCursor, choice, grid, view, edit, editing, setEditing } = options;
  const { cell } = cursor;
  const size = { rows: count, columns: columns.length + 1, page: view.page };

  // A cursor that was moved, here or by another part, is scrolled into view; one that stays leaves the view alone.
  const shown = useRef(cell);
  useEffect(() => {
    if (shown.current.row === cell.row && shown.current.column === cell.column) return;
    shown.current = cell;
    view.show(cell);
  });

  /** Handles the keys of the head; returns true if the key was one of them. */
  function inHead(key: string): boolean {
    if (cell.row >= 0) return false;
    const column = columns[cell.column - 1];
    const wider = { '+': widthStep, '-': -widthStep }[key];
    if (wider !== undefined && column !== undefined && options.onWidth) {
      options.onWidth(column.key, column.width + wider);
      return true;
    }
    if (key !== 'Enter' && key !== ' ') return false;
    if (column === undefined) choice.choose(choice.areAll ? 'none' : 'all', 0);
    else if (column.isSortable) options.onSort(column.key);
    return true;
  }

  /** Handles the keys that select rows; returns true if the key was one of them. */
  function selects({ key, shiftKey }: KeyboardEvent, isControl: boolean): boolean {
    if (isControl && key.toLowerCase() === 'a') choice.choose('all', 0);
    else if (key === ' ' && cell.row >= 0 && (shiftKey || cell.column === 0))
      choice.choose('toggle', cell.row);
    else if (key === 'Escape') {
      if (
        rangeOf(cursor) !== null &&
        (cursor.anchor.row !== cell.row || cursor.anchor.column !== cell.column)
      )
        onCursor(cursorAt(cell.row, cell.column), 'keys');
      else choice.choose('none', 0);
    } else return false;
    return true;
  }

  /** Handles the keys that change cells; returns true if the key was one of them. */
  function changes(event: KeyboardEvent, isControl: boolean): boolean {
    const { key } = event;
    const range = rangeOf(cursor);
    if (key === 'Enter' && cell.row >= 0 && (isControl || cell.column === 0)) options.onOpen(cell.row);
    else if (range === null || cell.row < 0) return false;
    else if (key === 'F2' || (key === 'Enter' && !isControl)) edit(null);
    else if (key === 'Delete' || key === 'Backspace') options.onClear(range);
    else if (isControl && key.toLowerCase() === 'd') options.onFill(range);
    else if (!isControl && typesLetter(event) && cell.column > 0) {
      edit('');
      // The browser types the letter into the field that has the focus now.
      event.stopPropagation();
      return false;
    } else return false;
    return true;
  }

  function moves({ key, shiftKey }: KeyboardEvent, isControl: boolean): boolean {
    const next =
      key === 'Tab'
        ? tabbedCursor(cursor, shiftKey ? -1 : 1, size, false)
        : movedCursor(cursor, { key, isShift: shiftKey, isControl }, size);
    if (next === null) return false;
    onCursor(next, 'keys');
    return true;
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (editing !== null || event.target !== grid.current) return;
      const isControl = event.ctrlKey || event.metaKey;
      const isDone =
        inHead(event.key) ||
        selects(event, isControl) ||
        changes(event, isControl) ||
        moves(event, isControl);
      if (isDone) event.preventDefault();
    },
    /** Stores what was typed, and moves the cursor on. */
    onEditorEnd(text: string, to: 'down' | 'up' | 'next' | 'previous' | 'stay') {
      if (editing === null) return;
      const { row, column } = editing;
      const key = columns[column - 1]?.key;
      setEditing(null);
      if (key !== undefined) options.onEdit(row, key, text);
      if (to === 'stay') return;
      grid.current?.focus({ preventScroll: true });
      const from = cursorAt(row, column);
      const next =
        to === 'next' || to === 'previous'
          ? tabbedCursor(from, to === 'next' ? 1 : -1, size, true)
          : movedCursor(
              from,
              { key: to === 'down' ? 'ArrowDown' : 'ArrowUp', isShift: false, isControl: false },
              size,
            );
      onCursor(next ?? from, 'keys');
    },
  };
}
