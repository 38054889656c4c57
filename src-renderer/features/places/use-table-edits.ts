import { useTranslation } from 'react-i18next';
import { mostPlacesAtOnce, mostPlacesSelected } from '../../../src-preload/contract/places.ts';
import { useBlockEdits } from '../../kit/ui/grid/use-block-edits.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { rememberMarks, setCellNotes } from './cell-notes.ts';
import { usePlaceEdits } from './edit-places.ts';
import type { PlaceTableColumn } from './place-columns.tsx';
import { placeStore } from './place-store.ts';
import { placeRules, textsInto } from './table-edits.ts';
import type { PlaceRows } from './use-places-list.ts';
import { useTargetList } from './use-target-list.ts';

interface TableEditsOptions {
  rows: PlaceRows;
  columns: readonly PlaceTableColumn[];
}

/** Returns how the table handles texts that are typed, pasted, filled or cleared. */
export function useTableEdits({ rows, columns }: TableEditsOptions) {
  const { t } = useTranslation();
  const edits = usePlaceEdits();
  const targetList = useTargetList();
  const say = useSay();
  return useBlockEdits({
    rows,
    columns,
    rules: placeRules,
    keyOf: ({ placeId }) => placeId,
    notes: () => placeStore.getState().notes,
    setNotes: setCellNotes,
    onMarked: rememberMarks,
    isBounded: (count, as) => edits.isBounded(count, as === 'paste' ? mostPlacesAtOnce : mostPlacesSelected),
    onUnread: (count) => say({ message: t('places.unreadCells', { count }), color: 'orange' }),
    onReadOnly: (count) => say({ message: t('places.readOnlyCells', { count }), color: 'orange' }),
    onTooWide: (texts, columnCount) => placeStore.setState({ tooWide: { texts, columnCount } }),
    mostPasted: mostPlacesAtOnce,
    onTooLong: (texts) => placeStore.setState({ tooWide: { texts, columnCount: null } }),
    change: (column, updates) => edits.update(column === 'position' ? 'move' : 'change', updates),
    update: edits.update,
    async paste(block, into, texts) {
      const listId = await targetList();
      const edit = textsInto(block, into, texts, listId);
      const { placeIds, stepId } = await edits.add('paste', listId, edit.added, edit.updates);
      return {
        notes: edit.notes,
        readOnlyCells: edit.readOnlyCells,
        keys: [...block.map(({ placeId }) => placeId), ...placeIds],
        stepId,
      };
    },
  });
}
