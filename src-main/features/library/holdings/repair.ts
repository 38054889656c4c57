import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { AppError, hasCode, isAppError } from '../../../core/app-error.ts';
import type { FileOwners } from '../../../core/file-claims.ts';
import {
  deleteLibraryFile,
  identifyLibraryFile,
  libraryRootOf,
  renameLibraryFile,
} from '../../../core/library-path.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { diskError } from '../../../store/disk-error.ts';
import type { FileToRepair } from './bad-files.ts';
import type { HoldingsTable } from './holdings-table.ts';

const filesPerPage = 50;

/** The options of `createRepair`. */
export interface RepairOptions {
  table: Pick<HoldingsTable, 'toRepair' | 'noteQuarantine' | 'markWanted' | 'repaired' | 'forgetBad'>;
  /** Returns the library folder. */
  library: () => string;
  /** Returns the absolute form of a recorded path. */
  absolute: (path: string) => string;
  /** True for a file in a further folder, where no file is renamed: it is downloaded again to the library. */
  isReadInPlace?: (path: string) => boolean;
  /** Resolves with the files that must keep their names, because other scenes claim them. */
  claimsOn: FileOwners['claimsOn'];
  /** Records that a file is missing. */
  markMissing: (fileId: LibraryFileId) => void;
  download: (fileIds: readonly LibraryFileId[]) => Promise<unknown>;
  changed: () => void;
}

const isAbsence = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));

const isPresent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );

/** Returns a path beside a bad file. It is random, because a file at it is removed later and must not be one of another Nadir. */
const nameBeside = (path: string) => `${path}.damaged-${randomUUID().slice(0, 8)}`;

/**
 * Creates the repair of bad files. A bad file is renamed and stays until the good one is downloaded, because it may be the only copy.
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
    if (!(await isPresent(path))) {
      // The drive may be away: the bad file would then be recorded as missing, and later occupy the path of the good one.
      if (!(await isPresent(library()))) throw away(library(), 'ENOENT');
      return;
    }
    // The good file is then saved under another name beside it.
    if ((await claimsOn([path], { sceneRow })).has(path)) return;
    // The library may have been moved since the path was stored.
    const isUsable = noted !== null && dirname(noted) === dirname(path) && !(await isPresent(noted));
    const aside = isUsable ? noted : nameBeside(path);
    // Stored before the rename, so that a crash never leaves a renamed file without a record.
    table.noteQuarantine(fileId, aside);
    try {
      await renameLibraryFile({ path, root: libraryRootOf(path, [library()]) }, basename(aside));
    } catch (error) {
      if (isAppError(error)) throw error;
      // The file existed a moment ago, so its drive is away now.
      if (isAbsence(error)) throw away(path, systemErrorCode(error), error);
      throw diskError(error, path);
    }
  }

  async function removeQuarantined(path: string): Promise<void> {
    const file = { path, root: libraryRootOf(path, [library()]) };
    const identity = await identifyLibraryFile(file).catch((error: unknown) => {
      // Behind a link is a file of somebody else, not the one that was put aside.
      if (hasCode(error, 'PATH_LINKED')) return null;
      throw error;
    });
    if (identity === null || (await claimsOn([path], null)).has(path)) return;
    await deleteLibraryFile(file, identity);
  }

  return {
    /**
     * Renames all bad files and queues their downloads; resolves with their number. Rejects with FOLDER_NOT_WRITABLE while the library is
     * away.
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
    /** Removes the renamed bad files whose good ones have been downloaded. */
    async clean(): Promise<void> {
      for (const { fileId, quarantined } of table.repaired()) {
        if (quarantined !== null) await removeQuarantined(quarantined);
        table.forgetBad(fileId);
        changed();
      }
    },
  };
}

/** What `createRepair` returns. */
export type Repair = ReturnType<typeof createRepair>;
