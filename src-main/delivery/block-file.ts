import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../core/system-error.ts';
import { summedBytes } from './exchange.ts';
import type { FileHash, HashWorkerClient } from './hash-worker-client.ts';
import {
  type Block,
  checkedBlocks,
  type Journal,
  noVersion,
  type SaveJournal,
  sizeOf,
  type Version,
} from './journal.ts';
import type { Span } from './range-plan.ts';
import { createSpanSet } from './span-set.ts';

export interface BlockFile {
  readonly version: Readonly<Version>;
  /** Bytes handed to the system, on disk or about to be. */
  writtenBytes(): number;
  written(): readonly Span[];
  /** Which version the bytes belong to, as the service said. */
  identify(version: Partial<Version>): void;
  /** Where a thread writes to. */
  readonly fd: number;
  /** So many bytes are worth a write. */
  batchBytes(): number;
  /** A part is written; `block` is the one it belongs to, longer now. */
  wrote(block: Readonly<Block>): void;
  /** The sum of the first bytes, made while they came. */
  summed(front: { sha256: string; end: number }): void;
  /** The disk is far behind: nobody may hand over more for now. */
  isBehind(): boolean;
  /** Called when it has caught up. */
  onCaughtUp(listener: () => void): () => void;
  /** To the disk with what has waited long enough; called now and then. */
  tend(): void;
  /** Everything written reaches the disk, then the journal is told; never the other way round. */
  flush(): Promise<void>;
  /** After a failed write: what was written is kept, unless the disk failed to keep its word before. */
  keepWritten(): Promise<void>;
  /** Throws away what is there. */
  restart(): Promise<void>;
  /** Bytes that were written before, to compare with what comes now. */
  read(start: number, end: number): Promise<Uint8Array>;
  digest(): Promise<{ sizeBytes: number; sha256: string }>;
  close(): Promise<void>;
}

export interface BlockFileOptions {
  path: string;
  journal: Journal;
  save: SaveJournal;
  hashes: HashWorkerClient;
  now: () => number;
  connections: () => number;
  /** A sync in the background failed. */
  onError: (error: unknown) => void;
}

const mebi = 1_024 * 1_024;
/** At most so much may be lost by a crash, per connection. */
const maxUnsafeBytes = 8 * mebi;
const syncEveryMs = 500;
/** A crash may cost this share of a file in each of the places where its bytes wait. */
const share = 1 / 64;
const minSyncBytes = mebi / 2;
const minWriteBytes = mebi / 8;
const hashStepBytes = 2 * mebi;

async function readSpan(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/**
 * The name of a partial file can be guessed, and libraries lie on drives that others write to: no link in its place is
 * followed, neither to read nor to make.
 */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx+');
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') await rm(path, { force: true });
    else if (systemErrorCode(error) === 'ENOENT') await mkdir(dirname(path), { recursive: true });
    else throw error;
    return open(path, 'wx+');
  }
}

const openThere = (path: string) => open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));

/**
 * Of a file that something is known of. Where even the library's folder is not there, its drive is gone: that is said, rather
 * than begun anew on another.
 */
async function sizeOnDisk(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) await stat(dirname(dirname(path)));
  return found?.isFile() ? found.size : 0;
}

