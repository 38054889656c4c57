import type { MenuItemConstructorOptions } from 'electron';
import type { MenuWords } from '../core/words.ts';

/**
 * The keys that browsers have for the size, too: the plus without Shift, and the number pad. An item has one key, so that each of these is
 * an item that is not shown.
 */
function furtherZoomKeys(words: MenuWords): MenuItemConstructorOptions[] {
  const hidden = { visible: false, acceleratorWorksWhenHidden: true } as const;
  return [
    { role: 'zoomIn', label: words.larger, accelerator: 'CommandOrControl+=', ...hidden },
    { role: 'zoomIn', label: words.larger, accelerator: 'CommandOrControl+numadd', ...hidden },
    { role: 'zoomOut', label: words.smaller, accelerator: 'CommandOrControl+numsub', ...hidden },
    { role: 'resetZoom', label: words.actualSize, accelerator: 'CommandOrControl+num0', ...hidden },
  ];
}

/**
 * Returns the menu: what the system expects of every application, in the user's language. The page has its own commands (Ctrl+K).
 */
export function menuTemplate({
  words,
  platform,
  packaged,
  step,
}: {
  words: MenuWords;
  platform: NodeJS.Platform;
  packaged: boolean;
  /** Undoes or redoes in whatever has the focus. */
  step: (step: 'undo' | 'redo') => void;
}): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const mac = platform === 'darwin';
  const about: MenuItemConstructorOptions = { role: 'about', label: words.about };
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
  const own: MenuItemConstructorOptions = {
    label: 'Nadir',
    submenu: [
      about,
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      quit,
    ],
  };
  return [
    ...(mac ? [own] : []),
    {
      label: words.file,
      submenu: [{ role: 'close', label: words.closeWindow }, ...(mac ? [] : [separator, quit])],
    },
    {
      label: words.edit,
      submenu: [
        // The page has these keys itself, where it has something to undo.
        {
          label: words.undo,
          accelerator: 'CommandOrControl+Z',
          registerAccelerator: false,
          click: () => step('undo'),
        },
        {
          label: words.redo,
          accelerator: platform === 'win32' ? 'Control+Y' : 'Shift+CommandOrControl+Z',
          registerAccelerator: false,
          click: () => step('redo'),
        },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.larger },
        { role: 'zoomOut', label: words.smaller },
        ...furtherZoomKeys(words),
        separator,
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(packaged
          ? []
          : [
              separator,
              { role: 'reload' as const, label: words.reload },
              { role: 'toggleDevTools' as const, label: words.developerTools },
            ]),
      ],
    },
    {
      label: words.window,
      role: 'window',
      submenu: [
        { role: 'minimize', label: words.minimize },
        ...(mac ? [{ role: 'front' as const, label: words.bringToFront }] : []),
      ],
    },
    ...(mac ? [] : [{ label: words.help, submenu: [about] }]),
  ];
}
