import type { HashWorkerClient } from '../verification/hash-worker-client.ts';
import { createGrowingHash, type FrontHash } from './growing-hash.ts';
import { type Block, type Journal, noVersion, type SaveJournal, sizeOf, type Version } from './journal.ts';
import { openPartialFile, readSpan } from './partial-file.ts';
import type { Span } from './span-set.ts';
import { createSpanSet } from './span-set.ts';
import { createSyncedBlocks, lostShare } from './synced-blocks.ts';

/**
 * A partial file with its journal. The journal names only blocks that are flushed to the disk, so that they can be
 * trusted after a crash.
 */
export interface BlockFile {
  readonly version: Readonly<Version>;
  /** How many bytes were handed to the system, on disk or about to be. */
  writtenBytes(): number;
  written(): readonly Span[];
  /** Notes which version the bytes belong to, as the service told it. */
  identify(version: Partial<Version>): void;
  /** The descriptor that a thread writes to. */
  readonly fd: number;
  /** How many bytes are worth a write. */
  batchBytes(): number;
  /** A part is written; `block` is the block it belongs to, which has grown by it. */
  wrote(block: Readonly<Block>): void;
  /** The checksum of the first bytes, computed while they came. */
  summed(front: FrontHash): void;
  /** Whether the disk is so far behind that nobody may hand over more for now. */
  isBehind(): boolean;
  /** Calls the listener whenever the disk has caught up; returns the unsubscribe function. */
  onCaughtUp(listener: () => void): () => void;
  /** Brings to the disk what has waited long enough; to be called at regular intervals. */
  flushIfDue(): void;
  /** Resolves when everything written has reached the disk and the journal was told, in this order and never the other. */
  flush(): Promise<void>;
  /** After a failed write: keeps what was written, unless a sync has failed before. */
  keepWritten(): Promise<void>;
  /** Throws away what is there. */
  restart(): Promise<void>;
  /** Reads bytes that were written before, to compare them with what comes now. */
  read(start: number, end: number): Promise<Uint8Array>;
  digest(): Promise<{ sizeBytes: number; sha256: string }>;
  close(): Promise<void>;
}

interface BlockFileOptions {
  path: string;
  journal: Journal;
  save: SaveJournal;
  hashes: HashWorkerClient;
  now: () => number;
  connections: () => number;
  /** A sync in the background failed. */
  onError: (error: unknown) => void;
}

const minWriteBytes = 128 * 1_024;

/** Opens or creates the partial file, cut to what its journal vouches for and what is found to be true of it. */
export async function openBlockFile(options: BlockFileOptions): Promise<BlockFile> {
  const { journal, save, now, connections, onError } = options;
  const { file, kept } = await openPartialFile(options.path, journal.blocks);
  const isLost = kept.length === 0 && journal.blocks.length > 0;
  const version: Version = isLost ? { ...noVersion } : versionOf(journal);
  const blocks = createSyncedBlocks({ file, kept, version, save, now, connections, onError });
  const hash = createGrowingHash(file, options.hashes);
  let spans = createSpanSet(kept);
  if (kept.length !== journal.blocks.length) {
    save({ ...version, blocks: [] }, { kind: 'cleared' });
    save(blocks.journal(), { kind: 'grown', blocks: kept });
  }

  return {
    version,
    writtenBytes: () => spans.size(),
    written: () => spans.all(),
    identify(told) {
      Object.assign(version, told);
      save(blocks.journal(), { kind: 'grown', blocks: [] });
      hash.extend(spans.prefix(), version.totalBytes);
    },
    fd: file.fd,
    batchBytes: () => Math.max(minWriteBytes, Math.floor(((version.totalBytes ?? 0) * lostShare) / 4)),
    wrote(block) {
      blocks.add(block);
      spans.add(block);
      hash.extend(spans.prefix(), version.totalBytes);
      blocks.flushIfDue();
    },
    summed: hash.setFront,
    isBehind: blocks.isBehind,
    onCaughtUp: blocks.onCaughtUp,
    flushIfDue: blocks.flushIfDue,
    flush: blocks.flush,
    keepWritten: blocks.keepWritten,
    async restart() {
      await blocks.whenIdle();
      // The note comes before the bytes are gone: what comes next would be taken for what was there before.
      Object.assign(version, noVersion);
      blocks.clear();
      spans = createSpanSet();
      hash.restart();
      save(blocks.journal(), { kind: 'cleared' });
      await file.truncate(0);
    },
    read: (start, end) => readSpan(file, start, end),
    async digest() {
      const sizeBytes = sizeOf(spans.all());
      return { sizeBytes, sha256: await hash.digest(sizeBytes) };
    },
    async close() {
      await hash.close();
      await blocks.whenIdle();
      await file.close();
    },
  };
}

function versionOf({ totalBytes, validator, lastModified, sceneModified }: Version): Version {
  return { totalBytes, validator, lastModified, sceneModified };
}
