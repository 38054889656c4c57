import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Unpacked } from '../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { hasCode, isAppError } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import { abortable } from '../service/abortable.ts';
import { startTimer } from '../start-timer.ts';
import { moveIntoPlace, syncFolder } from './file-placer.ts';
import { freeName } from './final-place.ts';
import { ensureFreeSpace, freeBytesOf } from './free-space.ts';
import { diskFailure, diskPauseMs } from './retry-rules.ts';
import { foldedName } from './safe-name.ts';
import type { UnpackRow, UnpackTable } from './unpack-table.ts';
import { unpackZip } from './unpack-zip.ts';

/** A delivery archive that is on disk. */
export interface Archive {
  path: string;
  fileName: string;
  sha256: string | null;
}

export interface UnpackingOptions {
  table: UnpackTable;
  /** NOT_FOUND for what is not on disk, or is no delivery archive. */
  archive: (fileId: LibraryFileId) => Archive;
  /** What a rule asked for cannot be had. */
  failed: (fileName: string) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  freeBytes?: (folder: string) => Promise<number | null>;
  setTimer?: (run: () => void, ms: number) => () => void;
}

export interface Unpacking {
  /** Into a folder beside the archive; what is there and whole is only answered. */
  unpack(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked>;
  /** For a rule: noted at once, done by itself, if need be after a restart or when the disk has room again. */
  want(fileId: LibraryFileId): void;
  unpacked(fileId: LibraryFileId): Promise<Unpacked | null>;
  /** Takes away what was unpacked, but for what somebody has changed or added. */
  remove(fileId: LibraryFileId): Promise<void>;
  /** Takes away what an interrupted session left, and goes on with what rules asked for. */
  start(): void;
  /** Resolves when nothing is being unpacked any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const stagingPrefix = '.unpacking-';
const maxPlaces = 20;
const statsAtOnce = 64;

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The files that are there as they were written, by kind and size. */
async function untouched(folder: string, files: Unpacked['files']): Promise<Unpacked['files']> {
  const found: Unpacked['files'] = [];
  for (let at = 0; at < files.length; at += statsAtOnce) {
    const batch = files.slice(at, at + statsAtOnce);
    const stats = await Promise.all(batch.map(({ name }) => lstat(join(folder, name)).catch(() => null)));
    found.push(...batch.filter(({ sizeBytes }, i) => stats[i]?.isFile() && stats[i].size === sizeBytes));
  }
  return found;
}

async function isWhole(folder: string, files: Unpacked['files']): Promise<boolean> {
  const there = await lstat(folder).catch(() => null);
  return there?.isDirectory() === true && (await untouched(folder, files)).length === files.length;
}

/** Only what this has made itself is ever taken away as a whole. */
async function takeAway(staging: string): Promise<void> {
  if (basename(staging).startsWith(stagingPrefix)) await rm(staging, { recursive: true, force: true });
}

/** Unpacks delivery archives, one at a time: no two take the same name, and the disk works for one. */
export function createUnpacking(options: UnpackingOptions): Unpacking {
  const { table } = options;
  const setTimer = options.setTimer ?? startTimer;
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let stopTimer: (() => void) | null = null;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function presentOf(row: UnpackRow | null, { path, sha256 }: Archive): Promise<Unpacked | null> {
    if (row === null || row.doneAt === null || row.folder === null || row.source !== sha256) return null;
    const folder = join(dirname(path), row.folder);
    return (await isWhole(folder, row.files)) ? { folder, files: row.files } : null;
  }

  /** The final name, by a rename: free when looked for, and taken by nobody else of this program. */
  async function place(fileId: LibraryFileId, staging: string, archive: Archive, files: Unpacked['files']) {
    const home = dirname(archive.path);
    const stem = basename(archive.path, extname(archive.path));
    const taken = new Set((await readdir(home)).map(foldedName));
    for (let attempt = 1; ; attempt += 1) {
      const folder = freeName(home, stem, taken);
      table.placing(fileId, { folder: basename(folder), files, source: archive.sha256 });
      try {
        await moveIntoPlace(staging, folder);
        await syncFolder(home);
        return folder;
      } catch (error) {
        // Somebody else has just taken it.
        if (attempt >= maxPlaces || !['ENOTDIR', 'ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error)))
          throw error;
      }
    }
  }

  /** What is left of an earlier, interrupted one; false where its disk is not there. */
  async function recover(row: UnpackRow): Promise<boolean> {
    if (row.staging === null) return true;
    const home = dirname(row.staging);
    if (!(await exists(home))) return false;
    if (await exists(row.staging)) {
      await takeAway(row.staging);
      table.clear(row.fileId);
    } else if (row.folder !== null && (await isWhole(join(home, row.folder), row.files))) {
      // Moved, and then there was no time to say so.
      table.finish(row.fileId);
      options.changed();
    } else table.clear(row.fileId);
    return true;
  }

  async function unpackNow(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked> {
    signal.throwIfAborted();
    const archive = options.archive(fileId);
    const home = dirname(archive.path);
    const left = table.get(fileId);
    if (left) await recover(left);
    const present = await presentOf(table.get(fileId), archive);
    if (present) {
      table.unwant(fileId);
      return present;
    }
    const staging = join(home, `${stagingPrefix}${fileId}-${randomBytes(6).toString('hex')}`);
    table.begin(fileId, staging);
    let needed: number | null = null;
    try {
      await mkdir(staging);
      const files = await unpackZip(
        {
          ...{ path: archive.path, fileName: archive.fileName, into: staging },
          ensureFreeSpace(neededBytes) {
            needed = neededBytes;
            const freeBytes = options.freeBytes ?? freeBytesOf;
            return ensureFreeSpace({ folder: home, neededBytes, promisedBytes: 0, freeBytes });
          },
        },
        signal,
      );
      signal.throwIfAborted();
      const folder = await place(fileId, staging, archive, files);
      table.finish(fileId);
      options.changed();
      return { folder, files };
    } catch (error) {
      // Where even that fails, the note stays, and the next start takes it away.
      await takeAway(staging).then(
        () => table.clear(fileId),
        () => undefined,
      );
      throw diskFailure(error, home, needed) ?? error;
    }
  }

  function unpack(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked> {
    const either = AbortSignal.any([signal, closing.signal]);
    return abortable(
      inTurn(() => unpackNow(fileId, either)),
      either,
    );
  }

  /** In a timer nobody else hears that the database takes no question now. */
  function openRows(): UnpackRow[] {
    try {
      return table.open();
    } catch (error) {
      options.onError(error);
      tryAgain();
      return [];
    }
  }

  /** The disk may have room, or be back, in a while. */
  function tryAgain() {
    stopTimer ??= setTimer(() => {
      stopTimer = null;
      for (const { fileId, wanted } of openRows()) if (wanted) runInBackground(fileId);
    }, diskPauseMs);
  }

  async function runWanted(fileId: LibraryFileId): Promise<void> {
    try {
      await unpack(fileId, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (hasCode(error, 'DISK_FULL') || hasCode(error, 'FOLDER_NOT_WRITABLE')) return tryAgain();
      table.unwant(fileId);
      if (!isAppError(error)) options.onError(error);
      // Deleted or taken out meanwhile: nobody waits for it.
      if (!hasCode(error, 'NOT_FOUND')) options.failed(options.archive(fileId).fileName);
    }
  }

  const runInBackground = (fileId: LibraryFileId) => void runWanted(fileId).catch(options.onError);

  return {
    unpack,
    want(fileId) {
      table.want(fileId);
      runInBackground(fileId);
    },
    async unpacked(fileId) {
      const row = table.get(fileId);
      return row === null ? null : presentOf(row, options.archive(fileId));
    },
    remove: (fileId) =>
      inTurn(async () => {
        const row = table.get(fileId);
        if (row === null || row.folder === null || row.doneAt === null) return table.unwant(fileId);
        const folder = join(dirname(options.archive(fileId).path), row.folder);
        const files = await untouched(folder, row.files);
        const folders = new Set<string>();
        try {
          for (const { name } of files) {
            await rm(join(folder, name), { force: true });
            for (let at = dirname(name); at !== '.'; at = dirname(at)) folders.add(at);
          }
        } catch (error) {
          throw diskFailure(error, folder, null) ?? error;
        }
        // The deepest first; one that holds what somebody put there stays.
        for (const each of [...folders].sort((a, b) => b.length - a.length))
          await rmdir(join(folder, each)).catch(() => undefined);
        await rmdir(folder).catch(() => undefined);
        table.clear(fileId);
        table.unwant(fileId);
        options.changed();
      }),
    start() {
      for (const row of table.open()) {
        void inTurn(() => recover(row)).catch(options.onError);
        if (row.wanted) runInBackground(row.fileId);
      }
    },
    async settled() {
      for (let before: unknown = null; before !== last; ) {
        before = last;
        await last;
      }
    },
    async close() {
      closing.abort();
      stopTimer?.();
      await last;
    },
  };
}
