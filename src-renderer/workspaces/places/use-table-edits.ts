import { useTranslation } from 'react-i18next';
import { mostPlacesAtOnce, type PlaceEditKind, type PlaceRow } from '../../../src-preload/contract/places.ts';
import { noteCells, noteOf } from '../../subjects/place/cell-notes.ts';
import { usePlaceEdits } from '../../subjects/place/edit-places.ts';
import type { GridCell, GridRange } from '../../ui/grid/grid-cursor.ts';
import { useAct, useSay } from '../../ui/use-act.ts';
import type { PlaceTableColumn } from './place-columns.tsx';
import { cleared, filled, type NotedCell, textsFrom, textsInto } from './table-edits.ts';
import type { PlaceRows } from './use-places-list.ts';
import { useTargetList } from './use-target-list.ts';

interface TableEditsOptions {
  rows: PlaceRows;
  columns: readonly PlaceTableColumn[];
}

/** Returns what the table does with texts that are typed, pasted, repeated or removed. */
export function useTableEdits({ rows, columns }: TableEditsOptions) {
  const { t } = useTranslation();
  const edits = usePlaceEdits();
  const targetList = useTargetList();
  const act = useAct();
  const say = useSay();
  const total = rows.total ?? 0;
  const columnsOfRange = ({ left, right }: Pick<GridRange, 'left' | 'right'>) =>
    columns.slice(left - 1, right);

  /** Marks cells of these rows, and returns how many of them could not take their text. */
  function mark(notes: readonly NotedCell[], of: readonly Pick<PlaceRow, 'placeId'>[]): number {
    const cells = notes.flatMap(({ row, column, note }) => {
      const placeId = of[row]?.placeId;
      return placeId === undefined ? [] : [{ placeId, column, note }];
    });
    noteCells(cells.filter(({ placeId, column, note }) => note !== null || noteOf(placeId, column) !== null));
    return cells.filter(({ note }) => note !== null).length;
  }

  const tellUnread = (count: number) => {
    if (count > 0) say({ message: t('places.unreadCells', { count }), color: 'orange' });
  };

  /** Does something with the rows of a block, all of which are read before. */
  function withRows(range: Pick<GridRange, 'top' | 'bottom'>, run: (block: PlaceRow[]) => Promise<unknown>) {
    const [first, last] = [Math.max(0, range.top), Math.min(total - 1, range.bottom)];
    if (!edits.isBounded(last - first + 1)) return;
    act(async () => run(last < first ? [] : await rows.load(first, last)));
  }

  async function paste(block: PlaceRow[], into: readonly PlaceTableColumn[], texts: string[][]) {
    const listId = await targetList();
    const edit = textsInto(block, into, texts, listId);
    const placeIds = await edits.add('paste', listId, edit.added, edit.updates);
    tellUnread(mark(edit.notes, [...block, ...placeIds.map((placeId) => ({ placeId }))]));
  }

  return {
    onEdit(index: number, key: string, text: string) {
      const row = rows.rowAt(index);
      const column = columns.find((each) => each.key === key);
      if (!row || !column) return;
      const note = noteOf(row.placeId, key);
      if (text === (note?.text ?? column.text(row))) return;
      if (text === column.text(row)) return noteCells([{ placeId: row.placeId, column: key, note: null }]);
      const { updates, notes } = textsInto([row], [column], [[text]], row.listId);
      mark(notes, [row]);
      const as: PlaceEditKind = key === 'position' ? 'move' : 'change';
      if (updates.length > 0) act(() => edits.update(as, updates));
    },
    onClear(range: GridRange) {
      withRows(range, async (block) => {
        const into = columnsOfRange(range);
        noteCells(
          block.flatMap(({ placeId }) => into.map(({ key }) => ({ placeId, column: key, note: null }))),
        );
        await edits.update('clear', cleared(block, into));
      });
    },
    onFill(range: GridRange) {
      // One row alone repeats the row above it.
      const top = range.top === range.bottom ? range.top - 1 : range.top;
      if (top < 0) return;
      withRows({ top, bottom: range.bottom }, async ([source, ...block]) => {
        if (!source) return;
        const { updates, notes } = filled(source, block, columnsOfRange(range));
        tellUnread(mark(notes, block));
        await edits.update('fill', updates);
      });
    },
    onPaste(at: GridCell, texts: string[][]) {
      if (texts.length > mostPlacesAtOnce) return void edits.isBounded(texts.length);
      const into = columnsOfRange({ left: at.column, right: columns.length });
      withRows({ top: at.row, bottom: at.row + texts.length - 1 }, (block) => paste(block, into, texts));
    },
    textsOf(range: GridRange): string[][] | Promise<string[][]> {
      const into = columnsOfRange(range);
      const here = Array.from({ length: range.bottom - range.top + 1 }, (_, i) => rows.rowAt(range.top + i));
      const known = here.filter((row) => row !== undefined);
      if (known.length === here.length) return textsFrom(known, into);
      return rows.load(range.top, Math.min(total - 1, range.bottom)).then((block) => textsFrom(block, into));
    },
  };
}
