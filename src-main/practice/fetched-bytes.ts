/** Half-open, in order, apart from each other. */
type Stretch = readonly [from: number, to: number];

function joined(stretches: readonly Stretch[], added: Stretch): Stretch[] {
  let [from, to] = added;
  const apart = stretches.filter(([start, end]) => {
    if (end < from || start > to) return true;
    from = Math.min(from, start);
    to = Math.max(to, end);
    return false;
  });
  return [...apart, [from, to] as const].toSorted(([a], [b]) => a - b);
}

interface FetchedBytes {
  /**
   * So many bytes of a file went out, from an offset on. Answers whether the whole file has gone out with them; it is
   * counted from nothing then.
   */
  add(file: string, size: number, from: number, count: number): boolean;
}

/**
 * What went out of each file, over all requests. A download counts when all of it was delivered: a probe of one byte is
 * none, and one that was resumed, or came in several ranges at once, is one (service §10.4).
 */
export function createFetchedBytes(): FetchedBytes {
  const files = new Map<string, Stretch[]>();
  return {
    add(file, size, from, count) {
      if (count <= 0) return false;
      const stretches = joined(files.get(file) ?? [], [from, from + count]);
      const [first] = stretches;
      const whole = first !== undefined && first[0] <= 0 && first[1] >= size;
      if (whole) files.delete(file);
      else files.set(file, stretches);
      return whole;
    },
  };
}
