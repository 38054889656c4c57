/** Buffers of one size, used again and again: what is read from the network dies young then, and memory stays where it is. */
export interface BufferPool {
  take(): Buffer;
  give(buffer: Buffer): void;
}

/** As measured: with smaller batches the calls cost, with larger ones the caches (field notes, Downloads). */
const bufferBytes = 1_024 * 1_024;
const keptBuffers = 32;

export function createBufferPool(): BufferPool {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    give(buffer) {
      if (free.length < keptBuffers) free.push(buffer);
    },
  };
}
