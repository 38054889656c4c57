import { AppError, hasCode, isAppError } from '../../../core/app-error.ts';
import { type Backoff, pauseAfter } from '../../../core/backoff.ts';
import { createRequestTurns } from './request-turns.ts';

/** Creates the waiters for the end of a pause. */
function createPauseWaiters() {
  let waiters: (() => void)[] = [];
  return {
    /** Resolves with the next `resume`; rejects with CANCELLED when the signal fires. */
    wait(signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const cancel = () => {
          waiters = waiters.filter((each) => each !== resume);
          reject(new AppError('CANCELLED', {}));
        };
        const resume = () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        };
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel, { once: true });
        waiters.push(resume);
      });
    },
    resume() {
      const resumed = waiters;
      waiters = [];
      for (const each of resumed) each();
    },
  };
}

/** Whether a server can be asked. */
export interface PaceState {
  /** The error because of which the server was left alone, until a request succeeds; null if there is none. */
  error: AppError | null;
  /** Milliseconds since 1970 when the pause ends; null if there is no pause. */
  retryAt: number | null;
  /** Rises when failed requests may be repeated. */
  attempt: number;
}

/** The options of `createSourcePace`. */
export interface SourcePaceOptions {
  /** Returns milliseconds since 1970. */
  now: () => number;
  random: () => number;
  /** Calls a function after some milliseconds; returns the function that cancels this. */
  later: (ms: number, run: () => void) => () => void;
  /** Called when the state has changed. */
  onChange: () => void;
}

/** How many requests may run at once. */
const maxAtOnce = 4;
const pauses: Backoff = { firstMs: 2_000, maxMs: 300_000 };
const maxRetryAfterMs = 3_600_000;
/** After so many failures in a row the server is left alone; a single one may happen to any server. */
const maxFailures = 3;
/** Errors after which the next request would fail too. */
const pausingErrors = new Set([
  'RATE_LIMITED',
  'OFFLINE',
  'TLS_FAILED',
  'ADDRESS_REFUSED',
  'KEYCHAIN_UNAVAILABLE',
]);

const isDenied = (error: AppError) =>
  hasCode(error, 'MAP_UNUSABLE') && ['answer-denied', 'answer-html'].includes(error.data.reason);

/**
 * Creates the pace of requests to one server: a few run at once, and none in a pause, which lasts as long as `429` says, or else
 * twice as long as the pause before. After a pause one request runs alone; those that wait meanwhile run if it succeeds, and are
 * rejected with its error if it fails.
 */
export function createSourcePace(options: SourcePaceOptions) {
  const { now, random, later, onChange } = options;
  let failuresInRow = 0;
  let pausesInRow = 0;
  let state: PaceState = { error: null, retryAt: null, attempt: 0 };
  let cancelTimer = () => {};
  let isClosed = false;
  const turns = createRequestTurns({ maxRunning: () => (state.error === null ? maxAtOnce : 1) });
  const pauseWaiters = createPauseWaiters();

  function setState(next: Omit<PaceState, 'attempt'>, mayRepeat: boolean) {
    state = { ...next, attempt: state.attempt + Number(mayRepeat) };
    onChange();
  }

  function endPause(error: AppError | null) {
    setState({ error, retryAt: null }, true);
    cancelTimer();
    pauseWaiters.resume();
  }

  function beginPause(error: AppError) {
    pausesInRow += 1;
    const requestedMs = hasCode(error, 'RATE_LIMITED') ? (error.data.retryAfterSeconds ?? 0) * 1_000 : 0;
    const ownMs = pauseAfter(pausesInRow - 1, pauses);
    // Some jitter, so that not all clients ask a server that has recovered at the same moment.
    const ms = Math.max(Math.min(requestedMs, maxRetryAfterMs), ownMs) * (1 + random() * 0.2);
    setState({ error, retryAt: now() + ms }, false);
    turns.refuseWaiting(error);
    cancelTimer();
    cancelTimer = later(ms, () => endPause(error));
  }

  function noteFailure(error: AppError) {
    failuresInRow += 1;
    const wasAskedBeforePause = state.retryAt !== null;
    if (wasAskedBeforePause) return;
    const isPausing = pausingErrors.has(error.code) || isDenied(error);
    if (isPausing || failuresInRow >= maxFailures || state.error !== null) beginPause(error);
  }

  function noteSuccess() {
    failuresInRow = 0;
    pausesInRow = 0;
    if (state.error !== null) setState({ error: null, retryAt: null }, true);
  }

  return {
    state: (): PaceState => state,
    /**
     * Runs a request when it is its turn. Rejects at once with the last error during a pause, and with CANCELLED when the signal
     * fires before its turn.
     */
    async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      if (isClosed || signal.aborted) throw new AppError('CANCELLED', {});
      if (state.error !== null && state.retryAt !== null) throw state.error;
      await turns.take(signal);
      try {
        const result = await work();
        noteSuccess();
        return result;
      } catch (error) {
        if (isAppError(error) && !hasCode(error, 'CANCELLED') && !isClosed) noteFailure(error);
        throw error;
      } finally {
        turns.end();
      }
    },
    /** Resolves when the pause ends; at once if there is none. Rejects with CANCELLED when the signal fires. */
    untilOpen: (signal: AbortSignal): Promise<void> =>
      state.retryAt === null ? Promise.resolve() : pauseWaiters.wait(signal),
    /** Ends a pause, because the user asks for it or the network has changed. */
    retry() {
      failuresInRow = 0;
      pausesInRow = 0;
      endPause(state.error);
    },
    close() {
      isClosed = true;
      cancelTimer();
      turns.refuseWaiting(new AppError('CANCELLED', {}));
    },
  };
}

/** The pace of one server. */
export type SourcePace = ReturnType<typeof createSourcePace>;
