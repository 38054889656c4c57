import { join } from 'node:path';
import { app, BrowserWindow, screen } from 'electron';
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
  /** The file of the window's icon; null where the system takes that of the program. */
  icon: string | null;
  /** True if the theme in force is the dark one. */
  isDark: boolean;
  /** Called when the window has come into view. */
  onShown: () => void;
  /** Called with Chromium's name of the reason when the page cannot be loaded; the window is in view then. */
  onPageFailed: (reason: string) => void;
}

/** Opens the window at its last place and stores its place for the next time. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { root, state } = options;
  const kept = state.read();
  const window = new BrowserWindow({
    ...placeWindow(kept.bounds, screen.getAllDisplays()),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Nadir',
    show: false,
    ...(options.icon === null ? {} : { icon: options.icon }),
    backgroundColor: groundColor(options.isDark),
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
      // The dictionaries would be downloaded.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  showWhenReady(window, kept, options);

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
