/** What a service nests is a few levels; from some thousand on, writing it as JSON ends in a stack overflow. */
const deepest = 100;
/** Of one row: an area of sixty thousand corners, which is an order like any other. Reading more than this would hold the main thread. */
const mostParts = 250_000;

/** Stands for what was nested so deep that it was not even parsed; it is too deep itself. */
export const tooDeepToKeep: unknown = Array.from({ length: deepest + 1 }).reduce<unknown>(
  (inner) => Object.freeze([inner]),
  null,
);

/** Whether a value cannot be kept and handed on: nested too deep, or of too many parts. Looks at no more than the bounds. */
export function isBeyondBounds(value: unknown): boolean {
  let parts = 0;
  function isBeyond(inner: unknown, left: number): boolean {
    parts += 1;
    if (parts > mostParts) return true;
    if (inner === null || typeof inner !== 'object') return false;
    if (left === 0) return true;
    for (const name in inner) if (isBeyond(Reflect.get(inner, name), left - 1)) return true;
    return false;
  }
  return isBeyond(value, deepest);
}
