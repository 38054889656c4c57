import { redactAddress } from '../service/redact.ts';

/** A scene as it may be kept and shown: every address without its token. Names and all other fields stay. */
export function redactScene(value: unknown): unknown {
  if (typeof value === 'string')
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /token/i.test(value) ? redactAddress(value) : value;
  if (Array.isArray(value)) return value.map(redactScene);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    // A relative link carries its token too; `url` is never needed from the store.
    Object.entries(value).flatMap(([name, inner]) => (name === 'url' ? [] : [[name, redactScene(inner)]])),
  );
}
