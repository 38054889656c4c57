import type { HashWorkerClient } from '../verification/hash-worker-client.ts';
import { createGrowingHash, type FrontHash } from './growing-hash.ts';
import { type Block, type Journal, noVersion, type SaveJournal, sizeOf, type Version } from './journal.ts';
import { openPartialFile, readSpan } from './partial-file.ts';
import type { Span } from './span-set.ts';
import { createSpanSet } from './span-set.ts';
import { createSyncedBlocks, lostFraction } from './synced-blocks.ts';

/**
 * A partial file with its journal. The journal lists only blocks that are flushed to disk, so that they can be trusted after a
 * crash.
 */
export interface BlockFile {
  readonly version: Readonly<Version>;
  /** Returns how many bytes were passed to the system, on disk or on the way. */
  writtenBytes(): number;
  written(): readonly Span[];
  /** Sets the version of the file at the service that the bytes belong to. */
  identify(version: Partial<Version>): void;
  /** The file descriptor that a thread writes to. */
  readonly fd: number;
  /** Returns how many bytes are collected before a write. */
  batchBytes(): number;
  /** Records that a part was written; `block` is the block that has grown by it. */
  wrote(block: Readonly<Block>): void;
  /** Records the checksum of the first bytes, computed while they arrived. */
  summed(front: FrontHash): void;
  /** True if the disk is so far behind that no more bytes should be passed on for now. */
  isBehind(): boolean;
  /** Calls the listener whenever the disk has caught up; returns the unsubscribe function. */
  onCaughtUp(listener: () => void): () => void;
  /** Flushes bytes to disk that have waited long enough; to be called at regular intervals. */
  flushIfDue(): void;
  /** Resolves when everything written was flushed to disk and then stored in the journal, always in this order. */
  flush(): Promise<void>;
  /** Flushes what was written before a failed write, unless a flush has failed before. */
  keepWritten(): Promise<void>;
  /** Discards all bytes on disk. */
  restart(): Promise<void>;
  /** Reads bytes that were written before, to compare them with newly received ones. */
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
  /** Called if a flush in the background failed. */
  onError: (error: unknown) => void;
}

const minWriteBytes = 128 * 1_024;

/** Opens or creates the partial file, truncated to the blocks that the journal lists and whose checksums are right. */
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
    batchBytes: () => Math.max(minWriteBytes, Math.floor(((version.totalBytes ?? 0) * lostFraction) / 4)),
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
      // The journal is cleared before the bytes are discarded: otherwise new bytes would be taken for the old ones.
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
