/** Buffers that are used again and again, so that what is read from the network leaves nothing behind for the collector. */
export interface BufferPool {
  /** Returns a large buffer while few are in use; with many connections at work each gets a small one. */
  acquire(): Buffer;
  give(buffer: Buffer): void;
}

/** As measured: with smaller batches the calls cost, with larger ones the caches (service §11.1). */
const largeBytes = 1_024 * 1_024;
const smallBytes = 128 * 1_024;
/** One being filled and one being written, for each of four connections. */
const largeAtOnce = 8;
const keptSmall = 64;

/** Buffers that are used again, so that a download allocates no memory for each block. */
export function createBufferPool(): BufferPool {
  const large: Buffer[] = [];
  const small: Buffer[] = [];
  let largeCount = 0;
  return {
    acquire() {
      const free = large.pop();
      if (free) return free;
      if (largeCount >= largeAtOnce) return small.pop() ?? Buffer.allocUnsafeSlow(smallBytes);
      largeCount += 1;
      return Buffer.allocUnsafeSlow(largeBytes);
    },
    give(buffer) {
      if (buffer.length === largeBytes) large.push(buffer);
      else if (small.length < keptSmall) small.push(buffer);
    },
  };
}
