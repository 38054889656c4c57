import { createStore } from 'zustand/vanilla';

export const workspaces = ['plan', 'tasks', 'orders', 'outbox', 'library', 'downloads', 'settings'] as const;
export type Workspace = (typeof workspaces)[number];

/** What the window shows. */
export const uiStore = createStore<{ workspace: Workspace; contractPicker: boolean; keySheet: boolean }>(
  () => ({
    workspace: 'tasks',
    contractPicker: false,
    keySheet: false,
  }),
);

export function showWorkspace(workspace: Workspace) {
  uiStore.setState({ workspace });
}

export function isWorkspace(value: unknown): value is Workspace {
  return workspaces.some((workspace) => workspace === value);
}
