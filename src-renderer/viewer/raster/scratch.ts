/** Enough for the tiles that a worker reads at the same time: each needs two. */
const maxBuffers = 6;
/** A larger buffer is not kept; no usual tile needs one. */
const maxBytes = 16 * 1_024 * 1_024;

/**
 * Lends buffers for values that are needed only while one tile is read. Megabytes that are allocated for each tile would cost the
 * garbage collector as much time as reading the tiles.
 */
export function createScratch() {
  const free: ArrayBuffer[] = [];
  return {
    /** Returns a buffer of at least so many bytes, with whatever its last user left in it. */
    borrow(bytes: number): ArrayBuffer {
      const fitting = free.findIndex(({ byteLength }) => byteLength >= bytes);
      const [found] = fitting < 0 ? [] : free.splice(fitting, 1);
      return found ?? new ArrayBuffer(bytes);
    },
    /** Takes back a buffer that nothing reads or writes any more. */
    giveBack(buffer: ArrayBuffer): void {
      if (buffer.byteLength > maxBytes) return;
      free.push(buffer);
      // The smallest are of the least use.
      if (free.length > maxBuffers) free.sort((a, b) => b.byteLength - a.byteLength).pop();
    },
  };
}
