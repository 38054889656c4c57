import { dirname, join } from 'node:path';
import type { Unpacked } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { hasCode, isAppError } from '../../../core/app-error.ts';
import { createSerialRunner } from '../../../core/serial-runner.ts';
import { startTimer } from '../../../core/start-timer.ts';
import { abortable } from '../../../service/http/abortable.ts';
import { diskPauseMs } from '../../../transfer/retry-rules.ts';
import { type ArchiveUnpackerOptions, createArchiveUnpacker } from './archive-unpacker.ts';
import type { UnpackRow } from './unpack-table.ts';
import { type Claims, removeUntouched } from './unpacked-files.ts';

/** What unpacking for users and for rules needs. `failed` is only called for a rule: a user gets the error itself. */
export interface UnpackingOptions extends ArchiveUnpackerOptions {
  /** Called if an archive that a rule asked for cannot be unpacked. */
  failed: (fileName: string) => void;
  /** Determines which of the files must stay when an unpacked archive is removed. */
  claimsOn: (fileId: LibraryFileId, paths: readonly string[]) => ReturnType<Claims>;
  /** Forgets an archive whose files were removed. `claimed` are the absolute paths of those that stay because something else has them too. */
  forget: (fileId: LibraryFileId, claimed: readonly string[]) => void;
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Unpacks delivery archives one after another, and cleans up after an interrupted session. */
export interface Unpacking {
  /** Unpacks into a folder beside the archive; if it is already unpacked and complete, only returns it. */
  unpack(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked>;
  /**
   * Unpacks for a rule. The wish is stored at once and carried out in the background; if necessary after a restart or when the
   * disk has room again.
   */
  want(fileId: LibraryFileId): void;
  /** Resolves with what was unpacked if it is complete; else with null. */
  unpacked(fileId: LibraryFileId): Promise<Unpacked | null>;
  /** Removes what was unpacked, except files that somebody has changed or added. */
  remove(fileId: LibraryFileId): Promise<void>;
  /** Removes what an interrupted session left, and continues with what rules asked for. */
  start(): void;
  /** Resolves when nothing is being unpacked any more. */
  whenIdle(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the unpacking, which handles one archive at a time: so no two take the same name, and the disk serves only one. */
export function createUnpacking(options: UnpackingOptions): Unpacking {
  const { table, onError, setTimer = startTimer } = options;
  const closing = new AbortController();
  const unpacker = createArchiveUnpacker(options);
  const runner = createSerialRunner();
  let stopTimer: (() => void) | null = null;

  function unpack(fileId: LibraryFileId, signal: AbortSignal): Promise<Unpacked> {
    const either = AbortSignal.any([signal, closing.signal]);
    return abortable(
      runner.run(() => unpacker.unpack(fileId, either)),
      either,
    );
  }

  /** Catches database errors, because nothing else would report them from a timer. */
  function openRows(): UnpackRow[] {
    try {
      return table.open();
    } catch (error) {
      onError(error);
      scheduleRetry();
      return [];
    }
  }

  /** The disk may have room, or be connected again, after a while. */
  function scheduleRetry() {
    stopTimer ??= setTimer(() => {
      stopTimer = null;
      for (const { fileId, wanted } of openRows()) if (wanted) runInBackground(fileId);
    }, diskPauseMs);
  }

  async function unpackWanted(fileId: LibraryFileId): Promise<void> {
    try {
      await unpack(fileId, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (hasCode(error, 'DISK_FULL') || hasCode(error, 'FOLDER_NOT_WRITABLE')) return scheduleRetry();
      table.unwant(fileId);
      if (!isAppError(error)) onError(error);
      // NOT_FOUND: it was deleted or removed meanwhile, so nobody needs the failure.
      if (!hasCode(error, 'NOT_FOUND')) options.failed(options.archive(fileId).fileName);
    }
  }

  const runInBackground = (fileId: LibraryFileId) => void unpackWanted(fileId).catch(onError);

  async function remove(fileId: LibraryFileId): Promise<void> {
    const row = table.get(fileId);
    if (row === null || row.folder === null || row.doneAt === null) return table.unwant(fileId);
    const folder = join(dirname(options.archive(fileId).path), row.folder);
    const kept = await removeUntouched(folder, row.files, (paths) => options.claimsOn(fileId, paths));
    options.forget(fileId, kept.claimed);
    table.unwant(fileId);
    options.changed();
  }

  return {
    unpack,
    want(fileId) {
      table.want(fileId);
      runInBackground(fileId);
    },
    async unpacked(fileId) {
      const row = table.get(fileId);
      return row === null ? null : unpacker.presentOf(row, options.archive(fileId));
    },
    remove: (fileId) => runner.run(() => remove(fileId)),
    start() {
      for (const row of table.open()) {
        void runner.run(() => unpacker.recover(row)).catch(onError);
        if (row.wanted) runInBackground(row.fileId);
      }
    },
    async whenIdle() {
      for (let awaited: unknown = null; awaited !== runner.idle(); ) {
        awaited = runner.idle();
        await awaited;
      }
    },
    async close() {
      closing.abort();
      stopTimer?.();
      await runner.idle();
    },
  };
}
