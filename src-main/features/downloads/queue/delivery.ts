import type { Transfer, TransferSummary } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { startTimer } from '../../../core/start-timer.ts';
import { createSpeedLimit } from '../../../transfer/speed-limit.ts';
import { createCheckpointWriter } from '../../../transfer/storage/checkpoint-writer.ts';
import { createTransferThreads } from '../../../transfer/transfer-threads.ts';
import { createHashWorkerClient } from '../../../transfer/verification/hash-worker-client.ts';
import { createActiveTransfers } from './active-transfers.ts';
import type { DeliveryOptions, TransferLimits } from './delivery-options.ts';
import { createProgressAnnouncer, type ProgressListener } from './progress-announcer.ts';
import { createQueueCommands, createTransferCommands } from './queue-commands.ts';
import { createQueuePause } from './queue-pause.ts';
import { createQueueScheduler } from './queue-scheduler.ts';
import { createSteadyClock } from './steady-clock.ts';
import { summarize } from './summarize.ts';
import { createSurroundings } from './surroundings.ts';
import { createTransferRetries } from './transfer-retries.ts';
import type { TransferRow } from './transfer-row.ts';
import { createTransferRunner, partialPathOf } from './transfer-runner.ts';
import { createTransferViews } from './transfer-views.ts';

/** The download queue. Calls that change it return at once; `onProgress` reports how the transfers proceed. */
export interface Delivery {
  /** Queues the files that are not on disk. `folder` is an absolute path that replaces the library's own folder. */
  download(fileIds: readonly LibraryFileId[], folder?: string | null): Promise<Transfer[]>;
  /** Fetches small files that nobody has asked for, such as thumbnails: beside the queue, in no list, and whatever is paused. */
  downloadAutomatically(fileIds: readonly LibraryFileId[]): Promise<void>;
  list(): Promise<Transfer[]>;
  /** Resolves with the transfers of these files, if they have one. */
  transfersOf(fileIds: readonly LibraryFileId[]): Promise<Transfer[]>;
  done(offset: number, limit: number): Promise<{ total: number; rows: Transfer[] }>;
  summary(): TransferSummary;
  /** `pause`, `resume` and `retry` throw NOT_FOUND for a file without a transfer. */
  pause(fileId: LibraryFileId): Transfer;
  resume(fileId: LibraryFileId): Transfer;
  retry(fileId: LibraryFileId): Transfer;
  pauseAll(): void;
  resumeAll(): void;
  /** Moves transfers before another one, or to the end of the queue. */
  move(fileIds: readonly LibraryFileId[], before: LibraryFileId | null): void;
  clearFinished(): void;
  /** Removes the transfer and its partial file; a file that already has its final name stays. */
  remove(fileId: LibraryFileId): Promise<void>;
  /**
   * Calls back with all unfinished transfers, then with those that changed, at most four times a second; returns the unsubscribe
   * function.
   */
  onProgress(listener: ProgressListener): () => void;
  /**
   * Call this when the network changed: transfers that wait for a network are queued at once, and those that fell silent are
   * restarted.
   */
  networkChanged(): void;
  /** New files go to another folder from now on; transfers that have begun finish in the folder of their bytes. */
  folderChanged(before: string): void;
  /** Call this when the limits may have changed: stops what is no longer allowed, starts what is allowed now. */
  limitsChanged(): void;
  /** Continues with what the last session left. */
  start(): void;
  close(): Promise<void>;
}

const defaultLimits: TransferLimits = { bytesPerSecond: null, connectionsPerFile: 4, filesAtOnce: 4 };
/** After a start nothing waits longer than this, whatever was stored, because the clock may have been changed since. */
const maxWaitAfterStartMs = 60_000;

