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
/** A workspace of the left rail, in the sequence of the rail. */
export type Workspace = (typeof workspaces)[number];

export const planModes = ['task', 'order'] as const;
/** Which form Plan shows: a V1 task or a V2 order. */
export type PlanMode = (typeof planModes)[number];

export const settingsTabs = [
  'connections',
  'appearance',
  'downloads',
  'tellMe',
  'library',
  'requests',
  'support',
  'about',
] as const;
/** A tab of Settings. */
export type SettingsTab = (typeof settingsTabs)[number];

interface UiState {
  workspace: Workspace;
  contractPicker: boolean;
  keySheet: boolean;
  /** Which form the Plan workspace has open; null until chosen since the start. */
  planMode: PlanMode | null;
  settingsTab: SettingsTab;
  /** What changed since the last time: by itself where there is something, or as the user wants it. */
  changeFeed: 'by-itself' | 'open' | 'closed';
}

/** What the window shows. */
export const uiStore = createStore<UiState>(() => ({
  workspace: 'tasks',
  contractPicker: false,
  keySheet: false,
  planMode: null,
  settingsTab: 'connections',
  changeFeed: 'by-itself',
}));

/** Opens a workspace. */
export function showWorkspace(workspace: Workspace) {
  uiStore.setState({ workspace });
}

/** Opens the settings at a tab. */
export function showSettings(settingsTab: SettingsTab) {
  uiStore.setState({ workspace: 'settings', settingsTab });
}

/** Whether a stored value names a workspace of this version. */
export function isWorkspace(value: unknown): value is Workspace {
  return workspaces.some((workspace) => workspace === value);
}
