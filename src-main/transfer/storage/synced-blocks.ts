import type { FileHandle } from 'node:fs/promises';
import type { Block, Journal, SaveJournal, Version } from './journal.ts';

interface SyncedBlocksOptions {
  file: FileHandle;
  /** The blocks that are already on disk. */
  kept: readonly Block[];
  version: Readonly<Version>;
  save: SaveJournal;
  now: () => number;
  connections: () => number;
  /** Called if a flush in the background failed. */
  onError: (error: unknown) => void;
}

/** Flushes the written blocks of a file to disk, and stores them in the journal only afterwards. */
export interface SyncedBlocks {
  /** Returns the current journal: only blocks that are safe on disk. */
  journal(): Journal;
  /** Adds a new or grown block; its bytes are with the system, not yet on disk. */
  add(block: Readonly<Block>): void;
  /** True if so much waits for the disk that no more bytes should be passed on for now. */
  isBehind(): boolean;
  onCaughtUp(listener: () => void): () => void;
  flushIfDue(): void;
  flush(): Promise<void>;
  keepWritten(): Promise<void>;
  /** Resolves when no flush is under way any more, whether or not it succeeded. */
  whenIdle(): Promise<void>;
  /** Drops all blocks. */
  clear(): void;
}

const mebi = 1_024 * 1_024;
/** The most bytes per connection that a crash may lose. */
const maxUnsafeBytes = 8 * mebi;
const syncEveryMs = 500;
/** The share of a file that a crash may lose in each place where its bytes wait. */
export const lostFraction = 1 / 64;
const minSyncBytes = mebi / 2;

/** Creates the record of the blocks of a file that are safe on disk; a block is safe only after a flush. */
export function createSyncedBlocks(options: SyncedBlocksOptions): SyncedBlocks {
  const { file, version, save, now } = options;
  let safe = new Map(options.kept.map((block) => [block.start, block]));
  let dirty = new Map<number, Block>();
  let syncing: Promise<void> | null = null;
  let syncedAt = now();
  let unsafeBytes = 0;
  let hasSyncFailed = false;
  const waitingForRoom = new Set<() => void>();

  function journal(): Journal {
    return { ...version, blocks: [...safe.values()].toSorted((a, b) => a.start - b.start) };
  }

  async function sync(): Promise<void> {
    const synced = dirty;
    const syncedBytes = unsafeBytes;
    dirty = new Map();
    syncedAt = now();
    try {
      await file.datasync();
    } catch (error) {
      hasSyncFailed = true;
      throw error;
    }
    unsafeBytes -= syncedBytes;
    for (const [start, block] of synced) safe.set(start, block);
    save(journal(), { kind: 'grown', blocks: [...synced.values()] });
    for (const listener of [...waitingForRoom]) listener();
  }

  /** Only one flush runs at a time; later blocks wait for the next one. */
  function beginSync(): Promise<void> {
    syncing ??= sync().finally(() => {
      syncing = null;
      // New blocks may have paused all connections, and then nothing else would start the next flush.
      flushIfDue();
    });
    return syncing;
  }

  function flushIfDue() {
    if (syncing || dirty.size === 0 || hasSyncFailed) return;
    // A small file will soon be complete, and one flush is enough for it.
    const dueBytes = Math.min(
      2 * maxUnsafeBytes,
      Math.max(minSyncBytes, (version.totalBytes ?? 0) * lostFraction),
    );
    if (unsafeBytes < dueBytes && now() - syncedAt < syncEveryMs) return;
    beginSync().catch(options.onError);
  }

  async function whenIdle() {
    while (syncing) await syncing.catch(() => undefined);
  }

  return {
    journal,
    add(block) {
      const known = dirty.get(block.start)?.end ?? safe.get(block.start)?.end ?? block.start;
      unsafeBytes += block.end - known;
      dirty.set(block.start, block);
    },
    // For a small file less may wait, because a crash loses what waits.
    isBehind: () =>
      unsafeBytes >
      Math.min(
        maxUnsafeBytes * Math.max(1, options.connections()),
        Math.max(4 * minSyncBytes, (version.totalBytes ?? 0) / 32),
      ),
    onCaughtUp(listener) {
      waitingForRoom.add(listener);
      return () => waitingForRoom.delete(listener);
    },
    flushIfDue,
    async flush() {
      while (syncing) await syncing;
      if (dirty.size > 0) await beginSync();
    },
    async keepWritten() {
      await whenIdle();
      // After a failed fsync the system may report success for the next one although the bytes are lost.
      if (!hasSyncFailed && dirty.size > 0) await beginSync();
    },
    whenIdle,
    clear() {
      safe = new Map();
      dirty = new Map();
      unsafeBytes = 0;
    },
  };
}
