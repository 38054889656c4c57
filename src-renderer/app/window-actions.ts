/**
 * Where an action has its keys: `outside` of text fields, dialogs and menus; `letter` too, and only while the settings allow single keys;
 * `anywhere`, because its keys type nothing.
 */
type KeyPlace = 'letter' | 'outside' | 'anywhere';

/**
 * The actions of the window that have keys of their own, in the notation of Mantine's hotkeys. `commands.tsx` says what each does; it does not
 * compile while one is missing there.
 */
export const windowActions = {
  palette: { hotkeys: ['mod+K'], place: 'anywhere' },
  newTask: { hotkeys: ['N'], place: 'letter' },
  // On some keyboards the key of a sign needs Shift.
  findPlace: { hotkeys: ['/', 'shift+/'], place: 'letter' },
  nextPane: { hotkeys: ['F6'], place: 'anywhere' },
  previousPane: { hotkeys: ['shift+F6'], place: 'anywhere' },
  allMarks: { hotkeys: ['A'], place: 'letter' },
  toSelection: { hotkeys: ['S'], place: 'letter' },
  toProject: { hotkeys: ['P'], place: 'letter' },
  viewBack: { hotkeys: ['alt+ArrowLeft'], place: 'outside' },
  viewForward: { hotkeys: ['alt+ArrowRight'], place: 'outside' },
  fullMap: { hotkeys: ['shift+F'], place: 'letter' },
  measure: { hotkeys: ['M'], place: 'letter' },
  pixelValues: { hotkeys: ['V'], place: 'letter' },
  profile: { hotkeys: ['L'], place: 'letter' },
  areaStatistics: { hotkeys: ['R'], place: 'letter' },
  export: { hotkeys: ['mod+shift+E'], place: 'anywhere' },
  // While a page to print is open, its button has this key.
  fieldSheet: { hotkeys: ['mod+P'], place: 'anywhere' },
  shortcuts: { hotkeys: ['?', 'shift+?'], place: 'letter' },
} as const satisfies Record<string, { hotkeys: readonly string[]; place: KeyPlace }>;
export type WindowAction = keyof typeof windowActions;
const isWindowAction = (name: string): name is WindowAction => Object.hasOwn(windowActions, name);
export const windowActionNames = Object.keys(windowActions).filter(isWindowAction);
