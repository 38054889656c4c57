import type { Scope } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../app-error.ts';

/** How long a part that the service does not have is not asked for. */
const absentMs = 60 * 60_000;

/**
 * Returns the function that reads a part of an order which only some services have; an order without that part is still an order,
 * so a part that is not found is empty. What a connection has never had is asked for again after an hour only. `monotonic` is
 * in milliseconds, of a clock that nobody sets.
 */
export function createOptionalParts(monotonic: () => number) {
  const absentSince = new Map<string, number>();
  const present = new Set<string>();

  return async <T>(
    { connectionId }: Scope,
    part: 'captures' | 'deliverables' | 'events',
    read: () => Promise<T[]>,
  ): Promise<T[]> => {
    const key = `${connectionId} ${part}`;
    const since = absentSince.get(key);
    if (since !== undefined && monotonic() - since < absentMs) return [];
    try {
      const rows = await read();
      present.add(key);
      absentSince.delete(key);
      return rows;
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND')) throw error;
      // Where other orders have that part, it is this order that has none.
      if (!present.has(key)) absentSince.set(key, monotonic());
      return [];
    }
  };
}
