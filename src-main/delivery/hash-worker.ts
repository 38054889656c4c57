import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** What the thread is asked; `fd` is of this process, so that it reads what was just written, out of the page cache. */
export type HashRequest =
  | { kind: 'extend'; id: number; fd: number; from: number; to: number }
  | { kind: 'digest'; id: number }
  | { kind: 'forget'; id: number };

/** Each request is answered in turn. */
export interface HashAnswer {
  id: number;
  sha256: string | null;
  error: Error | null;
}

const hashes = new Map<number, Hash>();
const piece = Buffer.allocUnsafeSlow(512 * 1_024);

function extend({ id, fd, from, to }: Extract<HashRequest, { kind: 'extend' }>) {
  const hash = hashes.get(id) ?? createHash('sha256');
  hashes.set(id, hash);
  for (let at = from; at < to; ) {
    const read = readSync(fd, piece, 0, Math.min(piece.length, to - at), at);
    if (read === 0) throw new Error('the partial file is shorter than what was written');
    hash.update(piece.subarray(0, read));
    at += read;
  }
}

function answer(request: HashRequest): string | null {
  if (request.kind === 'extend') {
    extend(request);
    return null;
  }
  const hash = hashes.get(request.id);
  hashes.delete(request.id);
  return request.kind === 'digest' ? (hash ?? createHash('sha256')).digest('hex') : null;
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
