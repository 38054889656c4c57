import { join } from 'node:path';
import { app, type BrowserWindow, powerSaveBlocker, type Session, shell } from 'electron';
import { loadKeychain } from '../host/load-keychain.ts';
import type { PackageRoot } from '../host/package-root.ts';
import type { Platform } from '../host/platform.ts';
import { readProxyRule } from './system-proxy.ts';

/** Creates the platform of the application with the functions of Electron. */
export function createElectronPlatform(options: {
  place: PackageRoot;
  dataFolder: string;
  session: Session;
  /** The window that files are dragged out of, and whose button shows progress. */
  window: () => BrowserWindow | null;
  dialogs: Required<Pick<Platform, 'pickFolder' | 'pickFile'>>;
  notify: (notice: { title: string; body: string }) => void;
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
    keepAwake(isOn) {
      if (isOn) wakeHold ??= powerSaveBlocker.start('prevent-app-suspension');
      else if (wakeHold !== null) {
        powerSaveBlocker.stop(wakeHold);
        wakeHold = null;
      }
    },
    pickFolder: options.dialogs.pickFolder,
    pickFile: options.dialogs.pickFile,
  };
}
