import '../host/wide-thread-pool.ts';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session, shell } from 'electron';
import { createApp } from '../app/create-app.ts';
import type { UpdateInstaller } from '../core/update-installer.ts';
import { type HostWords, wordsFor } from '../core/words.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import { createFiles } from '../host/files.ts';
import type { HostApp } from '../host/host-app.ts';
import { readHostFlags } from '../host/host-flags.ts';
import { ignoreClosedOutput } from '../host/ignore-closed-output.ts';
import { makeDataFolder } from '../host/make-data-folder.ts';
import { findPackageRoot, type PackageRoot } from '../host/package-root.ts';
import { BrowserFolderError, startFailure } from '../host/start-failure.ts';
import { endOnUncaughtException, exceptionText } from '../host/uncaught-exception.ts';
import { makeWorkFolder } from '../self-test/work-folder.ts';
import type { JsonDocument } from '../store/json-document.ts';
import { menuTemplate } from './app-menu.ts';
import { appScheme, serveAppScheme } from './app-scheme.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { refuseDebugging } from './debugging-switches.ts';
import { createDesktopNotices } from './desktop-notices.ts';
import { stepInHistory } from './edit-history.ts';
import { createElectronPlatform } from './electron-platform.ts';
import { type Ending, endInOrder } from './end-in-order.ts';
import { createFileDialogs } from './file-dialogs.ts';
import { createFileOpening } from './file-opening.ts';
import { hardenContents, hardenSession } from './harden.ts';
import { tellLauncher } from './launcher.ts';
import { isMapWindowAddress, openMainWindow, windowOptions } from './main-window.ts';
import { handOver, readOpenedArguments } from './opened-arguments.ts';
import { logProcessEnds, watchGraphics, watchPage } from './page-trouble.ts';
import { bridgePorts } from './port-bridge.ts';
import { restartNadir } from './restart-nadir.ts';
import { terminalWords } from './terminal-words.ts';
import { createElectronUpdates, packageKind, stagingFolderOf } from './updates/electron-updates.ts';
import { managedFilePaths, readManagedUpdates } from './updates/managed-file.ts';
import { keepWindowState, openWindowState, type WindowState } from './window-state.ts';
import { identifyOnWindows } from './windows-identity.ts';

/** The operating system. Read once, so that a test can start the host as it is on another one. */
const system = process.platform;
/** See the exit codes of `startFailure`. */
const pageFailedCode = 9;
/** Puts the menu and the frame of the window into the language and theme of the user. */
function applyLook({ language, theme }: Pick<WindowState, 'language' | 'theme'>) {
  nativeTheme.themeSource = theme;
  const { menu } = wordsFor(language, app.getPreferredSystemLanguages());
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        words: menu,
        platform: system,
        packaged: app.isPackaged,
        step(step) {
          const focused = BrowserWindow.getFocusedWindow();
          // A page that is gone has nothing to undo.
          if (focused !== null) stepInHistory(focused.webContents, step).catch(() => undefined);
        },
      }),
    ),
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
    if (kept.language !== language || kept.theme !== theme) keepWindowState(state, { language, theme });
  }
}

