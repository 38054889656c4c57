import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** What the thread is asked; `fd` is of this process, so that it reads what was just written, out of the page cache. */
export type HashRequest =
  | { kind: 'extend'; id: number; fd: number; from: number; to: number }
  /** Of exactly so many bytes. */
  | { kind: 'digest'; id: number; length: number }
  | { kind: 'forget'; id: number };

/** Each request is answered in turn. */
export interface HashAnswer {
  id: number;
  sha256: string | null;
  error: Error | null;
}

const hashes = new Map<number, { hash: Hash; length: number }>();
const piece = Buffer.allocUnsafeSlow(512 * 1_024);

/** A sum whose front is not here, because another thread had it and died, would be wrong without a sign of it. */
function known(id: number, length: number): { hash: Hash; length: number } {
  const found = hashes.get(id) ?? { hash: createHash('sha256'), length: 0 };
  if (found.length !== length) throw new Error(`the sum goes to ${found.length}, not to ${length}`);
  hashes.set(id, found);
  return found;
}

function extend({ id, fd, from, to }: Extract<HashRequest, { kind: 'extend' }>) {
  const sum = known(id, from);
  while (sum.length < to) {
    const read = readSync(fd, piece, 0, Math.min(piece.length, to - sum.length), sum.length);
    if (read === 0) throw new Error('the partial file is shorter than what was written');
    sum.hash.update(piece.subarray(0, read));
    sum.length += read;
  }
}

function answer(request: HashRequest): string | null {
  if (request.kind === 'extend') {
    extend(request);
    return null;
  }
  try {
    return request.kind === 'digest' ? known(request.id, request.length).hash.digest('hex') : null;
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
