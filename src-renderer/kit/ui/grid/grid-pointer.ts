import type { PointerEvent } from 'react';
import { cursorAt } from './grid-cursor.ts';
import type { DataGridProps } from './grid-types.ts';

interface GridPointerOptions extends Pick<DataGridProps<never>, 'cursor' | 'onCursor' | 'choice'> {
  isEditing: boolean;
}

/**
 * Returns what the pointer does on the cells of a table: a press moves the cursor or selects a row, and dragging extends
 * the block. Column 0 has the boxes that select rows.
 */
export function gridPointer({ cursor, onCursor, choice, isEditing }: GridPointerOptions) {
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
