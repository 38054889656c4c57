import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliverableFile } from '../src-main/features/downloads/queue/deliverable-file.ts';
import { createDelivery, type Delivery } from '../src-main/features/downloads/queue/delivery.ts';
import { deliveryMigrations } from '../src-main/features/downloads/queue/delivery-migrations.ts';
import type { DeliveryOptions } from '../src-main/features/downloads/queue/delivery-options.ts';
import {
  createTransferTable,
  type TransferTable,
} from '../src-main/features/downloads/queue/transfer-table.ts';
import { captureIdSchema, libraryFileIdSchema, librarySceneIdSchema } from '../src-preload/contract/ids.ts';
import { makeLinkFetcher } from './make-link-fetcher.ts';
import { openTestStore } from './open-test-store.ts';
import { threadsInProcess } from './threads-in-process.ts';

export interface Saved {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** Less than a test may take, so that what was waited for is told. */
const untilLimitMs = 25_000;

/** A delivery over a real database, folder and network; what the library knows is a list, and time passes when told. */
export function createDeliveryHarness(
  origin: string,
  {
    wrapTable = (table) => table,
    ...overrides
  }: Partial<DeliveryOptions> & { wrapTable?: (table: TransferTable) => TransferTable } = {},
) {
  const opened = openTestStore(deliveryMigrations);
  const libraryFolder = join(opened.folder, 'library');
  mkdirSync(libraryFolder);
  const { connectionId, fetcher, close: closeNetwork } = makeLinkFetcher(origin);
  const known = new Map<number, DeliverableFile>();
  const saved = new Map<number, Saved>();
  const errors: unknown[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const watchers = new Set<() => void>();
  const check = () => {
    for (const watcher of watchers) watcher();
  };

  const start = (): Delivery => {
    const delivery = createDelivery({
      table: wrapTable(createTransferTable({ store: opened.store, now: () => new Date() })),
      files: (ids) => ids.flatMap((id) => known.get(id) ?? []),
      links: { link: async (file) => `${origin}/${file.scene}/${encodeURIComponent(file.name)}` },
      fetcher,
      folder: () => libraryFolder,
      instance: 'harness',
      saved(fileId, file) {
        saved.set(fileId, file);
        const before = known.get(fileId);
        if (before) known.set(fileId, { ...before, onDisk: true });
      },
      changed: check,
      onError: (error) => errors.push(error),
      threads: threadsInProcess(),
      now: Date.now,
      random: () => 0,
      setTimer(run, ms) {
        const timer = { run, ms };
        timers.push(timer);
        check();
        return () => {
          const at = timers.indexOf(timer);
          if (at >= 0) timers.splice(at, 1);
        };
      },
      ...overrides,
    });
    delivery.onProgress(check);
    return delivery;
  };

  const harness = {
    libraryFolder,
    connectionId,
    saved,
    errors,
    known,
    delivery: start(),
    table: () => createTransferTable({ store: opened.store, now: () => new Date() }),
    partialPath: (id: number) => join(libraryFolder, '.partial', `harness-${id}.part`),
    add(id: number, file: Partial<DeliverableFile> = {}) {
      const fileId = libraryFileIdSchema.parse(id);
      known.set(id, {
        fileId,
        librarySceneId: librarySceneIdSchema.parse(file.librarySceneId ?? 1),
        scope: { connectionId, contractId: null },
        captureId: captureIdSchema.parse('capture'),
        sceneId: 'scene',
        project: 'Fields',
        taskName: null,
        takenAt: null,
        satelliteName: null,
        kind: 'attachment',
        name: `file-${id}`,
        fileName: `file-${id}.bin`,
        onDisk: false,
        ...file,
      });
      return fileId;
    },
    state: (id: number) => harness.table().get(libraryFileIdSchema.parse(id))?.state ?? null,
    /** Resolves when the condition holds, which is checked whenever something moved; rejects when it does not within the limit. */
    until(holds: () => boolean, limitMs = untilLimitMs): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          const states = harness.states().join(', ');
          reject(new Error(`not reached within ${limitMs} ms: ${holds}; transfers: ${states || 'none'}`));
        }, limitMs);
        timer.unref();
        const watcher = () => {
          if (!holds()) return;
          watchers.delete(watcher);
          clearTimeout(timer);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      });
    },
    /** Resolves when the transfer has received so many bytes; rejects when it has not within the limit. */
    untilReceived(id: number, doneBytes: number, limitMs = untilLimitMs): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          stop();
          const states = harness.states().join(', ');
          reject(
            new Error(`file ${id} has not ${doneBytes} bytes within ${limitMs} ms; transfers: ${states}`),
          );
        }, limitMs);
        timer.unref();
        const stop = harness.delivery.onProgress((moved) => {
          if (!moved.some((transfer) => transfer.fileId === id && transfer.doneBytes >= doneBytes)) return;
          stop();
          clearTimeout(timer);
          resolve();
        });
      });
    },
    /** Every transfer with its state, for messages. */
    states: () =>
      harness
        .table()
        .allIds()
        .map((id) => `${id} ${harness.state(id)}`),
    /** The delays that are being waited for. */
    waiting: () => timers.map(({ ms }) => ms),
    /** All that waits is due. */
    passTime() {
      for (const { run } of timers.splice(0)) run();
    },
    /** Checks again what is waited for: something moved that the delivery does not know of. */
    recheck: check,
    /** As after a quit and a new start. */
    async restart() {
      await harness.delivery.close();
      opened.reopen();
      harness.delivery = start();
    },
    async end() {
      await harness.delivery.close();
      await closeNetwork();
      opened.remove();
    },
  };
  return harness;
}

export type DeliveryHarness = ReturnType<typeof createDeliveryHarness>;
