import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Unpacked } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { foldedNamesIn } from '../../../core/folded-names-in.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { diskFailure } from '../../../transfer/retry-rules.ts';
import { moveIntoPlace, syncFolder } from '../../../transfer/storage/file-placer.ts';
import { freeName } from '../../../transfer/storage/final-place.ts';
import { ensureFreeSpace, freeBytesOf } from '../../../transfer/storage/free-space.ts';
import type { UnpackRow, UnpackTable } from './unpack-table.ts';
import { unpackZip } from './unpack-zip.ts';
import { isWhole, removeStaging, stagingPrefix } from './unpacked-files.ts';

/** A delivery archive on disk. */
export interface Archive {
  path: string;
  fileName: string;
  sha256: string | null;
}

/**
 * What unpacking needs. `freeBytes` resolves with null if the system does not report the free space; then unpacking is tried
 * without the check.
 */
export interface ArchiveUnpackerOptions {
  table: UnpackTable;
  /** Throws NOT_FOUND if the file is not on disk or is not a delivery archive. */
  archive: (fileId: LibraryFileId) => Archive;
  changed: () => void;
  freeBytes?: (folder: string) => Promise<number | null>;
}

const maxNameAttempts = 20;

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Creates the unpacker. It works in a staging folder, so that no incomplete folder ever has a final name. Callers must not run it
 * twice at the same time.
 */
export function createArchiveUnpacker(options: ArchiveUnpackerOptions) {
  const { table, changed, freeBytes = freeBytesOf } = options;

  /** Resolves with what was unpacked from exactly this archive, if all of it is still there; else with null. */
  async function presentOf(row: UnpackRow | null, { path, sha256 }: Archive): Promise<Unpacked | null> {
    if (row === null || row.doneAt === null || row.folder === null || row.source !== sha256) return null;
    const folder = join(dirname(path), row.folder);
    return (await isWhole(folder, row.files)) ? { folder, files: row.files } : null;
  }

  /** Renames the folder to a final name that is free and that no other part of Nadir takes. */
  async function place(fileId: LibraryFileId, staging: string, archive: Archive, files: Unpacked['files']) {
    const home = dirname(archive.path);
    const stem = basename(archive.path, extname(archive.path));
    const taken = await foldedNamesIn(home);
    for (let attempt = 1; ; attempt += 1) {
      const folder = freeName(home, stem, taken);
      table.placing(fileId, { folder: basename(folder), files, source: archive.sha256 });
      try {
        await moveIntoPlace(staging, folder);
        await syncFolder(home);
        return folder;
      } catch (error) {
        // Another program has just taken the name.
        const isTaken = ['ENOTDIR', 'ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error));
        if (attempt >= maxNameAttempts || !isTaken) throw error;
      }
    }
  }

  /** Removes or completes what an interrupted session left, unless its disk is missing. */
  async function recover(row: UnpackRow): Promise<void> {
    if (row.staging === null) return;
    const home = dirname(row.staging);
    if (!(await exists(home))) return;
    if (await exists(row.staging)) {
      await removeStaging(row.staging);
      table.clear(row.fileId);
    } else if (row.folder !== null && (await isWhole(join(home, row.folder), row.files))) {
      // The session ended after the move, before it recorded the result.
      table.finish(row.fileId);
      changed();
    } else table.clear(row.fileId);
  }

  /** Unpacks into a new folder beside the archive. Throws the errors of `unpackZip`; a disk error in the user's terms. */
  async function unpackIntoStaging(
    fileId: LibraryFileId,
    archive: Archive,
    signal: AbortSignal,
  ): Promise<Unpacked> {
    const home = dirname(archive.path);
    const staging = join(home, `${stagingPrefix}${fileId}-${randomBytes(6).toString('hex')}`);
    table.begin(fileId, staging);
    let needed: number | null = null;
    try {
      await mkdir(staging);
      const files = await unpackZip(
        {
          path: archive.path,
          fileName: archive.fileName,
          into: staging,
          ensureFreeSpace(neededBytes) {
            needed = neededBytes;
            return ensureFreeSpace({ folder: home, neededBytes, promisedBytes: 0, freeBytes });
          },
        },
        signal,
      );
      signal.throwIfAborted();
      const folder = await place(fileId, staging, archive, files);
      table.finish(fileId);
      changed();
      return { folder, files };
    } catch (error) {
      // If even that fails, the row stays and the next start deletes the folder.
      await removeStaging(staging).then(
        () => table.clear(fileId),
        () => undefined,
      );
      throw diskFailure(error, home, needed) ?? error;
    }
  }

  return {
    presentOf,
    recover,
    /** Resolves with what is already unpacked if it is complete; else unpacks the archive. */
    async unpack(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked> {
      signal.throwIfAborted();
      const archive = options.archive(fileId);
      const interrupted = table.get(fileId);
      if (interrupted) await recover(interrupted);
      const present = await presentOf(table.get(fileId), archive);
      if (!present) return unpackIntoStaging(fileId, archive, signal);
      table.unwant(fileId);
      return present;
    },
  };
}
