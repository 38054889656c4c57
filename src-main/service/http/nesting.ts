/** Services nest only a few levels. From some thousand levels on, JSON.stringify would end in a stack overflow. */
const maxDepth = 100;
/**
 * The limit for one row: an area with sixty thousand corners, which is still a normal order. Reading more would block the main
 * thread.
 */
const maxParts = 250_000;

/** Replaces a value that was nested too deep to be parsed; it is itself too deep, so that the row is rejected. */
export const tooDeepToKeep: unknown = Array.from({ length: maxDepth + 1 }).reduce<unknown>(
  (inner) => Object.freeze([inner]),
  null,
);

/** True if a value cannot be stored: nested too deep, or with too many parts. Stops reading at the bounds. */
export function isBeyondBounds(value: unknown): boolean {
  let parts = 0;
  function isBeyond(inner: unknown, left: number): boolean {
    parts += 1;
    if (parts > maxParts) return true;
    if (inner === null || typeof inner !== 'object') return false;
    if (left === 0) return true;
    for (const name in inner) if (isBeyond(Reflect.get(inner, name), left - 1)) return true;
    return false;
  }
  return isBeyond(value, maxDepth);
}
