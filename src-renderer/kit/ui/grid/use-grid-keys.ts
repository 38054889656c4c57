import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { cursorAt, movedCursor, tabbedCursor } from './grid-cursor.ts';
import {
  type GridKeyTarget,
  handleCellKey,
  handleChoiceKey,
  handleHeadKey,
  isControlKey,
} from './grid-key-handlers.ts';
import type { DataGridProps, Editing } from './grid-types.ts';
import type { GridWindow } from './use-grid-window.ts';

interface GridKeysOptions extends GridKeyTarget, Pick<DataGridProps<never>, 'count' | 'onEdit'> {
  grid: RefObject<HTMLDivElement | null>;
  view: GridWindow;
  editing: Editing | null;
  setEditing: (editing: Editing | null) => void;
}

/** Returns how the table handles keys, and what happens when the text field of a cell is left. */
export function useGridKeys(options: GridKeysOptions) {
  const { count, columns, cursor, onCursor, grid, view, editing, setEditing } = options;
  const { cell } = cursor;
  const size = { rows: count, columns: columns.length + 1, page: view.page };

  // Scrolls to a cursor that has moved, for whatever reason; otherwise the view stays.
  const shown = useRef(cell);
  useEffect(() => {
    if (shown.current.row === cell.row && shown.current.column === cell.column) return;
    shown.current = cell;
    view.show(cell);
  });

  /** Handles the keys that move the cursor; returns true for one of them. */
  function handleCursorKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const next =
      key === 'Tab'
        ? tabbedCursor(cursor, shiftKey ? -1 : 1, size, false)
        : movedCursor(cursor, { key, isShift: shiftKey, isControl: isControlKey(event) }, size);
    if (next === null) return false;
    onCursor(next, 'keys');
    return true;
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (editing !== null || event.target !== grid.current) return;
      const isDone =
        handleHeadKey(event, options) ||
        handleChoiceKey(event, options) ||
        handleCellKey(event, options) ||
        handleCursorKey(event);
      if (isDone) event.preventDefault();
    },
    /** Stores the typed text and moves the cursor. */
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
