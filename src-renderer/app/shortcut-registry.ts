import type { TFunction } from 'i18next';
import { type WindowAction, windowActions } from './window-actions.ts';

/** A line of the dialog with the shortcuts. */
interface ShownShortcut {
  /** The keys as they are shown, for example `Shift+F10`; several are separated by `, `. */
  shown: string;
  meaning: (t: TFunction) => string;
  /** True if the keys are those of `windowActions`. */
  isOfWindow?: boolean;
}

/** Returns the lines of actions of the window under one meaning. */
const ofWindow = (
  actions: readonly WindowAction[],
  meaning: ShownShortcut['meaning'],
  between = ', ',
): ShownShortcut => ({
  shown: actions.map((action) => shownHotkey(windowActions[action].hotkeys[0])).join(between),
  meaning,
  isOfWindow: true,
});

const arrows: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** Returns a hotkey as the screen shows it: `Ctrl+Shift+E` for `mod+shift+E`. */
const shownHotkey = (hotkey: string) =>
  hotkey
    .split('+')
    .map((part) => arrows[part] ?? (part === 'mod' ? 'Ctrl' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+');

/** Every shortcut in the order of the dialog: those of the window, and those of lists, tables, the map and reviews, which have theirs. */
export const shortcuts: readonly ShownShortcut[] = [
  ofWindow(['palette'], (t) => t('shell.key.commands')),
  { shown: 'Alt+1 … 9, Alt+0', meaning: (t) => t('shell.key.workspaces') },
  ofWindow(['newTask'], (t) => t('shell.key.newTask')),
  ofWindow(['findPlace'], (t) => t('shell.key.findPlace')),
  { shown: '↑ ↓', meaning: (t) => t('shell.key.rows') },
  { shown: 'Space, Shift+↑ ↓, Ctrl+A', meaning: (t) => t('shell.key.choose') },
  { shown: 'Enter', meaning: (t) => t('shell.key.open') },
  { shown: 'Esc', meaning: (t) => t('shell.key.back') },
  ofWindow(['nextPane', 'previousPane'], (t) => t('shell.key.panes')),
  { shown: '← ↑ ↓ →', meaning: (t) => t('shell.key.pan') },
  { shown: 'Shift+← ↑ ↓ →', meaning: (t) => t('shell.key.panLittle') },
  { shown: '+ −', meaning: (t) => t('shell.key.zoom') },
  ofWindow(['allMarks'], (t) => t('map.allMarks')),
  ofWindow(['toSelection'], (t) => t('map.toSelection')),
  ofWindow(['toProject'], (t) => t('map.toProject')),
  ofWindow(['viewBack', 'viewForward'], (t) => t('shell.key.views'), ' '),
  ofWindow(['fullMap'], (t) => t('map.full.open')),
  ofWindow(['measure'], (t) => t('shell.key.measure')),
  ofWindow(['pixelValues'], (t) => t('pixels.values')),
  ofWindow(['profile'], (t) => t('pixels.profile')),
  ofWindow(['areaStatistics'], (t) => t('pixels.area')),
  { shown: 'Enter, Backspace', meaning: (t) => t('shell.key.vertices') },
  { shown: 'B', meaning: (t) => t('shell.key.before') },
  { shown: 'C', meaning: (t) => t('shell.key.compare') },
  { shown: ', .', meaning: (t) => t('shell.key.captures') },
  { shown: 'F', meaning: (t) => t('shell.key.strip') },
  { shown: 'Shift+F10', meaning: (t) => t('shell.key.menu') },
  { shown: 'Ctrl+Z, Ctrl+Y', meaning: (t) => t('shell.key.undo') },
  ofWindow(['export'], (t) => t('shell.key.export')),
  ofWindow(['fieldSheet'], (t) => t('shell.key.fieldSheet')),
  { shown: 'Ctrl+Shift+S', meaning: (t) => t('shell.key.takeaway') },
  { shown: 'D, O', meaning: (t) => t('shell.key.drawPlace') },
  { shown: 'F2, Ctrl+D, Ctrl+H', meaning: (t) => t('shell.key.editCells') },
  { shown: 'Delete', meaning: (t) => t('shell.key.remove') },
  { shown: 'J, K, Q', meaning: (t) => t('reviews.keys.move') },
  { shown: 'Y, X, W', meaning: (t) => t('reviews.keys.verdict') },
  { shown: '1 … 5, 0', meaning: (t) => t('reviews.keys.rating') },
  { shown: 'T, E', meaning: (t) => t('reviews.keys.texts') },
  { shown: 'I, U, G', meaning: (t) => t('reviews.keys.remarks') },
  ofWindow(['shortcuts'], (t) => t('shell.key.sheet')),
];
