import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, ipcMain, nativeTheme, protocol, session } from 'electron';
import { createApp } from '../../app/create-app.ts';
import { createFiles } from '../../host/files.ts';
import { loadKeychain } from '../../host/load-keychain.ts';
import type { PackageRoot } from '../../host/package-root.ts';
import { NotTriedError } from '../../self-test/check.ts';
import { fileChecks, type TrialPage } from '../../self-test/file-checks.ts';
import { machineChecks } from '../../self-test/machine-checks.ts';
import { runSelfTest } from '../../self-test/run-self-test.ts';
import { createTrialApp } from '../../self-test/trial-app.ts';
import { createTrialFiles } from '../../self-test/trial-files.ts';
import { createTrialProcess } from '../../self-test/trial-process.ts';
import { removeWorkFolder } from '../../self-test/work-folder.ts';
import { pageAddress, serveAppScheme } from '../app-scheme.ts';
import { hardenContents, hardenSession } from '../harden.ts';
import { tellLauncher } from '../launcher.ts';
import { windowOptions } from '../main-window.ts';
import { graphicsCheck, noticeCheck, pageCheck, portCheck, windowCheck } from './electron-checks.ts';
import { openTrialWindow, type TrialWindow } from './trial-window.ts';

/** A page without a script, so that what runs in it is the trial alone. */
const tinyPath = '/self-test';
const tinyPage = '<!doctype html><meta charset="utf-8"><title>Nadir</title><p>Nadir tests itself.</p>';

/** The tiny page as whoever asks for files: the trial runs in it. */
async function pageIn(opened: Promise<TrialWindow>): Promise<TrialPage> {
  const { webContents } = (await opened).window;
  return {
    addresses: { base: '', query: '', headers: {} },
    cancelPath: '/cancel/',
    run: (trial, given) => webContents.executeJavaScript(`(${trial})(${JSON.stringify(given)})`),
  };
}

interface SelfTestPlaces {
  place: PackageRoot;
  /** The user's data folder. */
  dataFolder: string;
  /** The folder of this self-test, with that of its browser in it. */
  workFolder: string;
}

/**
 * Tries everything that this host has, in hidden windows and a folder of its own, and ends the process with 0 if nothing failed. It takes no lock:
 * a Nadir that runs goes on undisturbed.
 */
export async function selfTest({ place, dataFolder, workFolder }: SelfTestPlaces): Promise<void> {
  const own = createTrialProcess((code) => app.exit(code));
  await app.whenReady();
  tellLauncher('begun');
  // Without a listener Electron would quit when the first window of the trial is gone.
  app.on('window-all-closed', () => undefined);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, () => ({ action: 'deny' })));
  hardenSession(session.defaultSession);

  const rendererFolder = join(place.root, 'out/renderer');
  const [appFolder, filesFolder] = [join(workFolder, 'data'), join(workFolder, 'files')];
  for (const folder of [appFolder, filesFolder]) mkdirSync(folder);
  const trial = createTrialFiles(filesFolder);
  const trialApp = createTrialApp({
    host: 'electron',
    version: place.version,
    rendererFolder,
    dataFolder: appFolder,
    createApp,
  });
  const assets = createFiles({ rendererFolder, resolve: () => null });
  serveAppScheme(protocol, {
    assets: async (request) =>
      new URL(request.url).pathname === tinyPath
        ? new Response(tinyPage, { headers: { 'content-type': 'text/html; charset=utf-8' } })
        : assets(request),
    files: async (request) =>
      new URL(request.url).pathname.startsWith('/files/self-test/')
        ? trial.files(request)
        : (await trialApp.start()).files(request),
    now: Date.now,
  });

  const options = windowOptions({
    root: place.root,
    system: process.platform,
    icon: null,
    isDark: nativeTheme.shouldUseDarkColors,
  });
  let tiny: Promise<TrialWindow> | null = null;
  const openTiny = () => {
    tiny ??= openTrialWindow(new URL(tinyPath, pageAddress).href, options);
    return tiny;
  };
  const needTiny = () =>
    openTiny().catch(() => {
      throw new NotTriedError('the window of the self-test has not opened');
    });
  const exitCode = await runSelfTest({
    host: 'electron',
    version: place.version,
    dataFolder,
    workFolder,
    checks: [
      ...machineChecks({ dataFolder, loadKeychain, onHang: own.onHang }),
      windowCheck(openTiny),
      ...fileChecks({ open: () => pageIn(needTiny()), trial }),
      portCheck(ipcMain, needTiny),
      trialApp.check,
      pageCheck({ ipcMain, start: trialApp.start, open: () => openTrialWindow(pageAddress, options) }),
      noticeCheck(),
      graphicsCheck(),
    ],
    stop: own.stop,
    print: own.print,
  });
  await trialApp.close();
  removeWorkFolder(workFolder);
  tellLauncher('answered');
  await own.end(exitCode);
}
