import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/**
 * A request to the thread. `fd` is a descriptor of this process, so the thread reads what was just written from the page cache.
 */
export type HashRequest =
  | { kind: 'extend'; id: number; fd: number; from: number; to: number }
  /** Requests the checksum of exactly this many bytes. */
  | { kind: 'digest'; id: number; length: number }
  | { kind: 'forget'; id: number };

/** The answer to a request; requests are answered one by one, in order. */
export interface HashAnswer {
  id: number;
  sha256: string | null;
  error: Error | null;
}

interface PrefixHash {
  hash: Hash;
  length: number;
}

const hashes = new Map<number, PrefixHash>();
const piece = Buffer.allocUnsafeSlow(512 * 1_024);

/**
 * Returns the hash of a file's front. Throws if another thread had it and ended, because the checksum would silently be wrong.
 */
function prefixHash(id: number, length: number): PrefixHash {
  const found = hashes.get(id) ?? { hash: createHash('sha256'), length: 0 };
  if (found.length !== length) throw new Error(`the sum goes to ${found.length}, not to ${length}`);
  hashes.set(id, found);
  return found;
}

function extend({ id, fd, from, to }: Extract<HashRequest, { kind: 'extend' }>) {
  const prefix = prefixHash(id, from);
  while (prefix.length < to) {
    const bytesRead = readSync(fd, piece, 0, Math.min(piece.length, to - prefix.length), prefix.length);
    if (bytesRead === 0) throw new Error('the partial file is shorter than what was written');
    prefix.hash.update(piece.subarray(0, bytesRead));
    prefix.length += bytesRead;
  }
}

function answer(request: HashRequest): string | null {
  if (request.kind === 'extend') {
    extend(request);
    return null;
  }
  try {
    return request.kind === 'digest' ? prefixHash(request.id, request.length).hash.digest('hex') : null;
  } finally {
    hashes.delete(request.id);
  }
}

parentPort?.on('message', (request: HashRequest) => {
  let sha256: string | null = null;
  let error: Error | null = null;
  try {
    sha256 = answer(request);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  parentPort?.postMessage({ id: request.id, sha256, error } satisfies HashAnswer);
});
