import type { FileHandle } from 'node:fs/promises';
import type { Block, Journal, SaveJournal, Version } from './journal.ts';

interface SyncedBlocksOptions {
  file: FileHandle;
  /** The blocks that are on disk already. */
  kept: readonly Block[];
  version: Readonly<Version>;
  save: SaveJournal;
  now: () => number;
  connections: () => number;
  /** A sync in the background failed. */
  onError: (error: unknown) => void;
}

/** Brings the written blocks of a file to the disk, and tells the journal only afterwards. */
export interface SyncedBlocks {
  /** The journal as it is true now: only what is safely on disk. */
  journal(): Journal;
  /** A block is new or has grown; its bytes are with the system, not yet on the disk. */
  add(block: Readonly<Block>): void;
  /** Whether so much waits for the disk that nobody may hand over more for now. */
  isBehind(): boolean;
  onCaughtUp(listener: () => void): () => void;
  flushIfDue(): void;
  flush(): Promise<void>;
  keepWritten(): Promise<void>;
  /** Resolves when no sync is under way any more, whether or not it succeeded. */
  whenIdle(): Promise<void>;
  /** Forgets all blocks. */
  clear(): void;
}

const mebi = 1_024 * 1_024;
/** A crash may lose at most so much for each connection. */
const maxUnsafeBytes = 8 * mebi;
const syncEveryMs = 500;
/** A crash may cost this share of a file in each of the places where its bytes wait. */
export const lostShare = 1 / 64;
const minSyncBytes = mebi / 2;

/** Knows which blocks of a file are safe on disk, and tells so only after a sync. */
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

  /** One sync at a time; what comes meanwhile waits for the next one. */
  function beginSync(): Promise<void> {
    syncing ??= sync().finally(() => {
      syncing = null;
      // What has come meanwhile may have paused all connections: nobody else would begin the next sync then.
      flushIfDue();
    });
    return syncing;
  }

  function flushIfDue() {
    if (syncing || dirty.size === 0 || hasSyncFailed) return;
    // A small file will soon be whole, and one sync is enough for it.
    const dueBytes = Math.min(
      2 * maxUnsafeBytes,
      Math.max(minSyncBytes, (version.totalBytes ?? 0) * lostShare),
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
    // Of a small file less may wait, since a crash costs what waits.
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
      // After a failed sync the system may call the next one good although the bytes are gone.
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
