import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileHash, HashWorkerClient } from '../verification/hash-worker-client.ts';
import { maxInlineHashBytes } from './journal.ts';
import { readSpan } from './partial-file.ts';

/** The SHA-256 of the first bytes of a file, if they arrived in one run. */
export interface FrontHash {
  sha256: string;
  /** The end is exclusive. */
  end: number;
}

/** The SHA-256 of a file that is being written. */
export interface GrowingHash {
  /** The file is written without a gap up to this byte; the worker reads and hashes a long file meanwhile. */
  extend(prefixBytes: number, totalBytes: number | null): void;
  /** Sets the hash that a thread computed of a short file while it arrived. */
  setFront(front: FrontHash): void;
  /** Resolves with the checksum of the first bytes, which must all be written. */
  digest(sizeBytes: number): Promise<string>;
  restart(): void;
  /** After this resolves, the file may be closed. */
  close(): Promise<void>;
}

/** The number of new bytes that justifies a message to the worker. */
const stepBytes = 2 * 1_024 * 1_024;

/** Creates the SHA-256 of a file that grows from its front; a worker computes it. */
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
