import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorAt, cursorWithin, isInRange, movedCursor, rangeOf, tabbedCursor } from './grid-cursor.ts';

const size = { rows: 10, columns: 5, page: 4 };
const moved = (row: number, column: number, key: string, isShift = false, isControl = false) =>
  movedCursor(cursorAt(row, column), { key, isShift, isControl }, size)?.cell;

describe('a key', () => {
  it.each([
    ['ArrowDown', [3, 2], [4, 2]],
    ['ArrowUp', [0, 2], [-1, 2]],
    ['ArrowUp', [-1, 2], [-1, 2]],
    ['ArrowLeft', [3, 1], [3, 0]],
    ['ArrowRight', [3, 4], [3, 4]],
    ['PageDown', [3, 1], [7, 1]],
    ['PageDown', [8, 1], [9, 1]],
    ['PageUp', [2, 1], [0, 1]],
    ['Home', [3, 3], [3, 0]],
    ['End', [3, 1], [3, 4]],
  ] as const)('%s from %j goes to %j', (key, [row, column], [toRow, toColumn]) => {
    expect(moved(row, column, key)).toEqual({ row: toRow, column: toColumn });
  });

  it('moves to the end with Ctrl; with Shift keeps the anchor and stays out of the head', () => {
    expect(moved(3, 2, 'ArrowDown', false, true)).toEqual({ row: 9, column: 2 });
    expect(moved(3, 2, 'End', false, true)).toEqual({ row: 9, column: 4 });
    expect(moved(3, 2, 'Home', false, true)).toEqual({ row: 0, column: 0 });
    const grown = movedCursor(cursorAt(0, 2), { key: 'ArrowUp', isShift: true, isControl: false }, size);
    expect(grown).toEqual(cursorAt(0, 2));
    expect(moved(3, 2, 'x')).toBeUndefined();
  });

  it('Tab leaves the table at the end of a row, but not while a cell is edited', () => {
    expect(tabbedCursor(cursorAt(3, 2), 1, size, false)).toEqual(cursorAt(3, 3));
    expect(tabbedCursor(cursorAt(3, 4), 1, size, false)).toBeNull();
    expect(tabbedCursor(cursorAt(3, 4), 1, size, true)).toEqual(cursorAt(4, 1));
    expect(tabbedCursor(cursorAt(3, 0), -1, size, true)).toEqual(cursorAt(2, 4));
    expect(tabbedCursor(cursorAt(9, 4), 1, size, true)).toBeNull();
  });
});

it('a block is the same whichever end it is selected from', () => {
  const cell = fc.record({ row: fc.integer({ min: -1, max: 9 }), column: fc.nat(4) });
  fc.assert(
    fc.property(cell, cell, (one, other) => {
      const range = rangeOf({ cell: one, anchor: other });
      expect(rangeOf({ cell: other, anchor: one })).toEqual(range);
      for (const { row, column } of [one, other])
        expect(isInRange(range, row, column)).toBe(row >= 0 && column >= 1 && range !== null);
    }),
  );
});

describe('a table that has fewer rows than before', () => {
  it('keeps both ends of the block within its rows', () => {
    const block = { cell: { row: 2, column: 1 }, anchor: { row: 9, column: 3 } };
    expect(cursorWithin(block, 10)).toBe(block);
    expect(cursorWithin(block, 5)).toEqual({ cell: { row: 2, column: 1 }, anchor: { row: 4, column: 3 } });
    expect(cursorWithin(block, 1)).toEqual({ cell: { row: 0, column: 1 }, anchor: { row: 0, column: 3 } });
    expect(rangeOf(cursorWithin(block, 0))).toEqual({ top: 0, bottom: 0, left: 1, right: 3 });
  });
});
