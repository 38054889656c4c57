import { useAct } from '../use-act.ts';
import {
  clearedRows,
  type EditColumn,
  filledRows,
  heightOf,
  type NotedCell,
  type PatchRules,
  type RowUpdate,
  textsFrom,
  textsIntoRows,
  widthOf,
  withoutHeadings,
} from './block-edits.ts';
import { type CellNotes, type NotedKey, noteOfCell } from './cell-notes.ts';
import type { GridCell, GridRange } from './grid-cursor.ts';
import type { DataGridProps } from './grid-types.ts';

/** The kind of an edit of a block of cells. */
export type BlockEditKind = 'fill' | 'clear' | 'paste';

interface BlockEditsOptions<Row, Patch extends object> {
  rows: {
    total: number | null;
    rowAt: (index: number) => Row | undefined;
    /** Returns the rows from one index to another, both included. */
    load: (first: number, last: number) => Promise<Row[]>;
  };
  columns: readonly EditColumn<Row, Patch>[];
  rules: PatchRules<Row, Patch>;
  keyOf: (row: Row) => string;
  notes: () => CellNotes;
  setNotes: (cells: readonly NotedKey[]) => void;
  /** Returns false and shows a message if an edit affects too many rows. */
  isBounded: (count: number, as: BlockEditKind) => boolean;
  /** Shows how many cells rejected their text. */
  onUnread: (count: number) => void;
  /** Shows how many cells were left as they are because they cannot be edited. */
  onReadOnly: (count: number) => void;
  /** Shows that the texts need more columns than there are from this cell on, so that nothing was written. */
  onTooWide: (texts: string[][], columnCount: number) => void;
  /** The most rows of texts that are pasted; with more, `onTooLong` is called and nothing is written. */
  mostPasted?: number;
  onTooLong?: (texts: string[][]) => void;
  /** Stores a change of one cell; resolves with the resulting step of the history, or null. */
  change: (column: string, updates: RowUpdate<Row, Patch>[]) => Promise<number | null>;
  /** Stores a change of many cells as one step. */
  update: (as: BlockEditKind, updates: RowUpdate<Row, Patch>[]) => Promise<number | null>;
  /** Called with the cells that a step has marked, so that its undo clears them. */
  onMarked?: (stepId: number, cells: readonly NotedKey[]) => void;
}

/** What becomes of texts beyond the last row: they make new rows, or the whole block is refused. */
type BeyondLastRow<Row, Patch extends object> =
  | {
      /**
       * Writes texts into rows, and the remaining texts into new rows. Returns the cells that rejected their text, and the keys of their
       * rows.
       */
      paste: (
        block: Row[],
        into: readonly EditColumn<Row, Patch>[],
        texts: string[][],
      ) => Promise<{ notes: NotedCell[]; readOnlyCells: number; keys: string[]; stepId: number | null }>;
    }
  | {
      paste?: undefined;
      /** Shows that the texts need more rows than there are from this cell on, so that nothing was written. */
      onTooTall: (texts: string[][], rowCount: number) => void;
    };

type Edits<Row> = Pick<DataGridProps<Row>, 'onEdit' | 'onClear' | 'onFill' | 'onPaste' | 'textsOf'>;

