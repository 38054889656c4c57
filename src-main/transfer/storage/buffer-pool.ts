/** Buffers that are reused, so that reading from the network leaves no garbage to collect. */
export interface BufferPool {
  /** Returns a large buffer while few are in use; with many active connections each gets a small one. */
  acquire(): Buffer;
  give(buffer: Buffer): void;
}

/** Measured: smaller batches cost too many calls, larger ones exceed the caches (service §11.1). */
const largeBytes = 1_024 * 1_024;
const smallBytes = 128 * 1_024;
/** For each of four connections, one buffer that is being filled and one that is being written. */
const largeAtOnce = 8;
const keptSmall = 64;

/** Creates the pool, so that a download allocates no memory for each block. */
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
