import type { SavedView } from '../../../src-preload/contract/views.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { setCurrentView } from '../../state/view-store.ts';
import { viewedLists } from './viewed-lists.ts';

/** Shows a saved view in its list, and the list. */
export function openView({ list, viewId, content }: SavedView) {
  viewedLists[list].apply(content);
  setCurrentView(list, viewId);
  showWorkspace(list);
}
