import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { MenuWords } from '../core/words.ts';

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/**
 * Returns the menu of a right click in a text field, or on selected text; Electron has none of its own. Empty where the page has nothing
 * to offer, and where it has a menu of its own this is not asked.
 */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: Clicked,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'undo', label: words.undo, enabled: editFlags.canUndo },
    { role: 'redo', label: words.redo, enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ];
}
