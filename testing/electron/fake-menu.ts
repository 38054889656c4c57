import type { MenuItemConstructorOptions, PopupOptions } from 'electron';

/** The keys that a role has by itself (lib/browser/api/menu-item-roles.ts of Electron), by its name in lower case. */
function roleKeys(platform: NodeJS.Platform): Readonly<Record<string, string>> {
  const mac = platform === 'darwin';
  return {
    close: 'CommandOrControl+W',
    copy: 'CommandOrControl+C',
    cut: 'CommandOrControl+X',
    forcereload: 'Shift+CmdOrCtrl+R',
    hide: 'Command+H',
    hideothers: 'Command+Alt+H',
    minimize: 'CommandOrControl+M',
    paste: 'CommandOrControl+V',
    ...(platform === 'win32' ? {} : { quit: 'CommandOrControl+Q' }),
    redo: platform === 'win32' ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    reload: 'CmdOrCtrl+R',
    resetzoom: 'CommandOrControl+0',
    selectall: 'CommandOrControl+A',
    toggledevtools: mac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    togglefullscreen: mac ? 'Control+Command+F' : 'F11',
    undo: 'CommandOrControl+Z',
    zoomin: 'CommandOrControl+Plus',
    zoomout: 'CommandOrControl+-',
  };
}

/** All items of a menu and of the menus in it. */
export function flatMenu(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatMenu(item.submenu) : [])]);
}

/** The keys of a menu: those of its items, and those of roles that have some by themselves. */
export function menuKeys(
  items: readonly MenuItemConstructorOptions[],
  platform: NodeJS.Platform,
): { keys: string; item: MenuItemConstructorOptions }[] {
  const byRole = roleKeys(platform);
  return flatMenu(items).flatMap((item) => {
    const keys = item.accelerator ?? byRole[item.role?.toLowerCase() ?? ''];
    return typeof keys === 'string' ? [{ keys, item }] : [];
  });
}

/** Menus of the application and those that open at the pointer. Electron has an English one until the application sets its own. */
export function createFakeMenus() {
  const menus: MenuItemConstructorOptions[][] = [];
  const popups: MenuItemConstructorOptions[][] = [];

  class FakeMenu {
    readonly template: MenuItemConstructorOptions[];
    constructor(template: MenuItemConstructorOptions[]) {
      this.template = template;
    }
    popup(_options?: PopupOptions): void {
      popups.push(this.template);
    }
    static buildFromTemplate(template: MenuItemConstructorOptions[]): FakeMenu {
      for (const item of flatMenu(template)) {
        if (item.label === undefined && item.role === undefined && item.type !== 'separator')
          throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      }
      return new FakeMenu(template);
    }
    static setApplicationMenu(menu: FakeMenu | null): void {
      menus.push(menu?.template ?? []);
    }
  }

  return {
    Menu: FakeMenu,
    menus,
    popups,
    setDefault() {
      if (menus.length === 0) menus.push([{ label: 'File' }, { label: 'Edit' }, { label: 'View' }]);
    },
  };
}
