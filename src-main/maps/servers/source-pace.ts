import { AppError, hasCode, isAppError } from '../../app-error.ts';
import { type Backoff, pauseAfter } from '../../core/backoff.ts';

/** How a server is doing. */
export interface PaceState {
  error: AppError | null;
  /** Milliseconds since 1970; null if nothing is waited for. */
  retryAt: number | null;
  /** Rises when what failed may be asked for again. */
  attempt: number;
}

/** What `createSourcePace` needs. */
export interface SourcePaceOptions {
  /** Milliseconds since 1970. */
  now: () => number;
  random: () => number;
  /** Calls a function later and returns what cancels it. */
  later: (ms: number, run: () => void) => () => void;
  /** Called when the state has changed. */
  changed: () => void;
  mostAtOnce?: number;
}

interface Waiting {
  begin: () => void;
  refuse: (error: AppError) => void;
}

const pauses: Backoff = { firstMs: 2_000, maxMs: 300_000 };
const longestRetryAfterMs = 3_600_000;
/** A server may fail once in a while; after so many in a row it is left alone. */
const mostFailures = 3;
/** More than a view of any size has. */
const mostWaiting = 500;
/** After one of these there is no sense in trying the next tile. */
const stopsAtOnce = new Set([
  'RATE_LIMITED',
  'OFFLINE',
  'TLS_FAILED',
  'ADDRESS_REFUSED',
  'KEYCHAIN_UNAVAILABLE',
]);

const isDenied = (error: AppError) =>
  hasCode(error, 'MAP_UNUSABLE') && ['answer-denied', 'answer-html'].includes(error.data.reason);

/**
 * Lets a few requests at once go to one server, and none while it has to be left alone: after `429` for as long as it says, else for a
 * pause that doubles. The first request after a pause goes alone; what waits meanwhile is answered by how that one ends.
 */
export function createSourcePace(options: SourcePaceOptions) {
  const { now, random, later, changed, mostAtOnce = 4 } = options;
  const waiting: Waiting[] = [];
  let running = 0;
  let failures = 0;
  let pausesInRow = 0;
  let state: PaceState = { error: null, retryAt: null, attempt: 0 };
  let cancelTimer = () => {};
  /** Those who wait for the end of a pause. */
  let resumed: (() => void)[] = [];
  let closed = false;

  function set(next: Omit<PaceState, 'attempt'>, mayAskAgain: boolean) {
    state = { ...next, attempt: state.attempt + Number(mayAskAgain) };
    changed();
  }

  function open() {
    cancelTimer();
    const waiters = resumed;
    resumed = [];
    for (const each of waiters) each();
  }

  function pause(error: AppError) {
    pausesInRow += 1;
    const asked = hasCode(error, 'RATE_LIMITED') ? (error.data.retryAfterSeconds ?? 0) * 1_000 : 0;
    const own = pauseAfter(pausesInRow - 1, pauses);
    // Not all at the same moment: a server that comes back would be overrun.
    const ms = Math.max(Math.min(asked, longestRetryAfterMs), own) * (1 + random() * 0.2);
    set({ error, retryAt: now() + ms }, false);
    for (const each of waiting.splice(0)) each.refuse(error);
    cancelTimer();
    cancelTimer = later(ms, () => {
      set({ error, retryAt: null }, true);
      open();
    });
  }

  function failed(error: AppError) {
    failures += 1;
    // It was asked before the pause began.
    if (state.retryAt !== null) return;
    if (stopsAtOnce.has(error.code) || isDenied(error) || failures >= mostFailures || state.error !== null)
      pause(error);
  }

  function succeeded() {
    failures = 0;
    pausesInRow = 0;
    if (state.error === null) return;
    set({ error: null, retryAt: null }, true);
  }

  function next() {
    // After a pause one request goes alone.
    const most = state.error === null ? mostAtOnce : 1;
    while (running < most) {
      // The last one that was asked for is in view; those before it may have left it.
      const following = waiting.pop();
      if (following === undefined) return;
      following.begin();
    }
  }

  async function runOne<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    try {
      const result = await work();
      succeeded();
      return result;
    } catch (error) {
      if (isAppError(error) && !hasCode(error, 'CANCELLED') && !closed) failed(error);
      throw error;
    } finally {
      running -= 1;
      next();
    }
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancelled = () => {
        const at = waiting.indexOf(entry);
        if (at >= 0) waiting.splice(at, 1);
        reject(new AppError('CANCELLED', {}));
      };
      const entry: Waiting = {
        begin() {
          signal.removeEventListener('abort', cancelled);
          // It counts from here on, so that a loop which begins several does not begin too many.
          running += 1;
          resolve();
        },
        refuse(error) {
          signal.removeEventListener('abort', cancelled);
          reject(error);
        },
      };
      signal.addEventListener('abort', cancelled, { once: true });
      waiting.push(entry);
      if (waiting.length > mostWaiting) waiting.shift()?.refuse(new AppError('CANCELLED', {}));
      next();
    });
  }

  return {
    state: (): PaceState => state,
    /** Rejects at once with the last error while the server is left alone, and with CANCELLED when the signal fires. */
    async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      if (closed || signal.aborted) throw new AppError('CANCELLED', {});
      if (state.error !== null && state.retryAt !== null) throw state.error;
      await turn(signal);
      running -= 1;
      return runOne(work);
    },
    /** Resolves when requests may go again; at once if nothing is waited for. Rejects with CANCELLED. */
    untilOpen(signal: AbortSignal): Promise<void> {
      if (state.retryAt === null) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const cancelled = () => {
          resumed = resumed.filter((each) => each !== done);
          reject(new AppError('CANCELLED', {}));
        };
        const done = () => {
          signal.removeEventListener('abort', cancelled);
          resolve();
        };
        if (signal.aborted) return cancelled();
        signal.addEventListener('abort', cancelled, { once: true });
        resumed.push(done);
      });
    },
    /** Ends a pause, because the user or a change of the network says so. */
    retry() {
      failures = 0;
      pausesInRow = 0;
      set({ error: state.error, retryAt: null }, true);
      open();
    },
    close() {
      closed = true;
      cancelTimer();
      for (const each of waiting.splice(0)) each.refuse(new AppError('CANCELLED', {}));
    },
  };
}

/** The pace of one server. */
export type SourcePace = ReturnType<typeof createSourcePace>;
