import { useActiveScope } from '../client/api.tsx';
import { mapStore } from '../state/map-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { focusPlaceSearch } from '../ui/panes.ts';
import { showMap } from './show-map.ts';

/**
 * Returns a function that opens the form of a new task and, if there is a contract, waits for its place on the map.
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

/** Opens the sheet with the keyboard shortcuts. */
export const showKeys = () => uiStore.setState({ keySheet: true });

/** Shows the map and moves the focus to the field that finds places. */
export function findPlace() {
  showMap();
  focusPlaceSearch();
}
