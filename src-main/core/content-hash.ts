import { createHash } from 'node:crypto';

/** Returns the value with the keys of all objects in order, and without those that are undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** Returns the JSON text that two equal contents have in common, in whatever order their keys were written. */
export const canonicalText = (content: unknown): string => JSON.stringify(sorted(content));

/** Returns the hash by which contents are compared and remembered: 22 characters of Base64url. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalText(content)).digest('base64url').slice(0, 22);
