import { timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { workspaceRegistry } from './workspace-registry.tsx';

/** Shows the map: leaves a workspace that covers it for one beside it. */
export function showMap() {
  const { workspace } = uiStore.getState();
  if (workspaceRegistry[workspace].fillsWindow) showWorkspace('tasks');
  if (workspace === 'timeline') timelineStore.setState({ view: 'map' });
}
