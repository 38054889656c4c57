import { join } from 'node:path';
import { app, BrowserWindow, type BrowserWindowConstructorOptions, screen } from 'electron';
import type { JsonDocument } from '../store/json-document.ts';
import { pageAddress } from './app-scheme.ts';
import { keepWindowState, minimumSize, placeWindow, type WindowState } from './window-state.ts';

/**
 * After this time the window is shown, whatever its page does. On some desktops the events of a page do not come while its window is
 * hidden, and a window that never appears is taken for a program that did not start.
 */
const longestHiddenMs = 2_000;
/** Chromium's code for a load that another load, or the end of the window, took the place of. */
const replacedLoad = -3;

/** Returns the colour of the page's ground (`--nadir-ground`), which the window has until the page is painted. */
export const groundColor = (isDark: boolean) => (isDark ? '#0b1016' : '#eef1f4');

interface MainWindowOptions {
  root: string;
  state: JsonDocument<WindowState>;
  system: NodeJS.Platform;
  /** The file of the window's icon; null where the system takes that of the program. */
  icon: string | null;
  /** True if the theme in force is the dark one. */
  isDark: boolean;
  /** Called when the window has come into view. */
  onShown: () => void;
  /** Called with a second window that the page has opened for its map. */
  onMapWindow: (window: BrowserWindow) => void;
  /** Called with Chromium's name of the reason when the page cannot be loaded; the window is in view then. */
  onPageFailed: (reason: string) => void;
}

/** The address that the page opens for a map in a window of its own (`src-renderer/kit/state/map-window.ts`). */
const mapWindowPattern = /^#map=[0-9a-f-]{36}$/;

/** True for the address of the page as the window of a map. */
export const isMapWindowAddress = (address: string): boolean =>
  address.startsWith(pageAddress) && mapWindowPattern.test(address.slice(pageAddress.length));

/** Returns what every window of the page has: its look, and no power of Node. */
export function windowOptions({
  root,
  system,
  icon,
  isDark,
}: Pick<MainWindowOptions, 'root' | 'system' | 'icon' | 'isDark'>): BrowserWindowConstructorOptions {
  return {
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Nadir',
    ...(icon === null ? {} : { icon }),
    backgroundColor: groundColor(isDark),
    webPreferences: {
      preload: join(root, 'out/preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // The dictionaries would be downloaded, but for macOS, which has its own.
      spellcheck: system === 'darwin',
      devTools: !app.isPackaged,
    },
  };
}

/** Opens the window at its last place and stores its place for the next time. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { state } = options;
  const kept = state.read();
  const place = placeWindow(kept.bounds, screen.getAllDisplays());
  const window = new BrowserWindow({ ...windowOptions(options), ...place, show: false });
  // With displays of several scales the size is converted by that of the first one, until the window knows where it is.
  if (place.x !== undefined && place.y !== undefined)
    window.setBounds({ x: place.x, y: place.y, width: place.width, height: place.height });
  showWhenReady(window, kept, options);

  window.webContents.on('did-create-window', options.onMapWindow);

  // The map in full screen is not the place of the window.
  let isMapFull = false;
  window.on('enter-html-full-screen', () => {
    isMapFull = true;
  });
  window.on('leave-html-full-screen', () => {
    isMapFull = false;
  });

  window.on('close', () => {
    keepWindowState(state, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: isMapFull ? kept.fullScreen : window.isFullScreen(),
    });
  });

  // `did-fail-load` tells of a failure.
  window.loadURL(pageAddress).catch(() => undefined);
  return window;
}

/** Shows the window as it was left, at the first sign that its page is there, or that it does not come. */
function showWhenReady(
  window: BrowserWindow,
  kept: WindowState,
  { onShown, onPageFailed }: Pick<MainWindowOptions, 'onShown' | 'onPageFailed'>,
): void {
  let isShown = false;
  const show = () => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    clearTimeout(timer);
    // Not earlier, because this shows the window too.
    if (kept.maximized) window.maximize();
    if (kept.fullScreen) window.setFullScreen(true);
    window.show();
    onShown();
  };
  const timer = setTimeout(show, longestHiddenMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.webContents.on('did-fail-load', (_event, code, reason, _address, isMainFrame) => {
    if (!isMainFrame || code === replacedLoad) return;
    show();
    onPageFailed(reason);
  });
}