/** Opens or makes the partial file, cut to what its journal vouches for and what is found to be true of it. */
export async function openBlockFile(options: BlockFileOptions): Promise<BlockFile> {
  const { save, now } = options;
  const present = options.journal.blocks.length === 0 ? 0 : await sizeOnDisk(options.path);
  const file = await (present > 0 ? openThere(options.path) : openNew(options.path));
  let kept: Block[] = [];
  try {
    if (present > 0) {
      kept = await checkedBlocks(options.journal.blocks, present, (start, end) => readSpan(file, start, end));
      await file.truncate(kept.at(-1)?.end ?? 0);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  const version: Version =
    kept.length === 0 && options.journal.blocks.length > 0 ? { ...noVersion } : versionOf(options.journal);
  let safe = new Map(kept.map((block) => [block.start, block]));
  let dirty = new Map<number, Block>();
  let spans = createSpanSet(kept);
  let hash: FileHash | null = null;
  let syncing: Promise<void> | null = null;
  let syncedAt = now();
  let unsafe = 0;
  let syncFailed = false;
  const waitingForRoom = new Set<() => void>();
  if (kept.length !== options.journal.blocks.length) {
    save({ ...version, blocks: [] }, { kind: 'cleared' });
    save(current(), { kind: 'grown', blocks: kept });
  }

  function current(): Journal {
    return { ...version, blocks: [...safe.values()].toSorted((a, b) => a.start - b.start) };
  }

  function follow() {
    const { totalBytes } = version;
    if (totalBytes !== null && totalBytes <= summedBytes) return;
    const prefix = spans.prefix();
    if (prefix - hashed < hashStepBytes && prefix !== totalBytes) return;
    hash ??= options.hashes.open(file.fd);
    hashed = prefix;
    hash.extend(prefix);
  }
  let hashed = 0;
  /** Of a small file that came from its front, by one connection. */
  let front: { sha256: string; end: number } | null = null;

  async function sync(): Promise<void> {
    const taken = dirty;
    const bytes = unsafe;
    dirty = new Map();
    syncedAt = now();
    try {
      await file.datasync();
    } catch (error) {
      syncFailed = true;
      throw error;
    }
    unsafe -= bytes;
    for (const [start, block] of taken) safe.set(start, block);
    save(current(), { kind: 'grown', blocks: [...taken.values()] });
    for (const listener of [...waitingForRoom]) listener();
  }

  /** One at a time; what comes meanwhile waits for the next. */
  function beginSync(): Promise<void> {
    syncing ??= sync().finally(() => {
      syncing = null;
      // What has come meanwhile may hold everybody up: nobody else would begin the next one then.
      tend();
    });
    return syncing;
  }

  function tend() {
    if (syncing || dirty.size === 0 || syncFailed) return;
    // Of a small file the whole is soon there, and one sync is enough.
    const batch = Math.min(2 * maxUnsafeBytes, Math.max(minSyncBytes, (version.totalBytes ?? 0) * share));
    if (unsafe < batch && now() - syncedAt < syncEveryMs) return;
    beginSync().catch(options.onError);
  }

  return {
    version,
    writtenBytes: () => spans.size(),
    written: () => spans.all(),
    identify(said) {
      Object.assign(version, said);
      save(current(), { kind: 'grown', blocks: [] });
      follow();
    },
    fd: file.fd,
    batchBytes: () => Math.max(minWriteBytes, Math.floor(((version.totalBytes ?? 0) * share) / 4)),
    wrote(block) {
      const known = dirty.get(block.start)?.end ?? safe.get(block.start)?.end ?? block.start;
      unsafe += block.end - known;
      dirty.set(block.start, block);
      spans.add(block);
      follow();
      tend();
    },
    summed(sum) {
      front = sum;
    },
    // Of a small file less may wait: a crash costs what waits.
    isBehind: () =>
      unsafe >
      Math.min(
        maxUnsafeBytes * Math.max(1, options.connections()),
        Math.max(4 * minSyncBytes, (version.totalBytes ?? 0) / 32),
      ),
    onCaughtUp(listener) {
      waitingForRoom.add(listener);
      return () => waitingForRoom.delete(listener);
    },
    tend,
    async flush() {
      while (syncing) await syncing;
      if (dirty.size > 0) await beginSync();
    },
    async keepWritten() {
      while (syncing) await syncing.catch(() => undefined);
      // After a failed sync the system may call the next one good although the bytes are gone.
      if (!syncFailed && dirty.size > 0) await beginSync();
    },
    async restart() {
      while (syncing) await syncing.catch(() => undefined);
      // First the note, then the bytes: what comes next would be taken for what was there before.
      Object.assign(version, noVersion);
      safe = new Map();
      dirty = new Map();
      spans = createSpanSet();
      unsafe = 0;
      hashed = 0;
      front = null;
      hash?.restart();
      save(current(), { kind: 'cleared' });
      await file.truncate(0);
    },
    read: (start, end) => readSpan(file, start, end),
    async digest() {
      const sizeBytes = sizeOf(spans.all());
      if (front !== null && front.end === sizeBytes) return { sizeBytes, sha256: front.sha256 };
      if (sizeBytes > summedBytes) {
        hash ??= options.hashes.open(file.fd);
        hash.extend(sizeBytes);
        return { sizeBytes, sha256: await hash.digest() };
      }
      const sha256 = createHash('sha256')
        .update(await readSpan(file, 0, sizeBytes))
        .digest('hex');
      return { sizeBytes, sha256 };
    },
    async close() {
      await hash?.close();
      while (syncing) await syncing.catch(() => undefined);
      await file.close();
    },
  };
}

function versionOf({ totalBytes, validator, lastModified, sceneModified }: Version): Version {
  return { totalBytes, validator, lastModified, sceneModified };
}
