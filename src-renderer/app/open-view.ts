import type { SavedView } from '../../src-preload/contract/views.ts';
import { viewedOutbox } from '../features/outbox/viewed-outbox.ts';
import { viewedPlaces } from '../features/places/viewed-places.ts';
import { isWorkspace, showWorkspace } from '../kit/state/ui-store.ts';
import { setCurrentView } from '../kit/state/view-store.ts';
import { viewedList } from '../kit/views/viewed-list.ts';

/** The lists that are not declared with `declareList`. */
const otherLists = [viewedOutbox, viewedPlaces];

/** Applies a saved view and opens its list. Does nothing for a list that this version does not have. */
export function openView({ list, viewId, content }: SavedView) {
  if (!isWorkspace(list)) return;
  const viewed = otherLists.find(({ name }) => name === list) ?? viewedList(list);
  viewed.apply(content);
  setCurrentView(list, viewId);
  showWorkspace(list);
}