/**
 * Creates the queue: it runs a few transfers at a time, resumes each from where it stopped, and retries it as long as that makes
 * sense.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { table, files, changed } = options;
  const queue = createQueue(options);
  const { active, announcer, retries, scheduler, views, now, shownTime, limits } = queue;
  /** The ISO time when the queue was last empty; the summary counts from then. */
  let batchSince = '';
  const commands = {
    table,
    files,
    active,
    retries,
    scheduler,
    views,
    changed,
    announce: announcer.announce,
    partialPath: (row: TransferRow) =>
      partialPathOf(options.instance, row.fileId, row.folder ?? options.folder()),
    batchBegins() {
      batchSince = shownTime(now());
    },
  };
  return {
    ...createTransferCommands(commands),
    ...createQueueCommands(commands),
    ...createSurroundings({ table, active, retries, scheduler, limits, now }),
    list: () => views.viewsOf(table.allIds()),
    transfersOf: views.viewsOf,
    async done(offset, limit) {
      const { total, rows } = table.done(offset, limit);
      return { total, rows: views.views(rows) };
    },
    summary: () =>
      summarize({ tally: table.tally(), done: table.doneSince(batchSince), active: queue.unsaved() }),
    onProgress: announcer.subscribe,
    start() {
      batchSince = table.openSince() ?? '';
      for (const { fileId, waitsUntil } of table.waiting()) {
        const latest = now() + maxWaitAfterStartMs;
        retries.requeueAt(fileId, waitsUntil === null ? now() : Math.min(Date.parse(waitsUntil), latest));
      }
      scheduler.startNext();
    },
    close: queue.close,
  };
}

/** Creates and connects the parts of the queue. */
function createQueue(options: DeliveryOptions) {
  const { table, onError, changed, setTimer = startTimer, limits = () => defaultLimits } = options;
  const now = createSteadyClock(options.now);
  const shownTime = (at: number) => new Date(at - now() + options.now()).toISOString();
  const folderOf = (row: TransferRow) => row.folder ?? options.folder();
  let closed = false;
  const isClosed = () => closed;
  const announce = (fileId: LibraryFileId) => announcer.announce(fileId);
  const requeued = () => {
    changed();
    scheduler.startNext();
  };

  const hashes = createHashWorkerClient();
  const threads = options.threads ?? createTransferThreads();
  const active = createActiveTransfers({ limits, now });
  const checkpoints = createCheckpointWriter({ table, inOneCommit: table.inOneCommit, now, onError });
  const pause = createQueuePause({
    setTimer,
    isClosed,
    onError,
    dataFolder: () => options.dataFolder ?? options.folder(),
    shownTimeIn: (ms) => shownTime(now() + ms),
    resumed(fileIds) {
      for (const fileId of fileIds) announce(fileId);
      scheduler.startNext();
    },
  });
  const retries = createTransferRetries({
    table,
    folderOf,
    now,
    shownTime,
    random: options.random,
    setTimer,
    isClosed,
    onError,
    announce,
    requeued,
  });
  const { attemptsOf } = retries;
  const views = createTransferViews({ table, files: options.files, active, pause, attemptsOf });
  const announcer = createProgressAnnouncer({ table, views, isClosed, onError });
  const run = createTransferRunner({
    delivery: options,
    active,
    checkpoints,
    hashes,
    threads,
    now,
    fileOf: views.fileOf,
    limit: createSpeedLimit({ bytesPerSecond: () => limits().bytesPerSecond, now }),
    onBytesReceived: retries.networkWorks,
    changed: announce,
    received(fileId) {
      announce(fileId);
      scheduler.startSoon();
    },
  });
  const scheduler = createQueueScheduler({
    table,
    active,
    retries,
    pause,
    checkpoints,
    limits,
    folderOf,
    isClosed,
    run,
    announce,
    changed,
  });

  return {
    active,
    announcer,
    retries,
    scheduler,
    views,
    now,
    shownTime,
    limits,
    /** Returns the listed running transfers, with the bytes received since the journal was last written. */
    unsaved: () =>
      [...active.byFile].flatMap(([fileId, { doneBytes, totalBytes, bytesPerSecond }]) => {
        const row = table.get(fileId);
        if (row?.isAutomatic) return [];
        const unsavedSize = row?.totalBytes === null ? totalBytes : null;
        return [{ unsavedBytes: doneBytes - (row?.doneBytes ?? 0), unsavedSize, bytesPerSecond }];
      }),
    async close() {
      closed = true;
      retries.stop();
      announcer.stop();
      const ending = [...active.byFile.values()];
      active.abortAll();
      await Promise.allSettled(ending.map(({ finished }) => finished));
      await Promise.all([hashes.close(), threads.close()]);
    },
  };
}
