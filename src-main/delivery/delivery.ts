import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Transfer, TransferSummary } from '../../src-preload/contract/delivery.ts';
import type { StoredError } from '../../src-preload/contract/errors.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { SceneLinks } from '../library/scene-links.ts';
import type { LinkFetcher } from '../service/service-client.ts';
import { startTimer } from '../start-timer.ts';
import { adoptPartial } from './adopt-partial.ts';
import { createCheckpointWriter } from './checkpoint-writer.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import { fetchFile } from './fetch-file.ts';
import { createFilePlacer, type FileToPlace } from './file-placer.ts';
import { placedBefore } from './final-place.ts';
import { cacheFreeSpace, ensureFreeSpace, freeBytesOf } from './free-space.ts';
import { createHashWorkerClient } from './hash-worker-client.ts';
import { emptyJournal } from './journal.ts';
import { defaultPartSizes, type PartSizes } from './part-sizes.ts';
import {
  backoff,
  countFailedAttempts,
  databaseFailure,
  diskFailure,
  diskPauseMs,
  isPassing,
  patience,
  untilOf,
} from './retry-rules.ts';
import { createSpeedLimit } from './speed-limit.ts';
import { createSteadyClock } from './steady-clock.ts';
import { summarize } from './summarize.ts';
import { TransferDelay } from './transfer-delay.ts';
import type { TransferRow, TransferTable } from './transfer-table.ts';
import { createTransferThreads, type TransferThreads } from './transfer-threads.ts';
import { expectationOf, mostBytesOf, verifyFile } from './verify-file.ts';

export type ProgressListener = (moved: Transfer[], removed: LibraryFileId[]) => void;

export interface Delivery {
  /** `folder`: where they go instead of the library's own, absolute. */
  download(fileIds: readonly LibraryFileId[], folder?: string | null): Promise<Transfer[]>;
  list(): Promise<Transfer[]>;
  /** Those of the files that have a transfer. */
  some(fileIds: readonly LibraryFileId[]): Promise<Transfer[]>;
  done(offset: number, limit: number): Promise<{ total: number; rows: Transfer[] }>;
  summary(): TransferSummary;
  pause(fileId: LibraryFileId): Transfer;
  resume(fileId: LibraryFileId): Transfer;
  retry(fileId: LibraryFileId): Transfer;
  pauseAll(): void;
  resumeAll(): void;
  /** Before another one, or to the end of the line. */
  move(fileIds: readonly LibraryFileId[], before: LibraryFileId | null): void;
  clearFinished(): void;
  remove(fileId: LibraryFileId): Promise<void>;
  isTransferring(fileId: LibraryFileId): boolean;
  /** Called with the transfers that moved, at most four times a second, at first all that are not done; returns the unsubscribe function. */
  onProgress(listener: ProgressListener): () => void;
  /** There may be a network again: what waits for one goes on at once, and what has fallen silent on the old one begins anew. */
  networkChanged(): void;
  /** New files go elsewhere from now on; what has begun ends where its bytes are. */
  folderChanged(before: string): void;
  /** The limits may be others now: what may not come stops, what may goes on. */
  limitsChanged(): void;
  /** Goes on with what the last session left. */
  start(): void;
  close(): Promise<void>;
}

export interface TransferLimits {
  /** Of all transfers together; null for no limit, 0 stops all. */
  bytesPerSecond: number | null;
  connectionsPerFile: number;
  filesAtOnce: number;
}

