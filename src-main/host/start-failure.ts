import { hasCode } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { diskError } from '../store/disk-error.ts';
import { NewerDatabaseError } from '../store/migrate.ts';
import { fillWords, type HostWords } from '../words.ts';
import { FolderLockedError } from './data-folder-lock.ts';
import { FlagError } from './host-flags.ts';

interface StartFailure {
  message: string;
  /** Lets scripts distinguish: 2 flags, 3 folder in use, 4 port, 5 not writable, 6 disk full, 8 newer data, 1 anything else. */
  exitCode: number;
}

/** Returns what happened and what to do, for the person who starts a host. */
export function startFailure(error: unknown, { start: words }: HostWords): StartFailure {
  if (error instanceof FlagError) return { message: error.message, exitCode: 2 };
  if (error instanceof FolderLockedError) {
    const { owner } = error;
    return {
      message: owner
        ? fillWords(words.folderInUse, { host: owner.host, pid: String(owner.pid), since: owner.since })
        : words.folderInUseByUnknown,
      exitCode: 3,
    };
  }
  if (error instanceof NewerDatabaseError) return { message: words.newerData, exitCode: 8 };
  // An error of SQLite has a number instead of a file system's code.
  const told = diskError(error, '');
  if (hasCode(told, 'DISK_FULL')) return { message: words.diskFull, exitCode: 6 };
  if (hasCode(told, 'FOLDER_NOT_WRITABLE')) return { message: words.folderNotWritable, exitCode: 5 };
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') return { message: words.portTaken, exitCode: 4 };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: fillWords(words.failed, { detail }), exitCode: 1 };
}
