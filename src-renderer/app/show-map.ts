import { timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { workspaceRegistry } from './workspace-registry.tsx';

/** Shows the map; if the current workspace covers it, opens one that does not. */
export function showMap() {
  const { workspace } = uiStore.getState();
  if (workspaceRegistry[workspace].fillsWindow) showWorkspace('tasks');
  if (workspace === 'timeline') timelineStore.setState({ view: 'map' });
}
