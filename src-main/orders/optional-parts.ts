import type { Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';

/** For this time a part that the service does not have is not requested again. */
const absentMs = 60 * 60_000;

/**
 * Creates the function that fetches a part of an order which only some services have. It resolves with null if the part is not
 * found, which does not prove that the order has none. A part that a connection has never had is requested again only after an hour. `monotonic` returns milliseconds; changes of
 * the system clock do not affect it.
 */
export function createOptionalParts(monotonic: () => number) {
  const absentSince = new Map<string, number>();
  const present = new Set<string>();

  return async <T>(
    { connectionId }: Scope,
    part: 'captures' | 'deliverables' | 'events',
    read: () => Promise<T>,
  ): Promise<T | null> => {
    const key = `${connectionId} ${part}`;
    const since = absentSince.get(key);
    if (since !== undefined && monotonic() - since < absentMs) return null;
    try {
      const rows = await read();
      present.add(key);
      absentSince.delete(key);
      return rows;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND')) throw error;
      // If other orders have that part, only this order has none.
      if (!present.has(key)) absentSince.set(key, monotonic());
      return null;
    }
  };
}
