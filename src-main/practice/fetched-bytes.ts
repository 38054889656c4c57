/** A half-open range of bytes. Ranges in a list are sorted and do not touch. */
type ByteRange = readonly [from: number, to: number];

function withRange(ranges: readonly ByteRange[], added: ByteRange): ByteRange[] {
  let [from, to] = added;
  const apart = ranges.filter(([start, end]) => {
    if (end < from || start > to) return true;
    from = Math.min(from, start);
    to = Math.max(to, end);
    return false;
  });
  return [...apart, [from, to] as const].toSorted(([a], [b]) => a - b);
}

interface FetchedBytes {
  /**
   * Records that `count` bytes of a file were sent, beginning at `from`. Returns whether all bytes of the file have been sent
   * now; if so, the next download counts from the beginning.
   */
  add(file: string, size: number, from: number, count: number): boolean;
}

/**
 * Creates the record of the sent bytes of each file, over all requests. A download counts once all its bytes were sent: a
 * request for one byte is no download, and one that was resumed or came in several ranges is one (service §10.4).
 */
export function createFetchedBytes(): FetchedBytes {
  const files = new Map<string, ByteRange[]>();
  return {
    add(file, size, from, count) {
      if (count <= 0) return false;
      const ranges = withRange(files.get(file) ?? [], [from, from + count]);
      const [first] = ranges;
      const whole = first !== undefined && first[0] <= 0 && first[1] >= size;
      if (whole) files.delete(file);
      else files.set(file, ranges);
      return whole;
    },
  };
}
