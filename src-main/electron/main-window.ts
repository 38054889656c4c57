import { join } from 'node:path';
import { app, BrowserWindow, screen } from 'electron';
import type { JsonDocument } from '../store/json-document.ts';
import { pageAddress } from './app-scheme.ts';
import { minimumSize, placeWindow, type WindowState } from './window-state.ts';

/** A page that crashes again within this time would crash once more, so it is not loaded again. */
const crashPauseMs = 30_000;

/** Opens the window at its last place and stores its place for the next time. */
export function openMainWindow({
  root,
  state,
  now,
}: {
  root: string;
  state: JsonDocument<WindowState>;
  now: () => number;
}): BrowserWindow {
  const kept = state.read();
  const window = new BrowserWindow({
    ...placeWindow(kept.bounds, screen.getAllDisplays()),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Nadir',
    show: false,
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
  if (kept.maximized) window.maximize();
  if (kept.fullScreen) window.setFullScreen(true);
  window.once('ready-to-show', () => window.show());

  // The map in full screen is not the place of the window.
  let isMapFull = false;
  window.on('enter-html-full-screen', () => {
    isMapFull = true;
  });
  window.on('leave-html-full-screen', () => {
    isMapFull = false;
  });

  window.on('close', () => {
    try {
      state.write({
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
        fullScreen: isMapFull ? kept.fullScreen : window.isFullScreen(),
      });
    } catch {
      // The disk may be full; the window's place is not worth an error message.
    }
  });

  let crashedAt = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const again = now() - crashedAt > crashPauseMs;
    crashedAt = now();
    if (reason !== 'clean-exit' && again) window.webContents.reload();
  });

  void window.loadURL(pageAddress);
  return window;
}
