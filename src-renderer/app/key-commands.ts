import { useActiveScope } from '../kit/client/api.tsx';
import { mapStore } from '../kit/state/map-store.ts';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { focusPlaceSearch } from '../kit/ui/panes.ts';
import { showMap } from './show-map.ts';

/**
 * Returns a function that opens the form of a new task. If there is a contract, the next click on the map sets its
 * place.
 */
export function useNewTask() {
  const scope = useActiveScope();
  return () => {
    uiStore.setState({ planMode: 'task' });
    showWorkspace('plan');
    // Without a contract there is no form that could receive the place.
    if (scope) mapStore.setState({ picking: true });
  };
}

/** Opens the dialog with the keyboard shortcuts. */
export const showShortcuts = () => uiStore.setState({ areShortcutsOpen: true });

/** Shows the map and moves the focus to the place search. */
export function findPlace() {
  showMap();
  focusPlaceSearch();
}
