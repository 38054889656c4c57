import { createStore } from 'zustand/vanilla';

export const workspaces = [
  'plan',
  'tasks',
  'orders',
  'outbox',
  'timeline',
  'library',
  'bills',
  'downloads',
  'settings',
] as const;
export type Workspace = (typeof workspaces)[number];

export const planModes = ['task', 'order'] as const;
export type PlanMode = (typeof planModes)[number];

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

export interface UiState {
  workspace: Workspace;
  contractPicker: boolean;
  keySheet: boolean;
  /** Which form the Plan workspace has open; null until chosen since the start. */
  planMode: PlanMode | null;
  settingsTab: SettingsTab;
}

/** What the window shows. */
export const uiStore = createStore<UiState>(() => ({
  workspace: 'tasks',
  contractPicker: false,
  keySheet: false,
  planMode: null,
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
