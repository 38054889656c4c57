import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  OpenDialogReturnValue,
  Rectangle,
} from 'electron';
import { FakeApp } from './fake-app.ts';
import { FakeMessageChannelMain, FakeMessagePortMain } from './fake-ports.ts';
import { FakeProtocol, FakeSession } from './fake-session.ts';
import { FakeBrowserWindow } from './fake-window.ts';

/**
 * The `electron` module of the main process without its binary: what Nadir uses of it, with the rules a wrong use would
 * break in the real one (what must come before or after `ready`, what is open unless it is closed, the order of
 * quitting, ports that start). `module` is what `import … from 'electron'` gives; the rest is for the test's hand.
 */
export function createFakeElectron() {
  const app = new FakeApp();
  const protocol = new FakeProtocol(() => app.isReady());
  const session = new FakeSession(protocol);
  const ipcMain = new EventEmitter();
  const windows: FakeBrowserWindow[] = [];
  const errorBoxes: { title: string; content: string }[] = [];
  const notifications: { title?: string; body?: string }[] = [];
  const menus: MenuItemConstructorOptions[][] = [];
  const openedOutside: string[] = [];
  const revealed: string[] = [];
  const trashed: string[] = [];
  const state = {
    displays: [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } as Rectangle }],
    chosenFolder: { canceled: true, filePaths: [] } as OpenDialogReturnValue,
    themeSource: 'system',
  };

  const module = {
    app,
    protocol,
    ipcMain,
    session: {
      get defaultSession() {
        if (!app.isReady()) throw new Error('Session can only be received when app is ready');
        return session;
      },
    },
    MessageChannelMain: FakeMessageChannelMain,
    MessagePortMain: FakeMessagePortMain,
    BrowserWindow: class extends FakeBrowserWindow {
      constructor(options: BrowserWindowConstructorOptions = {}) {
        super(options, { app, session, opened: windows });
      }
    },
    screen: {
      getAllDisplays() {
        if (!app.isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event");
        return state.displays;
      },
    },
    dialog: {
      showErrorBox: (title: string, content: string) => errorBoxes.push({ title, content }),
      showOpenDialog: async () => state.chosenFolder,
    },
    shell: {
      openExternal: async (address: string) => void openedOutside.push(address),
      showItemInFolder: (path: string) => void revealed.push(path),
      trashItem: async (path: string) => void trashed.push(path),
    },
    nativeTheme: {
      get themeSource() {
        return state.themeSource;
      },
      set themeSource(value: string) {
        if (!['system', 'dark', 'light'].includes(value)) throw new TypeError(`not a theme: ${value}`);
        state.themeSource = value;
      },
    },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }),
      setApplicationMenu: (menu: { template: MenuItemConstructorOptions[] }) => menus.push(menu.template),
    },
    Notification: class {
      static isSupported = () => true;
      readonly #notice: { title?: string; body?: string };
      constructor(notice: { title?: string; body?: string }) {
        this.#notice = notice;
      }
      show() {
        notifications.push(this.#notice);
      }
    },
  };

  return {
    module,
    app,
    protocol,
    session,
    ipcMain,
    windows,
    errorBoxes,
    notifications,
    menus,
    openedOutside,
    revealed,
    trashed,
    state,
    privilegedSchemes: (): readonly CustomScheme[] => protocol.privileged,
  };
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;
