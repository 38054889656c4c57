import { hasCode } from '../core/app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { HostWords } from '../core/words.ts';
import { diskError } from '../store/disk-error.ts';
import { NewerDatabaseError } from '../store/migrate.ts';
import { FolderLockedError } from './data-folder-lock.ts';
import { FlagError } from './host-flags.ts';
import { FolderPathError } from './make-data-folder.ts';

interface StartFailure {
  message: string;
  /** Lets scripts distinguish: 2 flags, 3 folder in use, 4 port, 5 not writable, 6 disk full, 8 newer data, 1 anything else. The launcher has 7 for
   * no Electron, the window 9 for a page that cannot be loaded. */
  exitCode: number;
}

/** The window's own folder is locked, although no Nadir has the data folder. */
export class BrowserFolderError extends Error {
  readonly folder: string;
  constructor(folder: string) {
    super('the folder of the window is locked');
    this.folder = folder;
  }
}

const deviceCodes = new Set(['EIO', 'ENXIO', 'ENODEV', 'ESTALE']);
/** SQLITE_IOERR, the low byte of all its errors of reading and writing. */
const sqliteIoError = 10;
/** SQLITE_IOERR_SHMSIZE, which says that the disk is full. */
const noRoomForSharedMemory = 4_874;

/** True if the drive itself fails, or is no longer there. */
function isDeviceFailure(error: unknown): boolean {
  if (deviceCodes.has(systemErrorCode(error))) return true;
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return (
    typeof errcode === 'number' && (errcode & 0xff) === sqliteIoError && errcode !== noRoomForSharedMemory
  );
}

/** What happened and what to do, for whoever starts a host. */
export function startFailure(error: unknown, { t }: Pick<HostWords, 't'>): StartFailure {
  if (error instanceof FlagError) return { message: error.message, exitCode: 2 };
  if (error instanceof FolderLockedError) {
    const { owner } = error;
    return {
      message: owner
        ? t('start.folderInUse', { host: owner.host, pid: String(owner.pid), since: owner.since })
        : t('start.folderInUseByUnknown'),
      exitCode: 3,
    };
  }
  if (error instanceof BrowserFolderError)
    return { message: t('start.windowFolderInUse', { folder: error.folder }), exitCode: 3 };
  if (error instanceof FolderPathError)
    return { message: t('start.folderImpossible', { folder: error.folder.slice(0, 200) }), exitCode: 5 };
  if (error instanceof NewerDatabaseError) return { message: t('start.newerData'), exitCode: 8 };
  if (isDeviceFailure(error)) return { message: t('start.diskFails'), exitCode: 5 };
  // An error of SQLite has a number where one of the file system has a name.
  const told = diskError(error, '');
  if (hasCode(told, 'DISK_FULL')) return { message: t('start.diskFull'), exitCode: 6 };
  if (hasCode(told, 'FOLDER_NOT_WRITABLE')) return { message: t('start.folderNotWritable'), exitCode: 5 };
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') return { message: t('start.portTaken'), exitCode: 4 };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: t('start.failed', { detail }), exitCode: 1 };
}
