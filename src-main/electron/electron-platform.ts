import { join } from 'node:path';
import { app, type BrowserWindow, dialog, type OpenDialogOptions, type Session, shell } from 'electron';
import { loadKeychain } from '../host/load-keychain.ts';
import type { PackageRoot } from '../host/package-root.ts';
import type { Platform } from '../host/platform.ts';
import { readProxyRule } from './system-proxy.ts';

/** Creates the platform of the application with the functions of Electron. */
export function createElectronPlatform(options: {
  place: PackageRoot;
  dataFolder: string;
  session: Session;
  /** The parent window of dialogs. */
  window: () => BrowserWindow | null;
  notify: (notice: { title: string; body: string }) => void;
}): Platform {
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
    async pickFolder() {
      const window = options.window();
      const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory'];
      const { canceled, filePaths } = window
        ? await dialog.showOpenDialog(window, { properties })
        : await dialog.showOpenDialog({ properties });
      return canceled ? null : (filePaths[0] ?? null);
    },
    async pickFile(kind) {
      const window = options.window();
      const asked: OpenDialogOptions = { properties: ['openFile'], filters: [kind] };
      const { canceled, filePaths } = window
        ? await dialog.showOpenDialog(window, asked)
        : await dialog.showOpenDialog(asked);
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
}
