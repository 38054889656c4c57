import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileHash, HashWorkerClient } from '../verification/hash-worker-client.ts';
import { maxInlineHashBytes } from './journal.ts';
import { readSpan } from './partial-file.ts';

/** The sha256 of the bytes at the front of a file, if they came in one go. */
export interface FrontHash {
  sha256: string;
  /** Not included. */
  end: number;
}

/** The sha256 of a file that is being written. */
export interface GrowingHash {
  /** The file is written without a gap up to there; a long one is read and summed by the worker meanwhile. */
  extend(prefixBytes: number, totalBytes: number | null): void;
  /** A thread has summed the front of a short file while it came. */
  setFront(front: FrontHash): void;
  /** Resolves with the checksum of the first bytes, all of which are written. */
  digest(sizeBytes: number): Promise<string>;
  restart(): void;
  /** Afterwards the file may be closed. */
  close(): Promise<void>;
}

/** So many new bytes are worth a message to the worker. */
const stepBytes = 2 * 1_024 * 1_024;

/** The sha256 of a file that grows from its front, summed up in a worker. */
export function createGrowingHash(file: FileHandle, hashes: HashWorkerClient): GrowingHash {
  let hash: FileHash | null = null;
  let hashedBytes = 0;
  let front: FrontHash | null = null;
  return {
    extend(prefixBytes, totalBytes) {
      if (totalBytes !== null && totalBytes <= maxInlineHashBytes) return;
      if (prefixBytes - hashedBytes < stepBytes && prefixBytes !== totalBytes) return;
      hash ??= hashes.open(file.fd);
      hashedBytes = prefixBytes;
      hash.extend(prefixBytes);
    },
    setFront(found) {
      front = found;
    },
    async digest(sizeBytes) {
      if (front !== null && front.end === sizeBytes) return front.sha256;
      if (sizeBytes > maxInlineHashBytes) {
        hash ??= hashes.open(file.fd);
        hash.extend(sizeBytes);
        return hash.digest();
      }
      return createHash('sha256')
        .update(await readSpan(file, 0, sizeBytes))
        .digest('hex');
    },
    restart() {
      hashedBytes = 0;
      front = null;
      hash?.restart();
    },
    async close() {
      await hash?.close();
    },
  };
}
