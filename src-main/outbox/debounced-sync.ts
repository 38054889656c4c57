import type { Scope } from '../../src-preload/contract/ids.ts';
import { scopeKey } from '../core/scope.ts';

/** Longer than the gap between two sendings: one sync after hundreds of them, not hundreds of syncs. */
const quietMs = 3_000;

/** Makes the function that syncs the orders of a scope once its sending has come to rest: tasks and cancellations move orders, too. */
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
