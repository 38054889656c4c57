import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { scopeKey } from '../../../core/scope.ts';
import { startTimer } from '../../../core/start-timer.ts';

/** Rows come by the hundred: they are checked together, after a moment. */
const debounceMs = 1_500;
/** Windows end and captures become late even if no data arrive. */
const everyMs = 60_000;

/**
 * Schedules the checks of scopes: a moment after a change, and the watched scope every minute. Only one pass runs at a time; it
 * calls `check` for one scope after another.
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
    /** Runs what is due now, for callers that cannot wait. */
    pass,
    /** Adds a changed scope to the next pass. */
    touched(scope: Scope) {
      const isIdle = pending.size === 0;
      pending.set(scopeKey(scope), scope);
      // The timer does not restart with each change: otherwise a long sync would delay the pass for as long.
      if (isIdle) schedule(debounceMs);
    },
    /** Sets the scope that is checked even if nothing changes; null for none. */
    watch(scope: Scope | null) {
      watched = scope;
    },
    /** Aborts the running pass and waits for its end. */
    async close() {
      closing.abort();
      cancelTimer?.();
      await running;
    },
  };
}
