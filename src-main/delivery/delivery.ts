import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import type { CaptureId, LibraryFileId, LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { SceneLinks } from '../library/scene-links.ts';
import type { LinkFetcher } from '../service/service-client.ts';
import { fetchFile, TransferDelay } from './fetch-file.ts';
import { freePath, moveIntoPlace } from './place-file.ts';
import type { TransferRow, TransferTable } from './transfer-table.ts';
import { expectationOf, verifyFile } from './verify-file.ts';

/** What delivery must know of a file; the library supplies it. */
export interface DeliverableFile {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  scope: Scope;
  captureId: CaptureId | null;
  sceneId: string;
  project: string | null;
  kind: 'raster' | 'attachment';
  name: string;
  fileName: string;
  onDisk: boolean;
}

export interface Delivery {
  download(fileIds: readonly LibraryFileId[]): Transfer[];
  list(): Transfer[];
  pause(fileId: LibraryFileId): Transfer;
  resume(fileId: LibraryFileId): Transfer;
  remove(fileId: LibraryFileId): Promise<void>;
  isTransferring(fileId: LibraryFileId): boolean;
  /** Called with the transfers that moved, at most four times a second; returns the unsubscribe function. */
  onProgress(listener: (transfers: Transfer[]) => void): () => void;
  /** Goes on with what the last session left. */
  start(): void;
  close(): Promise<void>;
}

export interface DeliveryOptions {
  table: TransferTable;
  file: (fileId: LibraryFileId) => DeliverableFile;
  links: Pick<SceneLinks, 'link'>;
  fetcher: LinkFetcher;
  folder: () => string;
  saved: (fileId: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  now: () => number;
  random: () => number;
}

const concurrency = 4;
const tellEveryMs = 250;
/** Tries without a byte of progress before it is given up. */
const patience = 8;
const diskPauseMs = 15_000;

interface Active {
  abort: AbortController;
  doneBytes: number;
  totalBytes: number | null;
  verifying: boolean;
  rate: number;
  measuredAt: number;
  measuredBytes: number;
  finished: Promise<void>;
}

/** ENOSPC and friends, in the user's terms; null for anything else. */
function diskError(error: unknown, path: string): AppError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('DISK_FULL', { path, neededBytes: null }, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EIO', 'ENODEV', 'ENOTDIR'].includes(code)) {
    return new AppError('FOLDER_NOT_WRITABLE', { path, detail: code }, { cause: error });
  }
  return null;
}

/** The queue: a few transfers at a time, each resumable, each tried again by itself while that makes sense. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { table, now } = options;
  const active = new Map<LibraryFileId, Active>();
  const fruitless = new Map<LibraryFileId, number>();
  const listeners = new Set<(transfers: Transfer[]) => void>();
  const moved = new Set<LibraryFileId>();
  const timers = new Map<LibraryFileId, NodeJS.Timeout>();
  let tellTimer: NodeJS.Timeout | null = null;
  let closed = false;

  const partialPath = (fileId: LibraryFileId) => join(options.folder(), '.partial', `${fileId}.part`);

  function view(row: TransferRow): Transfer {
    const file = options.file(row.fileId);
    const running = active.get(row.fileId);
    return {
      fileId: row.fileId,
      librarySceneId: file.librarySceneId,
      sceneName: file.sceneId,
      fileName: file.fileName,
      state: running ? (running.verifying ? 'verifying' : 'running') : row.state,
      doneBytes: running?.doneBytes ?? row.doneBytes,
      totalBytes: running?.totalBytes ?? row.totalBytes,
      bytesPerSecond: running ? running.rate : null,
      error: row.error,
      waitsUntil: row.waitsUntil,
      queuedAt: row.queuedAt,
      finishedAt: row.finishedAt,
      sha256: null,
    };
  }

  function required(fileId: LibraryFileId): TransferRow {
    const row = table.get(fileId);
    if (!row) throw new AppError('NOT_FOUND', { what: `transfer ${fileId}` });
    return row;
  }

  function tell(fileId: LibraryFileId) {
    moved.add(fileId);
    if (tellTimer || closed) return;
    tellTimer = setTimeout(() => {
      tellTimer = null;
      const rows = [...moved].flatMap((id) => table.get(id) ?? []);
      moved.clear();
      const transfers = rows.map(view);
      for (const listener of listeners) listener(transfers);
    }, tellEveryMs);
    tellTimer.unref();
  }

  function settle(fileId: LibraryFileId) {
    tell(fileId);
    options.changed();
    pump();
  }

  function wake(fileId: LibraryFileId, at: number) {
    clearTimeout(timers.get(fileId));
    const timer = setTimeout(
      () => {
        timers.delete(fileId);
        if (closed || table.get(fileId)?.state !== 'waiting') return;
        table.setState(fileId, 'queued');
        settle(fileId);
      },
      Math.max(0, at - now()),
    );
    timer.unref();
    timers.set(fileId, timer);
  }

  function waitFor(fileId: LibraryFileId, error: AppError, until: number) {
    table.setState(fileId, 'waiting', {
      error: toStoredError(error),
      waitsUntil: new Date(until).toISOString(),
    });
    wake(fileId, until);
  }

  /** Full jitter, doubling with each try that brought nothing. */
  function backoff(tries: number): number {
    return now() + 500 + options.random() * Math.min(60_000, 1_000 * 2 ** tries);
  }

  function failedOrWaiting(fileId: LibraryFileId, error: unknown, progressed: boolean) {
    const disk = diskError(error, options.folder());
    if (disk) return waitFor(fileId, disk, now() + diskPauseMs);
    const tries = progressed ? 1 : (fruitless.get(fileId) ?? 0) + 1;
    fruitless.set(fileId, tries);
    const reason = error instanceof TransferDelay ? error.reason : error;
    const passing =
      error instanceof TransferDelay ||
      hasCode(error, 'OFFLINE') ||
      hasCode(error, 'UNREACHABLE') ||
      hasCode(error, 'SERVICE_FAILED') ||
      hasCode(error, 'RATE_LIMITED');
    if (passing && isAppError(reason)) {
      const until = error instanceof TransferDelay && error.until !== null ? error.until : backoff(tries);
      // Being offline is nobody's fault and costs no patience.
      if (tries <= patience || hasCode(reason, 'OFFLINE')) return waitFor(fileId, reason, until);
    }
    if (!isAppError(reason)) options.onError(reason);
    table.setState(fileId, 'failed', { error: toStoredError(reason) });
  }

  async function run(fileId: LibraryFileId, state: Active): Promise<void> {
    const row = required(fileId);
    const startedWith = row.doneBytes;
    try {
      const file = options.file(fileId);
      const { captureId } = file;
      if (captureId === null) throw new AppError('NOT_FOUND', { what: file.fileName });
      const partial = partialPath(fileId);
      const fetched = await fetchFile(
        {
          connectionId: file.scope.connectionId,
          fileName: file.fileName,
          partialPath: partial,
          journal: { doneBytes: row.doneBytes, totalBytes: row.totalBytes, validator: row.validator },
          links: options.fetcher,
          link: (stale) =>
            options.links.link(
              { scope: file.scope, captureId, scene: file.librarySceneId, kind: file.kind, name: file.name },
              stale,
            ),
          save: (journal) => table.journal(fileId, journal),
          progress: (doneBytes, totalBytes) => measure(fileId, state, doneBytes, totalBytes),
          now,
        },
        state.abort.signal,
      );
      state.verifying = true;
      tell(fileId);
      try {
        await verifyFile(partial, file.fileName, expectationOf(file.kind, file.name, file.fileName));
      } catch (error) {
        // Whole in length but not the file: kept beside for a look, and begun anew when tried again.
        table.journal(fileId, { doneBytes: 0, totalBytes: null, validator: null });
        throw error;
      }
      const path = await freePath(options.folder(), file);
      await moveIntoPlace(partial, path);
      options.saved(fileId, { path, ...fetched });
      table.journal(fileId, { doneBytes: fetched.sizeBytes, totalBytes: fetched.sizeBytes, validator: null });
      table.setState(fileId, 'done');
      fruitless.delete(fileId);
    } catch (error) {
      const current = table.get(fileId);
      if (!current || current.state === 'paused') return;
      if (closed) table.setState(fileId, 'queued');
      else failedOrWaiting(fileId, error, current.doneBytes > startedWith);
    } finally {
      active.delete(fileId);
      if (!closed) settle(fileId);
    }
  }

  function measure(fileId: LibraryFileId, state: Active, doneBytes: number, totalBytes: number | null) {
    state.doneBytes = doneBytes;
    state.totalBytes = totalBytes;
    const elapsed = now() - state.measuredAt;
    if (elapsed >= 500) {
      const latest = ((doneBytes - state.measuredBytes) / elapsed) * 1_000;
      state.rate = state.rate === 0 ? latest : state.rate * 0.6 + latest * 0.4;
      state.measuredAt = now();
      state.measuredBytes = doneBytes;
    }
    tell(fileId);
  }

  function pump() {
    if (closed) return;
    for (const row of table.all()) {
      if (active.size >= concurrency) return;
      if (row.state !== 'queued' || active.has(row.fileId)) continue;
      const state: Active = {
        abort: new AbortController(),
        doneBytes: row.doneBytes,
        totalBytes: row.totalBytes,
        verifying: false,
        rate: 0,
        measuredAt: now(),
        measuredBytes: row.doneBytes,
        finished: Promise.resolve(),
      };
      active.set(row.fileId, state);
      state.finished = run(row.fileId, state);
      tell(row.fileId);
    }
  }

  return {
    download(fileIds) {
      for (const fileId of fileIds) {
        if (options.file(fileId).onDisk) continue;
        fruitless.delete(fileId);
        if (!active.has(fileId)) table.enqueue(fileId);
      }
      for (const fileId of fileIds) settle(fileId);
      return fileIds.flatMap((fileId) => table.get(fileId) ?? []).map(view);
    },
    list: () => table.all().map(view),
    pause(fileId) {
      const row = required(fileId);
      if (row.state !== 'done' && row.state !== 'failed') table.setState(fileId, 'paused');
      active.get(fileId)?.abort.abort();
      settle(fileId);
      return view(required(fileId));
    },
    resume(fileId) {
      fruitless.delete(fileId);
      required(fileId);
      if (!active.has(fileId)) table.enqueue(fileId);
      settle(fileId);
      return view(required(fileId));
    },
    async remove(fileId) {
      const running = active.get(fileId);
      table.remove(fileId);
      running?.abort.abort();
      await running?.finished;
      await rm(partialPath(fileId), { force: true });
      settle(fileId);
    },
    isTransferring: (fileId) =>
      active.has(fileId) || ['queued', 'waiting', 'paused'].includes(table.get(fileId)?.state ?? ''),
    onProgress(listener) {
      listeners.add(listener);
      listener(
        table
          .all()
          .filter((row) => row.state !== 'done')
          .map(view),
      );
      return () => listeners.delete(listener);
    },
    start() {
      for (const row of table.all()) {
        if (row.state === 'waiting')
          wake(
            row.fileId,
            row.waitsUntil === null ? now() : Math.min(Date.parse(row.waitsUntil), now() + 60_000),
          );
      }
      pump();
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      if (tellTimer) clearTimeout(tellTimer);
      const ending = [...active.values()];
      for (const { abort } of ending) abort.abort();
      await Promise.allSettled(ending.map(({ finished }) => finished));
    },
  };
}
