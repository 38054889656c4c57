import { createStore } from 'zustand/vanilla';
import en from '../../../resources/messages/en.json' with { type: 'json' };

const names = en.shell.workspace;
/** A workspace of the left rail. Its name is its key in the catalogues. */
export type Workspace = keyof typeof names;

/** Returns true if a stored value is a workspace of this version. */
export const isWorkspace = (value: unknown): value is Workspace =>
  typeof value === 'string' && Object.hasOwn(names, value);

export const planModes = ['task', 'order', 'prepared'] as const;
/** What Plan shows: the form of a V1 task or of a V2 order, or the rows that are prepared from places. */
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
  /** True once a workspace was opened in this session; until then that of the last one may still be opened. */
  isWorkspaceChosen: boolean;
  contractPicker: boolean;
  areShortcutsOpen: boolean;
  /** The form that the Plan workspace shows; null until the user selects one in this session. */
  planMode: PlanMode | null;
  settingsTab: SettingsTab;
  /** The panel of changes: `by-itself` opens it if there are changes; `open` and `closed` are the user's choice. */
  changeFeed: 'by-itself' | 'open' | 'notices' | 'closed';
}

/** The state of the window: its workspace, dialogs, tabs and panels. */
export const uiStore = createStore<UiState>(() => ({
  workspace: 'tasks',
  isWorkspaceChosen: false,
  contractPicker: false,
  areShortcutsOpen: false,
  planMode: null,
  settingsTab: 'connections',
  changeFeed: 'by-itself',
}));

/** Opens a workspace. */
export function showWorkspace(workspace: Workspace) {
  uiStore.setState({ workspace, isWorkspaceChosen: true });
}

/** Opens the settings at a tab. */
export function showSettings(settingsTab: SettingsTab) {
  uiStore.setState({ workspace: 'settings', settingsTab, isWorkspaceChosen: true });
}