export interface DeliveryOptions {
  table: TransferTable;
  /** Those of the ids that the library knows, in any order. */
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  links: Pick<SceneLinks, 'link'>;
  fetcher: LinkFetcher;
  folder: () => string;
  /** Tells its partial files from those of another data folder that shares the library. */
  instance: string;
  /** Where the database is, to be named when it takes nothing any more. */
  dataFolder?: string;
  saved: (fileId: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  now: () => number;
  random: () => number;
  /** Read whenever it matters: a change holds at once. */
  limits?: () => TransferLimits;
  /** A connection without a byte for so long is given up. */
  stallMs?: number;
  parts?: PartSizes;
  /** Who brings the bytes. */
  threads?: TransferThreads;
  freeBytes?: (folder: string) => Promise<number | null>;
  /** Calls back after a while; returns what stops it. Tests pass one that they turn themselves. */
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Connections to one service, whatever the number of files. */
const maxConnections = 16;
const usualLimits: TransferLimits = { bytesPerSecond: null, connectionsPerFile: 4, filesAtOnce: 4 };
const usualStallMs = 30_000;
/** Receiving, checking and moving together. */
const maxActive = 200;
const tellEveryMs = 250;
/** Silent for so long while the network changed under it: its connections are of the old one. */
const silentMs = 3_000;
/** Rows per step of a long list; the loop runs in between. */
const batchRows = 250;

interface DownloadedFile extends FileToPlace {
  fileId: LibraryFileId;
  sizeBytes: number;
  sha256: string;
}

interface Active {
  abort: AbortController;
  startedWith: number;
  connectionId: string;
  folder: string;
  doneBytes: number;
  totalBytes: number | null;
  connections: number;
  verifying: boolean;
  rate: number;
  measuredAt: number;
  measuredBytes: number;
  /** When the last bytes came. */
  movedAt: number;
  finished: Promise<void>;
}

/** Nothing of it has ever been on disk. */
const isUntouched = ({ doneBytes, totalBytes, validator }: TransferRow) =>
  doneBytes === 0 && totalBytes === null && validator === null;

const stateOf = ({ verifying }: Active) => (verifying ? 'verifying' : 'running');

/** The queue: a few transfers at a time, each resumable, each tried again by itself while that makes sense. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { table } = options;
  const now = createSteadyClock(options.now);
  /** A moment of the steady clock as a person's clock shows it. */
  const shown = (at: number) => new Date(at - now() + options.now()).toISOString();
  const active = new Map<LibraryFileId, Active>();
  const fruitless = new Map<LibraryFileId, number>();
  const listeners = new Set<ProgressListener>();
  const moved = new Set<LibraryFileId>();
  const timers = new Map<LibraryFileId, () => void>();
  const setTimer = options.setTimer ?? startTimer;
  let tellTimer: NodeJS.Timeout | null = null;
  let pumping = false;
  let closed = false;
  let batchSince = '';
  /** At least one waits for a network. */
  let someOffline = false;
  /** Why and until when the line rests, with those for which the database could not take a note of it. */
  let resting: { because: StoredError; until: string; fileIds: LibraryFileId[] } | null = null;
  const limits = options.limits ?? (() => usualLimits);
  const limit = createSpeedLimit({ bytesPerSecond: () => limits().bytesPerSecond, now });
  const hashes = createHashWorkerClient();
  const threads = options.threads ?? createTransferThreads();
  const freeBytes = cacheFreeSpace(options.freeBytes ?? freeBytesOf, now);
  const keeper = createCheckpointWriter({
    ...{ table, inOneCommit: table.inOneCommit, now, onError: options.onError },
  });
  const placeFile = createFilePlacer<DownloadedFile>({
    note: (files) =>
      table.inOneCommit(() => {
        for (const { file, path } of files) table.setPlace(file.fileId, path, file.sizeBytes);
      }),
    placed: (files) =>
      table.inOneCommit(() => {
        for (const { file, path } of files) {
          const { fileId, sizeBytes, sha256 } = file;
          keeper.forget(fileId);
          options.saved(fileId, { path, sizeBytes, sha256 });
          table.finish(fileId, { sizeBytes, sha256 });
        }
      }),
  });

  const folderOf = (row: TransferRow | null) => row?.folder ?? options.folder();
  // Beside where it will be: a rename from another drive would copy.
  const partialPath = ({ fileId }: Pick<TransferRow, 'fileId'>, folder: string) =>
    join(folder, '.partial', `${options.instance}-${fileId}.part`);
  /** What an older version began: it may as well be another Nadir's, whose row has the same number. */
  const olderPath = ({ fileId }: Pick<TransferRow, 'fileId'>, folder: string) =>
    join(folder, '.partial', `${fileId}.part`);

  function view(row: TransferRow, file: DeliverableFile): Transfer {
    const running = active.get(row.fileId);
    const rests = resting?.fileIds.includes(row.fileId) && row.state === 'queued' ? resting : null;
    return {
      fileId: row.fileId,
      librarySceneId: file.librarySceneId,
      sceneName: file.sceneId,
      fileName: file.fileName,
      state: running && row.state !== 'paused' ? stateOf(running) : rests ? 'waiting' : row.state,
      doneBytes: running?.doneBytes ?? row.doneBytes,
      totalBytes: running?.totalBytes ?? row.totalBytes,
      bytesPerSecond: running ? running.rate : null,
      position: row.position,
      ranges: running && !running.verifying ? running.connections : 0,
      attempts: fruitless.get(row.fileId) ?? 0,
      restartedBecause: row.restartedBecause,
      error: rests?.because ?? row.error,
      waitsUntil: rests?.until ?? row.waitsUntil,
      queuedAt: row.queuedAt,
      finishedAt: row.finishedAt,
      sha256: row.sha256,
    };
  }

  /** A transfer whose file the library knows no more is left out rather than failing the whole list. */
  function views(rows: readonly TransferRow[]): Transfer[] {
    const files = new Map(options.files(rows.map((row) => row.fileId)).map((file) => [file.fileId, file]));
    return rows.flatMap((row) => {
      const file = files.get(row.fileId);
      return file ? [view(row, file)] : [];
    });
  }

  /** Each batch as it is at that moment; the loop runs in between. */
  async function* viewsInBatches(fileIds: readonly LibraryFileId[]): AsyncGenerator<Transfer[], void, void> {
    for (let at = 0; at < fileIds.length; at += batchRows) {
      if (at > 0) await yieldToLoop();
      yield views(table.some(fileIds.slice(at, at + batchRows)));
    }
  }

  /** The same of all that is not done; a queue of any length is never read as a whole. */
  async function* openViews(): AsyncGenerator<Transfer[], void, void> {
    for (let after: TransferRow | null = null; ; await yieldToLoop()) {
      const rows: TransferRow[] = table.openAfter(after, batchRows);
      // Rows that cannot be read are left out: a short batch is not the last one.
      after = rows.at(-1) ?? null;
      if (after === null) return;
      yield views(rows);
    }
  }

  async function viewsOf(fileIds: readonly LibraryFileId[]): Promise<Transfer[]> {
    const transfers: Transfer[] = [];
    for await (const batch of viewsInBatches(fileIds)) transfers.push(...batch);
    return transfers;
  }

  function fileOf(fileId: LibraryFileId): DeliverableFile {
    const [file] = options.files([fileId]);
    if (!file) throw new AppError('NOT_FOUND', { what: `file ${fileId}` });
    return file;
  }

  function current(fileId: LibraryFileId): Transfer {
    return view(required(fileId), fileOf(fileId));
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
      const ids = [...moved];
      moved.clear();
      tellAll(ids).catch(options.onError);
    }, tellEveryMs);
    tellTimer.unref();
  }

  async function tellAll(fileIds: readonly LibraryFileId[]) {
    for (let at = 0; at < fileIds.length; at += batchRows) {
      if (at > 0) await yieldToLoop();
      if (closed) return;
      const ids = fileIds.slice(at, at + batchRows);
      const rows = table.some(ids);
      const there = new Set(rows.map((row) => row.fileId));
      const gone = ids.filter((id) => !there.has(id));
      const transfers = views(rows);
      for (const listener of listeners) listener(transfers, gone);
    }
  }

  function settle(fileId: LibraryFileId) {
    tell(fileId);
    options.changed();
    pump();
  }

  function wake(fileId: LibraryFileId, at: number) {
    timers.get(fileId)?.();
    const due = () => {
      timers.delete(fileId);
      if (closed) return;
      try {
        if (table.get(fileId)?.state !== 'waiting') return;
        table.enqueue([fileId]);
      } catch (error) {
        // Nobody else would ever wake it.
        options.onError(error);
        return wake(fileId, now() + diskPauseMs);
      }
      settle(fileId);
    };
    timers.set(fileId, setTimer(due, Math.max(0, at - now())));
  }

  function waitFor(fileId: LibraryFileId, error: AppError, until: number) {
    if (error.code === 'OFFLINE') someOffline = true;
    table.setState(fileId, 'waiting', {
      error: toStoredError(error),
      waitsUntil: shown(until),
    });
    wake(fileId, until);
  }

  function failedOrWaiting(row: TransferRow, error: unknown, startedWith: number) {
    const { fileId } = row;
    const needed = row.totalBytes === null ? null : row.totalBytes - row.doneBytes;
    const disk = diskFailure(error, folderOf(row), needed);
    if (disk) return waitFor(fileId, disk, now() + diskPauseMs);
    const tries = countFailedAttempts(row, startedWith, fruitless.get(fileId) ?? 0);
    fruitless.set(fileId, tries);
    const reason = error instanceof TransferDelay ? error.reason : error;
    if (isPassing(error) && isAppError(reason)) {
      // Being offline is nobody's fault and costs no patience.
      if (tries <= patience || hasCode(reason, 'OFFLINE'))
        return waitFor(fileId, reason, untilOf(error, now()) ?? now() + backoff(tries, options.random));
    }
    if (!isAppError(reason)) options.onError(reason);
    table.setState(fileId, 'failed', { error: toStoredError(reason) });
  }

  const filesAtWork = (connectionId: string) =>
    [...active.values()].filter((each) => !each.verifying && each.connectionId === connectionId).length;

  /** Every file its fair share of the connections to its service. */
  function connectionsFor(state: Active): number {
    const share = Math.floor(maxConnections / Math.max(1, filesAtWork(state.connectionId)));
    return Math.max(1, Math.min(limits().connectionsPerFile, share));
  }

  /** What the others on the same disk still need. */
  function promisedBeside(state: Active): number {
    return [...active.values()]
      .filter((each) => each !== state && each.folder === state.folder && each.totalBytes !== null)
      .reduce((sum, { totalBytes, doneBytes }) => sum + Math.max(0, (totalBytes ?? 0) - doneBytes), 0);
  }

  /** The whole file in its partial file, checked. */
  async function fetchWhole(
    row: TransferRow,
    file: DeliverableFile,
    state: Active,
  ): Promise<{ sizeBytes: number; sha256: string }> {
    const { captureId } = file;
    const partial = partialPath(row, state.folder);
    const fetched = await fetchFile(
      {
        connectionId: file.scope.connectionId,
        fileName: file.fileName,
        partialPath: partial,
        journal: isUntouched(row) ? emptyJournal : table.journalOf(row.fileId),
        links: options.fetcher,
        link: (stale) =>
          options.links.link(
            { scope: file.scope, captureId, scene: file.librarySceneId, kind: file.kind, name: file.name },
            stale,
          ),
        sceneModified: () => options.files([row.fileId])[0]?.sceneModified ?? null,
        save: (journal, note) => keeper.save(row.fileId, journal, note),
        received() {
          state.verifying = true;
          tell(row.fileId);
          // Its place among those that receive is free.
          pumpSoon();
        },
        progress: (...progress) => measure(row.fileId, state, ...progress),
        restarted: (because) => table.setRestarted(row.fileId, because),
        ensureFreeSpace: (neededBytes) =>
          ensureFreeSpace({
            ...{ folder: state.folder, neededBytes, promisedBytes: promisedBeside(state) },
            freeBytes,
          }),
        mostBytes: mostBytesOf(file.kind, file.name),
        hashes,
        threads,
        limit,
        connections: () => connectionsFor(state),
        stallMs: options.stallMs ?? usualStallMs,
        parts: options.parts ?? defaultPartSizes,
        now,
        random: options.random,
      },
      state.abort.signal,
    );
    const expected = expectationOf(file.kind, file.name, file.fileName);
    try {
      if (expected !== 'any') await verifyFile(partial, file.fileName, expected, state.abort.signal);
    } catch (error) {
      // Whole in length but not the file: kept beside for a look, and begun anew when tried again.
      if (hasCode(error, 'FILE_NOT_WHOLE')) keeper.save(row.fileId, emptyJournal, { kind: 'cleared' });
      throw error;
    }
    return fetched;
  }

  async function transfer(row: TransferRow, state: Active): Promise<void> {
    const { fileId } = row;
    const file = fileOf(fileId);
    state.connectionId = file.scope.connectionId;
    // The library's folder may be another one by the time the bytes are here.
    const { folder } = state;
    const partial = partialPath(row, folder);
    if (!isUntouched(row)) await adoptPartial(olderPath(row, folder), partial, table.journalOf(fileId));
    const before = await placedBefore(row, partial, state.abort.signal);
    const fetched = before ?? (await fetchWhole(row, file, state));
    // Paused or removed while it was verified: it has not its final name yet.
    state.abort.signal.throwIfAborted();
    await placeFile({
      ...{ fileId, place: file, library: folder, partial },
      ...{ lies: before?.path ?? null, signal: state.abort.signal },
      ...{ sizeBytes: fetched.sizeBytes, sha256: fetched.sha256 },
    });
    fruitless.delete(fileId);
  }

  async function run(next: TransferRow, state: Active): Promise<void> {
    const { fileId } = next;
    try {
      await transfer(next, state);
    } catch (error) {
      try {
        keeper.flush();
        const row = table.get(fileId);
        // Stopped by the user or by the end of Nadir: the row already says what is wanted of it.
        if (row && !state.abort.signal.aborted) failedOrWaiting(row, error, state.startedWith);
      } catch (unwritten) {
        rest(fileId, unwritten);
      }
    } finally {
      active.delete(fileId);
      if (!closed) {
        tell(fileId);
        options.changed();
        pumpSoon();
      }
    }
  }

  /**
   * The database takes nothing, most likely because its disk is full. What comes in could not be vouched for, and what cannot
   * be noted as waiting would begin again at once, for ever.
   */
  function rest(fileId: LibraryFileId, error: unknown) {
    options.onError(error);
    if (closed) return;
    if (resting) {
      resting.fileIds.push(fileId);
      return;
    }
    const because = toStoredError(databaseFailure(error, options.dataFolder ?? options.folder()) ?? error);
    resting = { because, until: shown(now() + diskPauseMs), fileIds: [fileId] };
    setTimer(() => {
      const fileIds = resting?.fileIds ?? [];
      resting = null;
      for (const id of fileIds) tell(id);
      pump();
    }, diskPauseMs);
  }

  function measure(
    fileId: LibraryFileId,
    state: Active,
    ...[doneBytes, totalBytes, connections]: [number, number | null, number]
  ) {
    // The first bytes after a silence: there is a network again.
    if (doneBytes > state.doneBytes && someOffline) retryWaiting(['OFFLINE']);
    if (doneBytes !== state.doneBytes) state.movedAt = now();
    state.doneBytes = doneBytes;
    state.totalBytes = totalBytes;
    state.connections = connections;
    const elapsed = now() - state.measuredAt;
    if (elapsed >= 500) {
      const latest = ((doneBytes - state.measuredBytes) / elapsed) * 1_000;
      state.rate = state.rate === 0 ? latest : state.rate * 0.6 + latest * 0.4;
      state.measuredAt = now();
      state.measuredBytes = doneBytes;
    }
    tell(fileId);
  }

  /** What waits for the network goes on at once, with all tries again. */
  function retryWaiting(codes: ('OFFLINE' | 'UNREACHABLE')[]) {
    someOffline = false;
    const ids = table.waitingFor(codes);
    if (ids.length === 0) return;
    for (const id of ids) {
      timers.get(id)?.();
      timers.delete(id);
      fruitless.delete(id);
      tell(id);
    }
    table.enqueue(ids);
    options.changed();
    pump();
  }

  /** Of many that end in one turn of the loop the line is asked once. */
  function pumpSoon() {
    if (pumping) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      pump();
    });
  }

  function pump() {
    if (closed || resting) return;
    const { filesAtOnce: most, bytesPerSecond } = limits();
    // Nothing may come now: a connection that is opened for nothing would only be given up again.
    if (bytesPerSecond === 0) return;
    const receiving = [...active.values()].filter((each) => !each.verifying).length;
    // What waits for the disk holds back the rest at some point.
    const free = Math.min(most - receiving, maxActive - active.size);
    if (free <= 0) return;
    for (const row of table.next(free, [...active.keys()])) {
      const state: Active = {
        abort: new AbortController(),
        startedWith: row.doneBytes,
        connectionId: '',
        folder: folderOf(row),
        doneBytes: row.doneBytes,
        totalBytes: row.totalBytes,
        connections: 0,
        verifying: false,
        rate: 0,
        measuredAt: now(),
        measuredBytes: row.doneBytes,
        movedAt: now(),
        finished: Promise.resolve(),
      };
      active.set(row.fileId, state);
      state.finished = run(row, state);
      tell(row.fileId);
    }
  }

  function resume(fileId: LibraryFileId): Transfer {
    // Also while a pause is still winding down: `run` finds the row queued and the pump takes it up again.
    if (required(fileId).state !== 'done') {
      fruitless.delete(fileId);
      table.enqueue([fileId]);
      settle(fileId);
    }
    return current(fileId);
  }

  /** What runs, with the bytes that have arrived since the journal was last written. */
  function activeBytes() {
    return [...active].map(([fileId, { doneBytes, totalBytes, rate }]) => {
      const row = table.get(fileId);
      const unsavedSize = row?.totalBytes === null ? totalBytes : null;
      return { unsavedBytes: doneBytes - (row?.doneBytes ?? 0), unsavedSize, rate };
    });
  }

  return {
    async download(fileIds, folder = null) {
      if (table.nextQueued(1).length === 0 && active.size === 0) batchSince = shown(now());
      for (let at = 0; at < fileIds.length; at += batchRows) {
        if (at > 0) await yieldToLoop();
        const batch = options.files(fileIds.slice(at, at + batchRows)).filter((file) => !file.onDisk);
        for (const { fileId } of batch) fruitless.delete(fileId);
        table.enqueue(
          batch.map((file) => file.fileId),
          folder,
        );
        for (const { fileId } of batch) tell(fileId);
      }
      options.changed();
      pump();
      return viewsOf(fileIds);
    },
    list: () => viewsOf(table.allIds()),
    some: viewsOf,
    async done(offset, limit) {
      const { total, rows } = table.done(offset, limit);
      return { total, rows: views(rows) };
    },
    summary: () =>
      summarize({ tally: table.tally(), done: table.doneSince(batchSince), active: activeBytes() }),
    pause(fileId) {
      const row = required(fileId);
      if (row.state !== 'done' && row.state !== 'failed') {
        table.setState(fileId, 'paused');
        active.get(fileId)?.abort.abort();
        settle(fileId);
      }
      return current(fileId);
    },
    pauseAll() {
      for (const id of table.setAll(['queued', 'waiting'], 'paused')) {
        active.get(id)?.abort.abort();
        tell(id);
      }
      options.changed();
    },
    resumeAll() {
      for (const id of table.setAll(['paused'], 'queued')) {
        fruitless.delete(id);
        tell(id);
      }
      options.changed();
      pump();
    },
    move(fileIds, before) {
      if (before !== null && fileIds.includes(before)) return;
      table.move(fileIds, before);
      for (const id of fileIds) tell(id);
      pump();
    },
    clearFinished() {
      table.clearDone();
      options.changed();
    },
    retry: resume,
    resume,
    async remove(fileId) {
      const row = table.get(fileId);
      const running = active.get(fileId);
      timers.get(fileId)?.();
      timers.delete(fileId);
      fruitless.delete(fileId);
      table.remove(fileId);
      running?.abort.abort();
      await running?.finished;
      // Put in again while it wound down: the bytes are that one's now.
      if (row && table.get(fileId) === null) await rm(partialPath(row, folderOf(row)), { force: true });
      settle(fileId);
    },
    isTransferring: (fileId) =>
      active.has(fileId) || ['queued', 'waiting', 'paused'].includes(table.get(fileId)?.state ?? ''),
    onProgress(listener) {
      listeners.add(listener);
      void (async () => {
        for await (const transfers of openViews()) {
          if (listeners.has(listener)) listener(transfers, []);
        }
      })().catch(options.onError);
      return () => listeners.delete(listener);
    },
    limitsChanged() {
      if (limits().bytesPerSecond === 0) for (const { abort } of active.values()) abort.abort();
      else pump();
    },
    networkChanged() {
      for (const [fileId, { movedAt, verifying, abort }] of active) {
        if (verifying || now() - movedAt < silentMs) continue;
        const row = table.get(fileId);
        // What cannot go on from where it is would lose all it has.
        if (row && (row.validator !== null || row.doneBytes === 0)) abort.abort();
      }
      retryWaiting(['OFFLINE', 'UNREACHABLE']);
    },
    folderChanged: (before) => table.pinFolder(before, [...active.keys()]),
    start() {
      batchSince = table.openSince() ?? '';
      for (const { fileId, waitsUntil } of table.waiting())
        wake(fileId, waitsUntil === null ? now() : Math.min(Date.parse(waitsUntil), now() + 60_000));
      pump();
    },
    async close() {
      closed = true;
      for (const stop of timers.values()) stop();
      if (tellTimer) clearTimeout(tellTimer);
      const ending = [...active.values()];
      for (const { abort } of ending) abort.abort();
      await Promise.allSettled(ending.map(({ finished }) => finished));
      await Promise.all([hashes.close(), threads.close()]);
    },
  };
}
