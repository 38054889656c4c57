import '../host/wide-thread-pool.ts';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  session,
  shell,
} from 'electron';
import { createApp } from '../app/create-app.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import type { HostApp } from '../host/host-app.ts';
import { readHostFlags } from '../host/host-flags.ts';
import { ignoreClosedOutput } from '../host/ignore-closed-output.ts';
import { makeDataFolder } from '../host/make-data-folder.ts';
import { findPackageRoot } from '../host/package-root.ts';
import { startFailure } from '../host/start-failure.ts';
import type { JsonDocument } from '../store/json-document.ts';
import { wordsFor } from '../words.ts';
import { menuTemplate } from './app-menu.ts';
import { appScheme, serveAppScheme } from './app-scheme.ts';
import { createElectronPlatform } from './electron-platform.ts';
import { hardenContents, hardenSession } from './harden.ts';
import { tellLauncher } from './launcher.ts';
import { openMainWindow } from './main-window.ts';
import { bridgePorts } from './port-bridge.ts';
import { openWindowState, type WindowState } from './window-state.ts';

/** The operating system. Read once, so that a test can start the host as it is on another one. */
const system = process.platform;
/** See the exit codes of `startFailure`. */
const pageFailedCode = 9;
/** After this time the process ends, even if closing hangs. */
const closeLimitMs = 10_000;

/** Puts the menu and the frame of the window into the language and theme of the user. */
function applyLook({ language, theme }: Pick<WindowState, 'language' | 'theme'>) {
  nativeTheme.themeSource = theme;
  const { menu } = wordsFor(language, app.getPreferredSystemLanguages());
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ words: menu, platform: system, packaged: app.isPackaged })),
  );
}

/** Updates menu and frame when the user's settings change, as long as the application runs, and keeps them for the next start. */
async function followSettings(
  router: HostApp['router'],
  state: JsonDocument<WindowState>,
  signal: AbortSignal,
) {
  const client = createRouterClient(router);
  for await (const { topic } of await client.app.changes(undefined, { signal })) {
    if (topic !== 'settings') continue;
    const { language, theme } = await client.settings.get();
    applyLook({ language, theme });
    const kept = state.read();
    if (kept.language === language && kept.theme === theme) continue;
    try {
      state.write({ ...kept, language, theme });
    } catch {
      // The disk may be full; the look of the next start's first moment is not worth an error message.
    }
  }
}

async function main() {
  ignoreClosedOutput();
  const flags = readHostFlags(process.argv.slice(1), process.env, { allowsOthers: true });
  const place = findPackageRoot(import.meta.dirname);
  // Each data folder has its own browser folder, and with it its own single-instance lock.
  const browserFolder = join(flags.dataFolder, 'electron');
  makeDataFolder(browserFolder);
  app.setPath('userData', browserFolder);
  if (!app.requestSingleInstanceLock()) {
    // The first instance is notified and shows its window.
    app.exit(0);
    return;
  }
  app.setAboutPanelOptions({ applicationName: 'Nadir', applicationVersion: place.version });
  const lock = lockDataFolder(flags.dataFolder, {
    host: 'electron',
    pid: process.pid,
    since: new Date().toISOString(),
  });

  let window: BrowserWindow | null = null;
  const now = () => new Date();
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  });
  app.on('web-contents-created', (_event, contents) =>
    hardenContents(contents, (address) => void shell.openExternal(address)),
  );

  const state = openWindowState(flags.dataFolder, now);
  await app.whenReady();
  tellLauncher('begun');
  // Before any window, because the ground of a window has the colour of the theme.
  applyLook(state.read());
  hardenSession(session.defaultSession);
  const platform = createElectronPlatform({
    place,
    dataFolder: flags.dataFolder,
    session: session.defaultSession,
    window: () => window,
  });
  const nadir = await createApp({ platform, environment: process.env });
  serveAppScheme(protocol, nadir.files);
  bridgePorts({
    ipcMain,
    router: nadir.router,
    isOwnWindow: (contents) => contents === window?.webContents,
  });
  const ending = new AbortController();
  void followSettings(nadir.router, state, ending.signal).catch(() => undefined);

  let exitCode = 0;
  /** Says why there is no page, and quits in good order. */
  const endWithoutPage = (reason: string) => {
    const words = wordsFor(state.read().language, app.getPreferredSystemLanguages());
    const message = words.t('start.pageFailed', { reason });
    process.stderr.write(`${message}\n`);
    dialog.showErrorBox(words.t('start.title'), message);
    exitCode = pageFailedCode;
    app.quit();
  };
  const open = () => {
    const opened = openMainWindow({
      root: place.root,
      state,
      now: Date.now,
      isDark: nativeTheme.shouldUseDarkColors,
      onShown: () => tellLauncher('answered'),
      onPageFailed: endWithoutPage,
    });
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
    window = opened;
  };
  app.on('activate', () => {
    if (window === null) open();
  });
  app.on('window-all-closed', () => {
    // On a Mac an application without windows keeps running, and `activate` opens one again.
    if (system !== 'darwin') app.quit();
  });

  let closing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    setTimeout(() => app.exit(1), closeLimitMs).unref();
    ending.abort();
    void nadir.close().finally(() => {
      lock.release();
      app.exit(exitCode);
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  open();
}

// All of this must come before `ready`.
app.enableSandbox();
// Otherwise Electron has a menu of its own until ours is set: in English, with the tools of developers.
Menu.setApplicationMenu(null);
protocol.registerSchemesAsPrivileged([appScheme]);

main().catch(async (error: unknown) => {
  // Before `ready`, dialogs do not work on every system.
  await app.whenReady();
  const words = wordsFor('system', app.getPreferredSystemLanguages());
  const { message, exitCode } = startFailure(error, words);
  process.stderr.write(`${message}\n`);
  tellLauncher('answered');
  dialog.showErrorBox(words.t('start.title'), message);
  app.exit(exitCode);
});
