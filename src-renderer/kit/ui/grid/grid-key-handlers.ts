import type { KeyboardEvent } from 'react';
import { cursorAt, type GridRange, rangeOf } from './grid-cursor.ts';
import type { DataGridProps } from './grid-types.ts';

/** By how much the keys + and - change the width of a column, in pixels. */
const widthStep = 16;

/** What the keys of a table act on. */
export interface GridKeyTarget
  extends Pick<
    DataGridProps<never>,
    'cursor' | 'onCursor' | 'choice' | 'onSort' | 'onWidth' | 'onOpen' | 'onClear' | 'onFill' | 'onRemove'
  > {
  columns: readonly { key: string; width: number; isSortable?: boolean }[];
  /** Starts to edit the cell of the cursor, with its own text (null) or with another one. */
  edit: (typed: string | null) => void;
}

/** Returns true for a key that types a letter, also through an input method or a dead key. */
const typesLetter = ({ key, altKey }: KeyboardEvent) =>
  !altKey && (key.length === 1 || key === 'Process' || key === 'Dead');

const isDeleteKey = ({ key }: KeyboardEvent) => key === 'Delete' || key === 'Backspace';

/** Returns true for Ctrl, or the command key of a Mac. */
export const isControlKey = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey;

/** Handles the keys of the head, which sort, select all rows and change widths; returns true for one of them. */
export function handleHeadKey(
  { key }: KeyboardEvent,
  { cursor: { cell }, columns, choice, onSort, onWidth }: GridKeyTarget,
): boolean {
  if (cell.row >= 0) return false;
  const column = columns[cell.column - 1];
  const widthChange = { '+': widthStep, '-': -widthStep }[key];
  if (widthChange !== undefined && column !== undefined && onWidth) {
    onWidth(column.key, column.width + widthChange);
    return true;
  }
  if (key !== 'Enter' && key !== ' ') return false;
  if (column === undefined) choice.choose(choice.areAll ? 'none' : 'all', 0);
  else if (column.isSortable) onSort(column.key);
  return true;
}

/** Handles the keys that select rows; returns true for one of them. Escape first reduces a block to its cell. */
export function handleChoiceKey(
  event: KeyboardEvent,
  { cursor, onCursor, choice }: Pick<GridKeyTarget, 'cursor' | 'onCursor' | 'choice'>,
): boolean {
  const { key, shiftKey } = event;
  const { cell, anchor } = cursor;
  if (isControlKey(event) && key.toLowerCase() === 'a') choice.choose('all', 0);
  else if (key === ' ' && cell.row >= 0 && (shiftKey || cell.column === 0)) choice.choose('toggle', cell.row);
  else if (key === 'Escape') {
    const isBlock = anchor.row !== cell.row || anchor.column !== cell.column;
    if (rangeOf(cursor) !== null && isBlock) onCursor(cursorAt(cell.row, cell.column), 'keys');
    else choice.choose('none', 0);
  } else return false;
  return true;
}

/** Handles the keys that open a row, and those that change cells; returns true if the browser must not handle the key. */
export function handleCellKey(event: KeyboardEvent, target: GridKeyTarget): boolean {
  const { cell } = target.cursor;
  const range = rangeOf(target.cursor);
  if (event.key === 'Enter' && cell.row >= 0 && (isControlKey(event) || cell.column === 0)) {
    target.onOpen(cell.row);
    return true;
  }
  if (target.onRemove !== undefined && isDeleteKey(event) && cell.row >= 0) {
    target.onRemove();
    return true;
  }
  return range !== null && cell.row >= 0 && changesCells(event, range, target);
}

function changesCells(event: KeyboardEvent, range: GridRange, target: GridKeyTarget): boolean {
  const { key } = event;
  const isControl = isControlKey(event);
  if (key === 'F2' || (key === 'Enter' && !isControl)) target.edit(null);
  else if (isDeleteKey(event)) target.onClear(range);
  else if (isControl && key.toLowerCase() === 'd') target.onFill(range);
  else if (!isControl && typesLetter(event) && target.cursor.cell.column > 0) {
    target.edit('');
    // The browser types the letter into the field, which has the focus now.
    event.stopPropagation();
    return false;
  } else return false;
  return true;
}
