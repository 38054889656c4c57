import { randomUUID } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { FileOwners } from '../core/file-claims.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { diskError } from '../store/disk-error.ts';
import type { FileToRepair } from './bad-files.ts';
import type { HoldingsTable } from './holdings-table.ts';

const filesPerPage = 50;

/** What the repair of bad files needs. */
export interface RepairOptions {
  table: Pick<HoldingsTable, 'toRepair' | 'noteQuarantine' | 'markWanted' | 'repaired' | 'forgetBad'>;
  /** Returns the library folder. */
  library: () => string;
  /** Returns the absolute path of a recorded one. */
  absolute: (path: string) => string;
  /** True for a file of a folder that is read in place: it is downloaded again, and nothing there is renamed. */
  isReadInPlace?: (path: string) => boolean;
  /** Says which files have to stay under their names, because they are another scene's too. */
  claimsOn: FileOwners['claimsOn'];
  /** Records that a file is not on disk. */
  markMissing: (fileId: LibraryFileId) => void;
  download: (fileIds: readonly LibraryFileId[]) => Promise<unknown>;
  changed: () => void;
}

const isAbsence = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );

/** Returns a name beside a bad file that no other Nadir gives: what has it is removed when the good file has come. */
const nameBeside = (path: string) => `${path}.damaged-${randomUUID().slice(0, 8)}`;

/**
 * Creates the repair of bad files. A bad file is put aside under another name and stays there until the good one has come, because
 * it may be all that there is.
 */
export function createRepair({
  table,
  library,
  absolute,
  markMissing,
  download,
  changed,
  isReadInPlace,
  claimsOn,
}: RepairOptions) {
  const away = (path: string, code: string, cause?: unknown) =>
    new AppError('FOLDER_NOT_WRITABLE', { path, detail: code }, { cause });

  async function quarantine(
    path: string,
    { fileId, quarantined: noted, sceneRow }: FileToRepair,
  ): Promise<void> {
    if (!(await isThere(path))) {
      // Without its drive a bad file would be called missing, and be in the way of the good one afterwards.
      if (!(await isThere(library()))) throw away(library(), 'ENOENT');
      return;
    }
    // The good one gets another name beside it then.
    if ((await claimsOn([path], { sceneRow })).has(path)) return;
    // The library may have been moved since the name was noted.
    const isUsable = noted !== null && dirname(noted) === dirname(path) && !(await isThere(noted));
    const aside = isUsable ? noted : nameBeside(path);
    // Noted first: a crash in between leaves a note of nothing, never a file that nobody knows.
    table.noteQuarantine(fileId, aside);
    try {
      await rename(path, aside);
    } catch (error) {
      // It was there a moment ago: its drive went away.
      if (isAbsence(error)) throw away(path, systemErrorCode(error), error);
      throw diskError(error, path);
    }
  }

  return {
    /**
     * Puts all bad files aside and downloads them again; resolves with their number when they are in the queue. Rejects with
     * FOLDER_NOT_WRITABLE while the library is away.
     */
    async start(): Promise<number> {
      let wanted = 0;
      for (;;) {
        const files = table.toRepair(filesPerPage);
        for (const file of files) {
          const { fileId, path } = file;
          if (path !== null && isReadInPlace?.(absolute(path)) !== true)
            await quarantine(absolute(path), file);
          markMissing(fileId);
          table.markWanted(fileId);
        }
        if (files.length === 0) return wanted;
        wanted += files.length;
        changed();
        await download(files.map(({ fileId }) => fileId));
      }
    },
    /** Removes what was put aside of files that have been downloaded again. */
    async clean(): Promise<void> {
      for (const { fileId, quarantined } of table.repaired()) {
        if (quarantined !== null && !(await claimsOn([quarantined], null)).has(quarantined))
          await rm(quarantined, { force: true });
        table.forgetBad(fileId);
        changed();
      }
    },
  };
}

/** What `createRepair` returns. */
export type Repair = ReturnType<typeof createRepair>;
