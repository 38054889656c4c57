import { createStore } from 'zustand/vanilla';

export const workspaces = ['plan', 'tasks', 'orders', 'library', 'downloads', 'settings'] as const;
export type Workspace = (typeof workspaces)[number];

export const settingsTabs = [
  'connections',
  'appearance',
  'downloads',
  'library',
  'requests',
  'support',
  'about',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** What the window shows. */
export const uiStore = createStore<{
  workspace: Workspace;
  contractPicker: boolean;
  keySheet: boolean;
  settingsTab: SettingsTab;
}>(() => ({
  workspace: 'tasks',
  contractPicker: false,
  keySheet: false,
  settingsTab: 'connections',
}));

export function showWorkspace(workspace: Workspace) {
  uiStore.setState({ workspace });
}

export function showSettings(settingsTab: SettingsTab) {
  uiStore.setState({ workspace: 'settings', settingsTab });
}

export function isWorkspace(value: unknown): value is Workspace {
  return workspaces.some((workspace) => workspace === value);
}
