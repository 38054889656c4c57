import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../core/app-error.ts';
import type { UpdateInstaller, UpdateTransport } from '../../core/update-installer.ts';
import type { Installation } from './library-updater.ts';
import type { ManagedUpdates } from './managed-file.ts';
import { checkSignature, type PackageKind, refuseUpdate } from './update-feed.ts';

/**
 * Returns how this Nadir was installed; null if nothing can replace it: it runs from its sources, or was unpacked by hand.
 */
export function packageKind(options: {
  isPackaged: boolean;
  system: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  resourcesFolder: string;
}): PackageKind | null {
  const { isPackaged, system, environment, resourcesFolder } = options;
  if (!isPackaged || !existsSync(join(resourcesFolder, 'app-update.yml'))) return null;
  if (system === 'win32') return 'nsis';
  if (system === 'darwin') return 'mac';
  if (environment.APPIMAGE !== undefined) return 'appimage';
  const packageType = join(resourcesFolder, 'package-type');
  return existsSync(packageType) && readFileSync(packageType, 'utf8').trim() === 'deb' ? 'deb' : null;
}

/**
 * Returns the folder for downloaded updates. That of an AppImage is beside it: there the new one is renamed into its place, which needs
 * no room, and an AppImage that could not be replaced fails with the download already.
 */
export function stagingFolderOf(options: {
  kind: PackageKind;
  environment: Readonly<Record<string, string | undefined>>;
  dataFolder: string;
}): string {
  const { APPIMAGE: appImage } = options.environment;
  return options.kind === 'appimage' && appImage !== undefined
    ? join(dirname(appImage), '.nadir-updates')
    : join(options.dataFolder, 'updates');
}

interface ElectronUpdatesOptions extends Installation {
  managed: ManagedUpdates;
  /** Has Nadir close in good order; `install` is to be called when everything is closed, as the last thing of the process. */
  closeAndInstall: (install: () => void) => void;
}

/** Creates what finds, downloads and installs updates in a packaged Nadir, with electron-updater. */
export function createElectronUpdates(options: ElectronUpdatesOptions): UpdateInstaller {
  const { managed, kind, stagingFolder } = options;
  const readText = async (
    { transport, signal }: { transport: UpdateTransport; signal: AbortSignal },
    url: URL,
  ) => {
    const text = await transport.text(url, signal);
    if (managed.signingKey === null) return text;
    const signature = await transport
      .text(new URL(`${url.origin}${url.pathname}.sig`), signal)
      .catch((error) => {
        throw error instanceof AppError && error.code === 'UPDATE_REFUSED'
          ? refuseUpdate('unsigned', '', error)
          : error;
      });
    checkSignature(text, signature, managed.signingKey);
    return text;
  };
  // Most sessions have no update, and the library is large.
  const loading = async () => {
    const { createLibraryUpdater } = await import('./library-updater.ts');
    return createLibraryUpdater(options, readText);
  };
  let library: ReturnType<typeof loading> | null = null;
  let transport: UpdateTransport | null = null;
  const getLibrary = () => {
    library ??= loading();
    return library;
  };
  const removeStaged = () => rm(stagingFolder, { recursive: true, force: true }).catch(() => undefined);

  return {
    managedBy: managed.offBy,
    async find(feed, signal) {
      if (managed.offBy !== null) throw refuseUpdate('not-offered');
      transport = feed.transport;
      const updater = await getLibrary();
      const found = await updater.find(feed.address, { transport, signal, onProgress: () => undefined });
      if (found !== null) return { version: found.version, sizeBytes: found.files[0].size };
      // What is left of the update that this version came from.
      await removeStaged();
      return null;
    },
    async download(onProgress, signal) {
      if (transport === null) throw refuseUpdate('not-offered');
      const updater = await getLibrary();
      await updater.download({ transport, signal, onProgress });
    },
    async checkAgain() {
      const updater = await getLibrary();
      try {
        await updater.checkAgain();
      } catch (error) {
        await removeStaged();
        throw error;
      }
    },
    async restart() {
      const updater = await getLibrary();
      if (kind === 'mac') await updater.handToSystem();
      else options.closeAndInstall(updater.installAtEnd);
    },
  };
}
