import type { ClipboardEvent } from 'react';
import { z } from 'zod';
import { useAct } from '../use-act.ts';
import { pasteRangeOf, rangeOf } from './grid-cursor.ts';
import type { DataGridProps } from './grid-types.ts';
import { readTsv, writeTsv } from './tsv.ts';

/** The format for copies within Nadir. Other programs receive texts that they cannot interpret as formulas. */
const ownType = 'application/x-nadir-cells';
const ownSchema = z.array(z.array(z.string()).max(1_000)).max(20_000);

/** A number or two: no spreadsheet interprets these as a formula. */
const onlyNumbers = /^[-+]?\d+(\.\d+)?(,\s*[-+]?\d+(\.\d+)?)?$/;

function readOwn(text: string): string[][] | null {
  try {
    return ownSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface GridClipboardOptions
  extends Pick<
    DataGridProps<never>,
    'cursor' | 'count' | 'onClear' | 'onPaste' | 'onPasteInHead' | 'textsOf' | 'inertCell' | 'readInertCell'
  > {
  isEditing: boolean;
}

/**
 * Returns how the table copies, cuts and pastes blocks of cells. A text field within it handles its own clipboard
 * events.
 */
export function useGridClipboard(options: GridClipboardOptions) {
  const { cursor, count, onClear, onPaste, textsOf, inertCell, readInertCell, isEditing } = options;
  const act = useAct();
  const copied = (text: string) => (onlyNumbers.test(text) ? text : inertCell(text));

  function copy(event: ClipboardEvent): boolean {
    const range = rangeOf(cursor);
    if (isEditing || range === null) return false;
    event.preventDefault();
    const texts = textsOf(range);
    const inert = (cells: string[][]) => writeTsv(cells.map((row) => row.map(copied)));
    if (texts instanceof Promise) act(async () => navigator.clipboard.writeText(inert(await texts)));
    else {
      event.clipboardData.setData('text/plain', inert(texts));
      event.clipboardData.setData(ownType, JSON.stringify(texts));
    }
    return true;
  }

  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent) {
      const range = rangeOf(cursor);
      if (copy(event) && range !== null) onClear(range);
    },
    onPaste(event: ClipboardEvent) {
      if (isEditing) return;
      event.preventDefault();
      const range = pasteRangeOf(cursor, count);
      if (range === null) return options.onPasteInHead?.();
      const own = event.clipboardData.getData(ownType);
      const cells =
        (own === '' ? null : readOwn(own)) ??
        readTsv(event.clipboardData.getData('text/plain')).map((row) => row.map(readInertCell));
      if (cells.length === 0) return;
      const [only] = cells;
      const isOne = cells.length === 1 && only?.length === 1;
      // A single cell fills the whole block.
      const repeated = isOne
        ? Array.from({ length: range.bottom - range.top + 1 }, () =>
            Array.from({ length: range.right - range.left + 1 }, () => only[0] ?? ''),
          )
        : cells;
      onPaste({ row: range.top, column: range.left }, repeated);
    },
  };
}
