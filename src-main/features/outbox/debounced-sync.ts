import type { Scope } from '../../../src-preload/contract/ids.ts';
import { scopeKey } from '../../core/scope.ts';

/** Longer than the gap between two sendings, so that hundreds of sendings cause one sync. */
const quietMs = 3_000;

/**
 * Creates the function that is called after each sending, and syncs the orders of the scope once nothing was sent for a while:
 * tasks and cancellations change orders too.
 */
export function createDebouncedSync(options: { sync: (scope: Scope) => void; closing: AbortSignal }) {
  const timers = new Map<string, NodeJS.Timeout>();
  options.closing.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  return (scope: Scope) => {
    const key = scopeKey(scope);
    clearTimeout(timers.get(key));
    if (options.closing.aborted) return;
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        options.sync(scope);
      }, quietMs),
    );
  };
}
