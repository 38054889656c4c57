import { createStore } from 'zustand/vanilla';

export const workspaces = ['plan', 'tasks', 'orders', 'library', 'downloads', 'settings'] as const;
export type Workspace = (typeof workspaces)[number];

/** What the window shows. */
export const uiStore = createStore<{
  workspace: Workspace;
  contractPicker: boolean;
  keySheet: boolean;
  /** What changed since the last time: by itself where there is something, or as the user wants it. */
  digest: 'by-itself' | 'open' | 'closed';
}>(() => ({
  workspace: 'tasks',
  contractPicker: false,
  keySheet: false,
  digest: 'by-itself',
}));

export function showWorkspace(workspace: Workspace) {
  uiStore.setState({ workspace });
}

export function isWorkspace(value: unknown): value is Workspace {
  return workspaces.some((workspace) => workspace === value);
}
