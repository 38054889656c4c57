import type { SavedView } from '../../../src-preload/contract/views.ts';
import { isWorkspace, showWorkspace } from '../../state/ui-store.ts';
import { setCurrentView } from '../../state/view-store.ts';
import { viewedList } from './viewed-lists.ts';

/** Applies a saved view and opens its list. Does nothing for a list that this version does not have. */
export function openView({ list, viewId, content }: SavedView) {
  if (!isWorkspace(list)) return;
  viewedList(list).apply(content);
  setCurrentView(list, viewId);
  showWorkspace(list);
}
