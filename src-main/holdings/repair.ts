import { lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { diskError } from '../store/disk-error.ts';
import type { HoldingsTable } from './holdings-table.ts';

const filesPerPage = 50;
const mostNames = 1_000;

/** What the repair of bad files needs. */
export interface RepairOptions {
  table: Pick<HoldingsTable, 'toRepair' | 'noteQuarantine' | 'markWanted' | 'repaired' | 'forgetBad'>;
  /** Returns the library folder. */
  library: () => string;
  /** Returns the absolute path of a recorded one. */
  absolute: (path: string) => string;
  /** True for a file of a folder that is read in place: it is downloaded again, and nothing there is renamed. */
  isReadInPlace?: (path: string) => boolean;
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

/** Resolves with a free name beside a bad file. */
async function nameBeside(path: string): Promise<string> {
  for (let n = 1; n < mostNames; n += 1) {
    const name = `${path}.damaged${n === 1 ? '' : `-${n}`}`;
    if (!(await isThere(name))) return name;
  }
  throw new Error('no name is left for a damaged file');
}

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
}: RepairOptions) {
  const away = (path: string, code: string, cause?: unknown) =>
    new AppError('FOLDER_NOT_WRITABLE', { path, detail: code }, { cause });

  async function quarantine(path: string, fileId: LibraryFileId, noted: string | null): Promise<void> {
    if (!(await isThere(path))) {
      // Without its drive a bad file would be called missing, and be in the way of the good one afterwards.
      if (!(await isThere(library()))) throw away(library(), 'ENOENT');
      return;
    }
    // The library may have been moved since the name was noted.
    const isUsable = noted !== null && dirname(noted) === dirname(path) && !(await isThere(noted));
    const aside = isUsable ? noted : await nameBeside(path);
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
        for (const { fileId, path, quarantined } of files) {
          if (path !== null && isReadInPlace?.(absolute(path)) !== true)
            await quarantine(absolute(path), fileId, quarantined);
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
        if (quarantined !== null) await rm(quarantined, { force: true });
        table.forgetBad(fileId);
        changed();
      }
    },
  };
}

/** What `createRepair` returns. */
export type Repair = ReturnType<typeof createRepair>;
