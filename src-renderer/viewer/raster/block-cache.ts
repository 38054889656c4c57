/**
 * Creates a least-recently-used cache limited by bytes; a value that is requested twice at the same time is computed
 * once.
 */
export function createBlockCache<T extends { byteLength: number }>(maxBytes: number) {
  const blocks = new Map<string, Promise<T>>();
  const sizes = new Map<string, number>();
  let total = 0;

  function drop(key: string) {
    blocks.delete(key);
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
  }

  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const known = blocks.get(key);
      if (known) {
        blocks.delete(key);
        blocks.set(key, known);
        return known;
      }
      const made = make();
      blocks.set(key, made);
      made.then(
        (block) => {
          if (blocks.get(key) !== made) return;
          sizes.set(key, block.byteLength);
          total += block.byteLength;
          for (const oldest of blocks.keys()) {
            if (total <= maxBytes) break;
            if (sizes.has(oldest)) drop(oldest);
          }
        },
        () => {
          // Failures are not cached.
          if (blocks.get(key) === made) drop(key);
        },
      );
      return made;
    },
    bytes: () => total,
  };
}