async function main() {
  identifyOnWindows(app, { platform: system, execPath: process.execPath });
  ignoreClosedOutput();
  const place = findPackageRoot(import.meta.dirname);
  const printed = terminalWords(process.argv.slice(1), place.version);
  if (printed !== null) {
    process.stdout.write(printed);
    app.exit(0);
    return;
  }
  const flags = readHostFlags(process.argv.slice(1), process.env, { allowsOthers: true });
  refuseDebugging(app);
  if (flags.selfTest) return testItself(place, flags.dataFolder);
  const named = readOpenedArguments(process.argv, app);
  if (!isOnlyInstance(flags.dataFolder, named)) {
    app.exit(0);
    return;
  }
  const iconPath = join(place.root, 'resources/icon/linux/256x256.png');
  app.setAboutPanelOptions({ applicationName: 'Nadir', applicationVersion: place.version, iconPath });
  const lock = lockDataFolder(flags.dataFolder, {
    host: 'electron',
    pid: process.pid,
    since: new Date().toISOString(),
  });

  const look = () => ({
    root: place.root,
    system,
    // Windows and macOS have it from the program itself.
    icon: system === 'linux' ? iconPath : null,
    isDark: nativeTheme.shouldUseDarkColors,
  });
  let window: BrowserWindow | null = null;
  const mapWindows = new Set<BrowserWindow>();
  app.on('web-contents-created', (_event, contents) => {
    // The window of the map has the same page, and no more power.
    hardenContents(contents, (address) =>
      contents === window?.webContents && isMapWindowAddress(address)
        ? { action: 'allow', overrideBrowserWindowOptions: windowOptions(look()) }
        : { action: 'deny' },
    );
    contents.on('context-menu', (_clicked, params) => {
      const template = contextMenuTemplate(params, words().menu);
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });

  const fileOpening = createFileOpening(named);
  const state = openWindowState(flags.dataFolder, () => new Date());
  await app.whenReady();
  tellLauncher('begun');
  // Before any window, because the ground of a window has the colour of the theme.
  applyLook(state.read());
  const dialogs = createFileDialogs({
    window: () => window,
    lastFolders: {
      get: (purpose) => state.read().folders[purpose] ?? null,
      set: (purpose, folder) =>
        keepWindowState(state, { folders: { ...state.read().folders, [purpose]: folder } }),
    },
  });
  hardenSession(session.defaultSession);
  session.defaultSession.on('will-download', (event, item) => {
    if (event.defaultPrevented) return;
    item.setSaveDialogOptions({ defaultPath: dialogs.suggestPlace(item.getFilename()) });
    item.once('done', (_done, end) => {
      if (end === 'completed') dialogs.savedTo(item.getSavePath());
    });
  });

  const stopping = new AbortController();
  let starting: Promise<HostApp> | null = null;
  const ending = endInOrder({
    async close() {
      stopping.abort();
      await (await starting)?.close();
    },
    release: lock.release,
  });
  const addNotice: HostApp['addNotice'] = (kind, data) =>
    void starting?.then(
      (nadir) => nadir.addNotice(kind, data),
      // Who starts it tells why it does not.
      () => undefined,
    );

  logProcessEnds(
    (event, details) =>
      void starting?.then(
        (nadir) => nadir.logEvent(event, details),
        () => undefined,
      ),
  );

  const words = () => wordsFor(state.read().language, app.getPreferredSystemLanguages());
  const showLog = () => shell.showItemInFolder(join(flags.dataFolder, 'logs', 'nadir.log'));
  const restart = (furtherArgs: readonly string[] = []) => {
    restartNadir(furtherArgs);
    ending.quit();
  };
  endOnUncaughtException((error) => {
    const wantsRestart = askAfterException(error, words());
    lock.release();
    if (wantsRestart) restartNadir();
    app.exit(1);
  });
  watchGraphics({ now: Date.now, words, restart });

  const openWindow = () => {
    const opened = openMainWindow({
      ...look(),
      state,
      onShown: () => tellLauncher('answered'),
      onMapWindow(mapWindow) {
        mapWindows.add(mapWindow);
        mapWindow.once('closed', () => mapWindows.delete(mapWindow));
      },
      onPageFailed(reason) {
        showPageFailure(reason, words());
        ending.quit(pageFailedCode);
      },
    });
    watchPage({ window: opened, now: Date.now, words, showLog, quit: ending.quit });
    opened.once('closed', () => {
      if (window === opened) window = null;
      for (const mapWindow of mapWindows) mapWindow.close();
    });
    // Windows ends the session without waiting for windows to close.
    opened.on('session-end', ending.closeNow);
    window = opened;
  };
  const showWindow = () => {
    if (ending.isClosing()) return;
    if (window === null) openWindow();
    if (window?.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  };
  app.on('open-file', showWindow);
  app.on('second-instance', showWindow);
  app.on('activate', () => {
    if (window === null) showWindow();
  });
  app.on('window-all-closed', () => {
    // On a Mac an application without windows keeps running, and `activate` opens one again.
    if (system !== 'darwin') ending.quit();
  });

  const platform = createElectronPlatform({
    place,
    dataFolder: flags.dataFolder,
    session: session.defaultSession,
    window: () => window,
    dialogs,
    notify: createDesktopNotices({
      onClick: showWindow,
      // The page has a place for messages, so that none is lost.
      onLost: ({ title, body }) => addNotice('desktop-notice', { title, body }),
    }).show,
    updates: findUpdateInstaller({ version: place.version, dataFolder: flags.dataFolder, ending }),
  });
  // The window comes first: its page is there, and says that it waits, while the store of a large library opens.
  const started = new Promise<HostApp>((resolve) =>
    setImmediate(() => resolve(createApp({ platform, environment: process.env }))),
  );
  starting = started;
  fileOpening.begin(started);
  serveAppScheme(protocol, {
    assets: createFiles({ rendererFolder: platform.rendererFolder, resolve: () => null }),
    files: async (request) => (await started).files(request),
    now: Date.now,
  });
  bridgePorts({
    ipcMain,
    router: started.then(({ router }) => router),
    isOwnWindow: (contents) =>
      [window, ...mapWindows].some((each) => each?.isDestroyed() === false && each.webContents === contents),
  });
  openWindow();
  const nadir = await started;
  if (app.commandLine.hasSwitch('no-sandbox')) addNotice('sandbox-off', {});
  void followSettings(nadir.router, state, stopping.signal).catch(() => undefined);
}

/** Runs the self-test in place of the application; it ends the process. */
async function testItself(place: PackageRoot, dataFolder: string): Promise<void> {
  const workFolder = makeWorkFolder();
  // At once, because after `ready` Chromium has a folder already: that of the user's Nadir.
  app.setPath('userData', workFolder);
  const { selfTest } = await import('./self-test/self-test.ts');
  // A box with the error would wait for somebody to close it.
  await selfTest({ place, dataFolder, workFolder }).catch((error: unknown) => {
    process.stderr.write(`${exceptionText(error)}\n`);
    tellLauncher('answered');
    app.exit(1);
  });
}

/** Returns what replaces this program by a newer version; null if nothing can. */
function findUpdateInstaller(options: {
  version: string;
  dataFolder: string;
  ending: Ending;
}): UpdateInstaller | null {
  const { version, dataFolder, ending } = options;
  const installation = { system, environment: process.env, resourcesFolder: process.resourcesPath };
  const kind = packageKind({ ...installation, isPackaged: app.isPackaged });
  if (kind === null) return null;
  return createElectronUpdates({
    version,
    kind,
    processor: process.arch,
    args: process.argv.slice(1),
    resourcesFolder: process.resourcesPath,
    stagingFolder: stagingFolderOf({ kind, environment: process.env, dataFolder }),
    userDataFolder: app.getPath('userData'),
    managed: readManagedUpdates(managedFilePaths(installation)),
    quit: ending.quit,
    relaunch: restartNadir,
    closeAndInstall(install) {
      ending.quitAndThen(() => {
        // Otherwise the new version would find this one still running, and end.
        app.releaseSingleInstanceLock();
        install();
      });
    },
  });
}

/** Returns true if no other Nadir has the data folder; the other one is notified, shows its window and opens the files. */
function isOnlyInstance(dataFolder: string, files: readonly string[]): boolean {
  // Each data folder has its own browser folder, and with it its own single-instance lock.
  const browserFolder = join(dataFolder, 'electron');
  makeDataFolder(browserFolder);
  app.setPath('userData', browserFolder);
  if (app.requestSingleInstanceLock(handOver(files))) return true;
  if (isDataFolderFree(dataFolder)) throw new BrowserFolderError(browserFolder);
  return false;
}

/** True if no Nadir has the folder: then Chromium's lock is one that another computer left, or this one under another name. */
function isDataFolderFree(folder: string): boolean {
  try {
    lockDataFolder(folder, { host: 'electron', pid: process.pid, since: new Date().toISOString() }).release();
    return true;
  } catch {
    return false;
  }
}

/** Says that the process ends for an exception; returns whether the user wants it to start again. */
function askAfterException(error: unknown, { t }: HostWords): boolean {
  const detail = t('trouble.exceptionDetail', { error: exceptionText(error) });
  process.stderr.write(`${t('trouble.exception')}\n${detail}\n`);
  tellLauncher('answered');
  const startAgain = 0;
  return (
    startAgain ===
    dialog.showMessageBoxSync({
      type: 'error',
      title: 'Nadir',
      message: t('trouble.exception'),
      detail,
      buttons: [t('trouble.startAgain'), t('menu.quit')],
      defaultId: startAgain,
      cancelId: 1,
      noLink: true,
    })
  );
}

/** Says why there is no page. */
function showPageFailure(reason: string, { t }: HostWords): void {
  const message = t('start.pageFailed', { reason });
  process.stderr.write(`${message}\n`);
  dialog.showErrorBox(t('start.title'), message);
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
