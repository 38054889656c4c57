import type { Scope } from '../../src-preload/contract/ids.ts';
import { scopeKey } from '../core/scope.ts';
import { startTimer } from '../start-timer.ts';

/** Rows come by the hundred: they are checked together, after a moment. */
const debounceMs = 1_500;
/** Windows end and captures get late while nothing comes. */
const everyMs = 60_000;

/**
 * Returns when scopes are checked: a moment after something in them has changed, and the watched one every minute. One pass
 * runs at a time, `check` for one scope after the other.
 */
export function createTrackingPasses(options: {
  check: (scope: Scope, signal: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
  setTimer: ((run: () => void, ms: number) => () => void) | undefined;
}) {
  const setTimer = options.setTimer ?? startTimer;
  const closing = new AbortController();
  const pending = new Map<string, Scope>();
  let cancelTimer: (() => void) | null = null;
  let watched: Scope | null = null;
  let running: Promise<void> = Promise.resolve();

  function schedule(ms: number) {
    cancelTimer?.();
    if (closing.signal.aborted) return;
    cancelTimer = setTimer(() => void pass(), ms);
  }

  function pass(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    const scopes = [...pending.values()];
    pending.clear();
    if (watched !== null && scopes.length === 0) scopes.push(watched);
    running = running.then(async () => {
      for (const scope of scopes) await options.check(scope, closing.signal);
    });
    running = running.catch(options.onError).finally(() => schedule(pending.size > 0 ? debounceMs : everyMs));
    return running;
  }

  return {
    /** Runs what is due now, for who cannot wait. */
    pass,
    /** Something in the scope has changed: it takes part in the next pass. */
    touched(scope: Scope) {
      const isIdle = pending.size === 0;
      pending.set(scopeKey(scope), scope);
      // Not later for each that comes: a long sync would put it off for as long.
      if (isIdle) schedule(debounceMs);
    },
    /** The scope that is checked also while nothing changes; null for none. */
    watch(scope: Scope | null) {
      watched = scope;
    },
    /** Ends the pass that is running and waits for it. */
    async close() {
      closing.abort();
      cancelTimer?.();
      await running;
    },
  };
}