/** Returns how a table handles texts that are typed, pasted, filled or cleared. */
export function useBlockEdits<Row, Patch extends object>(
  options: BlockEditsOptions<Row, Patch> & BeyondLastRow<Row, Patch>,
): Edits<Row> {
  const { rows, columns, rules, keyOf, notes, setNotes, isBounded } = options;
  const act = useAct();
  const total = rows.total ?? 0;
  const columnsOf = ({ left, right }: Pick<GridRange, 'left' | 'right'>) => columns.slice(left - 1, right);
  const noteOf = (row: Row, column: string) => noteOfCell(notes(), keyOf(row), column);

  /** Marks cells of these rows, and returns those that rejected their text. */
  function mark(noted: readonly NotedCell[], keys: readonly string[]): NotedKey[] {
    const cells = noted.flatMap(({ row, column, note }) => {
      const key = keys[row];
      return key === undefined ? [] : [{ key, column, note }];
    });
    setNotes(
      cells.filter(({ key, column, note }) => note !== null || noteOfCell(notes(), key, column) !== null),
    );
    return cells.filter(({ note }) => note !== null);
  }

  /** Stores which step of the history has marked the cells, once it is known. */
  async function reportMarked(marked: readonly NotedKey[], step: number | null | Promise<number | null>) {
    const stepId = await step;
    if (stepId !== null && marked.length > 0) options.onMarked?.(stepId, marked);
  }

  /** Shows how many cells did not take their text. */
  function reportRejected(unread: number, readOnly: number) {
    if (unread > 0) options.onUnread(unread);
    if (readOnly > 0) options.onReadOnly(readOnly);
  }

  /** Runs a function with the rows of a block after all of them are loaded. */
  function withRows(
    range: Pick<GridRange, 'top' | 'bottom'>,
    as: BlockEditKind,
    run: (block: Row[]) => Promise<unknown>,
  ) {
    const [first, last] = [Math.max(0, range.top), Math.min(total - 1, range.bottom)];
    if (!isBounded(last - first + 1, as)) return;
    act(async () => run(last < first ? [] : await rows.load(first, last)));
  }

  async function paste(block: Row[], into: readonly EditColumn<Row, Patch>[], texts: string[][]) {
    if (options.paste) {
      const { notes: noted, readOnlyCells, keys, stepId } = await options.paste(block, into, texts);
      const marked = mark(noted, keys);
      await reportMarked(marked, stepId);
      return reportRejected(marked.length, readOnlyCells);
    }
    const edit = textsIntoRows(block, into, texts, rules);
    const stepId = edit.updates.length > 0 ? await options.update('paste', edit.updates) : null;
    const marked = mark(edit.notes, block.map(keyOf));
    await reportMarked(marked, stepId);
    reportRejected(marked.length, edit.readOnlyCells);
  }

  return {
    onEdit(index, key, text) {
      const row = rows.rowAt(index);
      const column = columns.find((each) => each.key === key);
      if (!row || !column) return;
      if (text === (noteOf(row, key)?.text ?? column.text(row))) return;
      if (text === column.text(row)) return setNotes([{ key: keyOf(row), column: key, note: null }]);
      const { updates, notes: noted } = textsIntoRows([row], [column], [[text]], rules);
      const marked = mark(noted, [keyOf(row)]);
      if (updates.length > 0) act(() => reportMarked(marked, options.change(key, updates)));
    },
    onClear(range) {
      withRows(range, 'clear', async (block) => {
        const into = columnsOf(range);
        setNotes(
          block.flatMap((row) => into.map(({ key }) => ({ key: keyOf(row), column: key, note: null }))),
        );
        await options.update('clear', clearedRows(block, into, rules));
      });
    },
    onFill(range) {
      // A single selected row is filled from the row above it.
      const top = range.top === range.bottom ? range.top - 1 : range.top;
      if (top < 0) return;
      withRows({ top, bottom: range.bottom }, 'fill', async ([source, ...block]) => {
        if (!source) return;
        const { updates, notes: noted, readOnlyCells } = filledRows(source, block, columnsOf(range), rules);
        const marked = mark(noted, block.map(keyOf));
        reportRejected(marked.length, readOnlyCells);
        await reportMarked(marked, options.update('fill', updates));
      });
    },
    onPaste(at: GridCell, pasted: string[][]) {
      const into = columnsOf({ left: at.column, right: columns.length });
      const texts = withoutHeadings(pasted, into);
      if (options.mostPasted !== undefined && texts.length > options.mostPasted)
        return options.onTooLong?.(texts);
      if (!isBounded(texts.length, 'paste')) return;
      // Texts beyond the last column or row would be lost silently.
      if (widthOf(texts) > into.length) return options.onTooWide(texts, into.length);
      const rowCount = total - at.row;
      if (!options.paste && heightOf(texts) > rowCount) return options.onTooTall(texts, rowCount);
      withRows({ top: at.row, bottom: at.row + texts.length - 1 }, 'paste', (block) =>
        paste(block, into, texts),
      );
    },
    textsOf(range) {
      const into = columnsOf(range);
      const shown = Array.from({ length: range.bottom - range.top + 1 }, (_, i) => rows.rowAt(range.top + i));
      const loaded = shown.filter((row) => row !== undefined);
      if (loaded.length === shown.length) return textsFrom(loaded, into);
      return rows.load(range.top, Math.min(total - 1, range.bottom)).then((block) => textsFrom(block, into));
    },
  };
}
