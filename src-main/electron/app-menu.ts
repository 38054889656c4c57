import type { MenuItemConstructorOptions } from 'electron';
import type { MenuWords } from '../words.ts';

/**
 * Returns the menu: what the system expects of every application, in the user's language. The page has its own commands (Ctrl+K).
 */
export function menuTemplate({
  words,
  platform,
  packaged,
}: {
  words: MenuWords;
  platform: NodeJS.Platform;
  packaged: boolean;
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
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
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
