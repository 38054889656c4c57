import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { ListImages } from './list-images.ts';

/** Throws NOT_FOUND if a list does not exist. */
export type ListCheck = (listId: PlaceListId) => void;

/** Creates the check of the lists of one edit. It reads each list once. */
export function createListCheck({ lists }: { lists: Pick<ListImages, 'existing'> }): ListCheck {
  const existing = new Set<PlaceListId>();
  return (listId) => {
    if (existing.has(listId)) return;
    lists.existing(listId);
    existing.add(listId);
  };
}
