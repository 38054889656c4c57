import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, CustomScheme, Rectangle } from 'electron';
import { FakeApp } from './fake-app.ts';
import { createFakeDialogs } from './fake-dialogs.ts';
import { createFakeMenus } from './fake-menu.ts';
import { createFakeNotices } from './fake-notices.ts';
import { FakeMessageChannelMain, FakeMessagePortMain } from './fake-ports.ts';
import { FakeProtocol, FakeSession } from './fake-session.ts';
import { FakeBrowserWindow, FakeWebContents, type PageFate, type WindowSurroundings } from './fake-window.ts';

interface FakeState {
  displays: { workArea: Rectangle }[];
  themeSource: string;
  /** What the system itself has, when the theme follows it. */
  isSystemDark: boolean;
  /** What the system says when it cannot open a file; empty when it can. */
  openProblem: string;
}

/**
 * The `electron` module of the main process without its binary: what Nadir uses of it, with the rules a wrong use would
 * break in the real one (what must come before or after `ready`, what is open unless it is closed, the order of
 * quitting, ports that start, what exists on one system only). `module` is what `import … from 'electron'` gives; the rest
 * is for the test's hand. `makeContents` makes the page of a window, if it is not to be a fake too.
 */
export function createFakeElectron(
  platform: NodeJS.Platform = 'linux',
  makeContents: WindowSurroundings['makeContents'] = (...given) => new FakeWebContents(...given),
) {
  const app = new FakeApp(platform);
  const protocol = new FakeProtocol(() => app.isReady());
  const session = new FakeSession(protocol);
  const ipcMain = new EventEmitter();
  const windows: FakeBrowserWindow[] = [];
  const menus = createFakeMenus();
  const notices = createFakeNotices();
  const dialogs = createFakeDialogs(() => app.isReady());
  const openedOutside: string[] = [];
  const openedFiles: string[] = [];
  const revealed: string[] = [];
  const trashed: string[] = [];
  /** What keeps the system awake, by its number. */
  const wakes = new Map<number, string>();
  let wakesStarted = 0;
  const fate: PageFate = { isPainted: true, loads: 'well' };
  const state: FakeState = {
    displays: [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }],
    themeSource: 'system',
    isSystemDark: false,
    openProblem: '',
  };
  app.willFinishLaunching = menus.setDefault;

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
        super(options, { app, session, opened: windows, platform, fate, makeContents });
      }
      static getFocusedWindow(): FakeBrowserWindow | null {
        return windows.findLast((window) => window.isVisible()) ?? null;
      }
    },
    screen: {
      getAllDisplays() {
        if (!app.isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event");
        return state.displays;
      },
    },
    dialog: dialogs.dialog,
    shell: {
      openExternal: async (address: string) => void openedOutside.push(address),
      async openPath(path: string) {
        openedFiles.push(path);
        return state.openProblem;
      },
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
      get shouldUseDarkColors() {
        return state.themeSource === 'system' ? state.isSystemDark : state.themeSource === 'dark';
      },
    },
    Menu: menus.Menu,
    Notification: notices.Notification,
    powerSaveBlocker: {
      start(kind: 'prevent-app-suspension' | 'prevent-display-sleep') {
        wakesStarted += 1;
        wakes.set(wakesStarted, kind);
        return wakesStarted;
      },
      stop: (id: number) => wakes.delete(id),
    },
  };

  return {
    platform,
    module,
    app,
    protocol,
    session,
    ipcMain,
    windows,
    fate,
    menus: menus.menus,
    popups: menus.popups,
    notices,
    dialogs,
    errorBoxes: dialogs.errorBoxes,
    openedOutside,
    openedFiles,
    revealed,
    trashed,
    wakes,
    /** How often something began to keep the system awake. */
    wakesStarted: () => wakesStarted,
    state,
    privilegedSchemes: (): readonly CustomScheme[] => protocol.privileged,
  };
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;
