import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useApi, useSettings } from '../kit/client/api.tsx';
import { isWorkspace, uiStore, type Workspace } from '../kit/state/ui-store.ts';

/** Opens the workspace of the last session, and saves each change of workspace. */
export function SavedWorkspace() {
  const { client } = useApi();
  const settings = useSettings();
  const workspace = useStore(uiStore, (state) => state.workspace);
  const stored = useRef<Workspace | null>(null);
  useEffect(() => {
    if (!settings) return;
    if (stored.current === null) {
      const saved = settings.workspace.workspace;
      stored.current = isWorkspace(saved) ? saved : null;
      // A workspace that the user has opened before the settings arrived is kept, also if it is the one of every start.
      if (stored.current !== null && !uiStore.getState().isWorkspaceChosen) {
        uiStore.setState({ workspace: stored.current });
        return;
      }
    }
    if (stored.current === workspace) return;
    stored.current = workspace;
    client.settings.set({ workspace: { workspace } }).catch(() => undefined);
  }, [client, settings, workspace]);
  return null;
}
