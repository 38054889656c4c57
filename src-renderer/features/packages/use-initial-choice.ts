import { useStore } from 'zustand';
import type { PackageChoice } from '../../../src-preload/contract/handover.ts';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { placeStore } from '../places/place-store.ts';

/** Returns the initial selection: the lists on the screen, or else all lists, and everything that waits to be sent. */
export function useInitialChoice(offer: {
  lists: readonly { listId: PlaceListId }[];
  prepared: number;
  drafts: number;
}): PackageChoice {
  const shown = useStore(placeStore, ({ listIds }) => listIds);
  const listIds = offer.lists.map(({ listId }) => listId);
  const selected = listIds.filter((listId) => shown.includes(listId));
  return {
    listIds: selected.length > 0 ? selected : listIds,
    templateIds: [],
    prepared: offer.prepared > 0,
    drafts: offer.drafts > 0,
    mapIds: [],
  };
}
