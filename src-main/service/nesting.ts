/** What a service nests is a few levels; from some thousand on, writing it as JSON ends in a stack overflow. */
const deepest = 100;

/** Whether a value cannot be kept and handed on: every part of it is looked at, no deeper than the bound. */
export function isTooDeep(value: unknown, left = deepest): boolean {
  if (value === null || typeof value !== 'object') return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}
