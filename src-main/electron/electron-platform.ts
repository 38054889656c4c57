import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app, type BrowserWindow, powerSaveBlocker, type Session, shell } from 'electron';
import { AppError } from '../core/app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { UpdateInstaller } from '../core/update-installer.ts';
import { loadKeychain } from '../host/load-keychain.ts';
import type { PackageRoot } from '../host/package-root.ts';
import type { Platform } from '../host/platform.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { readProxyRule } from './system-proxy.ts';

/** Returns what an error of the disk means for the user. */
function diskFailure(error: unknown, path: string): AppError {
  const code = systemErrorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new AppError('DISK_FULL', { path, neededBytes: null }, { cause: error })
    : new AppError(
        'FOLDER_NOT_WRITABLE',
        { path: dirname(path), detail: code || 'unknown' },
        { cause: error },
      );
}

/** Creates the platform of the application with the functions of Electron. */
export function createElectronPlatform(options: {
  place: PackageRoot;
  dataFolder: string;
  session: Session;
  /** The window that files are dragged out of, and whose button shows progress. */
  window: () => BrowserWindow | null;
  dialogs: FileDialogs;
  notify: (notice: { title: string; body: string }) => void;
  /** Null if this way of running cannot replace itself. */
  updates: UpdateInstaller | null;
}): Platform {
  let wakeHold: number | null = null;
  return {
    host: 'electron',
    version: options.place.version,
    dataFolder: options.dataFolder,
    rendererFolder: join(options.place.root, 'out/renderer'),
    loadKeychain,
    async systemProxy(address) {
      return readProxyRule(await options.session.resolveProxy(address));
    },
    async revealInFolder(path) {
      shell.showItemInFolder(path);
    },
    async openFile(path) {
      const problem = await shell.openPath(path);
      if (problem !== '') throw new Error(problem);
    },
    async dragOut(path) {
      const icon = await app.getFileIcon(path);
      options.window()?.webContents.startDrag({ file: path, icon });
    },
    moveToTrash: (path) => shell.trashItem(path),
    notify: options.notify,
    languages: () => app.getPreferredSystemLanguages(),
    showProgress(share) {
      // A negative value removes the progress bar.
      options.window()?.setProgressBar(share ?? -1);
    },
    async savePdf(fileName) {
      const window = options.window();
      const path = await options.dialogs.pickTarget(fileName, { name: 'PDF', extensions: ['pdf'] });
      if (window === null || path === null) return null;
      // Backgrounds are the colours of marks and verdicts; the size of the paper is that of the page's own rules.
      const pdf = await window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
      const partial = `${path}.${process.pid}.part`;
      try {
        await writeFile(partial, pdf);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw diskFailure(error, path);
      }
      return path;
    },
    keepAwake(isOn) {
      if (isOn) wakeHold ??= powerSaveBlocker.start('prevent-app-suspension');
      else if (wakeHold !== null) {
        powerSaveBlocker.stop(wakeHold);
        wakeHold = null;
      }
    },
    pickFolder: options.dialogs.pickFolder,
    pickFile: options.dialogs.pickFile,
    ...(options.updates === null ? {} : { updates: options.updates }),
  };
}
