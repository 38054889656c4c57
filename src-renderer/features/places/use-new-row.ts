import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { select } from '../../kit/state/selection.ts';
import { useActOnce, useSay } from '../../kit/ui/use-act.ts';
import { usePlaceEdits } from './edit-places.ts';
import { placeStore } from './place-store.ts';
import { useTargetList } from './use-target-list.ts';

/** Returns a function that adds an empty place, whose row the table then offers for typing. */
export function useNewRow() {
  const edits = usePlaceEdits();
  const targetList = useTargetList();
  const act = useActOnce();
  const say = useSay();
  const { t } = useTranslation();
  const isWide = useStore(placeStore, (state) => state.isWide);
  return useCallback(
    () =>
      act(async () => {
        const listId = await targetList();
        const { placeIds } = await edits.add('create', listId, [{ name: '', geometry: null }]);
        const [placeId] = placeIds;
        if (placeId === undefined) return;
        const { search, tag, kind, attribute, isInView } = placeStore.getState();
        const wasFiltered = search !== '' || tag !== null || kind !== null || attribute !== null || isInView;
        // A filter would hide the empty row.
        placeStore.setState({
          search: '',
          tag: null,
          kind: null,
          attribute: null,
          isInView: false,
          newRow: placeId,
        });
        if (wasFiltered) say({ message: t('places.filtersCleared'), color: 'teal' });
        // Beside the wide table, the details would cover it.
        if (!isWide) select('place', placeId);
      }),
    [act, say, t, edits, targetList, isWide],
  );
}
