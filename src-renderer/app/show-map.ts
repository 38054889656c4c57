import { mapWindowStore } from '../kit/state/map-window.ts';
import { timelineStore } from '../kit/state/timeline-store.ts';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { workspaceRegistry } from './workspace-registry.tsx';

/** Shows the map; if the current workspace covers it, opens one that does not. In a window of its own nothing covers it. */
export function showMap() {
  if (mapWindowStore.getState().place !== 'here') return;
  const { workspace } = uiStore.getState();
  if (workspaceRegistry[workspace].fillsWindow) showWorkspace('tasks');
  if (workspace === 'timeline') timelineStore.setState({ view: 'map' });
}
