import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { startTimer } from '../start-timer.ts';
import { scopeKey } from './scope.ts';
import { createScopeReadings, type Ran, type ScopeReadingsOptions } from './scope-readings.ts';
import { createScopeStates } from './scope-states.ts';

/** How often a scope is read, in milliseconds. */
export interface PollingPace {
  /** After a reading in which something moved, and at the start. */
  quickMs: number;
  /** Between two readings at most. */
  slowestMs: number;
  /** Between two readings at most while the scope is active. */
  activeMs: number;
}

/** What a poller reads, how often, and whom it tells. */
export interface ScopePollerOptions<State extends SyncState> extends ScopeReadingsOptions<State> {
  pace: PollingPace;
  /** The state of a scope that was not read since the start of Nadir. */
  initial: (scope: Scope) => State;
  /** Whether something is about to move in this scope. */
  isActive: (scope: Scope) => boolean;
  /** Whether the service has this at all; always when left out. */
  isThere?: ((scope: Scope) => boolean) | undefined;
  /** The state of a scope is another one now. */
  changed: (scope: Scope) => void;
  setTimer?: ((run: () => void, ms: number) => () => void) | undefined;
}

/** Whom the sync of a subject tells, and its clock. */
export interface SubjectSyncOptions<Topic extends string>
  extends Pick<ScopePollerOptions<SyncState>, 'synced' | 'onError' | 'now' | 'setTimer'> {
  /** Topics of rows and of the state: lists of thousands are not read again where only the state moved. */
  changed: (topic: Topic, scope: Scope) => void;
}

/** The state of a scope that was never read. */
export const neverSynced: SyncState = {
  running: false,
  received: 0,
  total: null,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
};

/** A reading may be thousands of requests: at most one part in six of the time is spent on them. */
const pausePerReading = 5;
/** The pause grows by this factor each time nothing moved, and by this one after an error. */
const growth = { quiet: 1.5, failed: 2 };

/**
 * Returns what keeps one scope fresh: it is read quickly while something moves, and more seldom each time nothing did. Any other
 * scope can be read once by `run`. Readings of one scope never overlap. A failure ends up in the state, not in a rejection.
 */
export function createScopePoller<State extends SyncState>(options: ScopePollerOptions<State>) {
  const { pace } = options;
  const closing = new AbortController();
  const setTimer = options.setTimer ?? startTimer;
  const nowMs = () => options.now().getTime();
  const isThere = (scope: Scope) => options.isThere?.(scope) ?? true;
  const keyOf = (scope: Scope | null) => (scope === null ? null : scopeKey(scope));
  let watched: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  let pauseMs = pace.quickMs;

  const states = createScopeStates(options);
  const { state, note, update } = states;
  const readings = createScopeReadings({ ...options, states, closing: closing.signal });

  function stopTimer() {
    cancelTimer?.();
    cancelTimer = null;
  }

  function schedule(scope: Scope, { moved, tookMs }: Ran) {
    stopTimer();
    if (closing.signal.aborted) return;
    const failed = state(scope).error !== null;
    const most = options.isActive(scope) && !failed ? pace.activeMs : pace.slowestMs;
    pauseMs = moved ? pace.quickMs : Math.min(most, pauseMs * (failed ? growth.failed : growth.quiet));
    // The time of a failure is that of a bad network, which may be back at once.
    const busyPauseMs = failed ? 0 : pausePerReading * tookMs;
    const waitMs = Math.min(pace.slowestMs, Math.max(pauseMs, busyPauseMs));
    update(scope, { nextAt: new Date(nowMs() + waitMs).toISOString() });
    cancelTimer = setTimer(() => void poll(scope), waitMs);
  }

  async function poll(scope: Scope) {
    const ran = await readings.start(scope);
    if (watched !== null && keyOf(watched) === keyOf(scope)) schedule(watched, ran);
  }

  async function begin(scope: Scope | null) {
    stopTimer();
    pauseMs = pace.quickMs;
    watched = scope;
    if (scope !== null) await poll(scope);
  }

  return {
    state,
    note,
    update,
    /** Reads the scope now, or joins a reading that is under way. Answers the state after it. */
    async run(scope: Scope): Promise<State> {
      // Another scope that is read in between says nothing of how active this one is.
      if (watched === null || keyOf(watched) === keyOf(scope)) pauseMs = pace.quickMs;
      if (isThere(scope)) await poll(scope);
      return state(scope);
    },
    /** The scope to keep fresh; null for none. */
    watch(scope: Scope | null) {
      const wanted = scope !== null && isThere(scope) ? scope : null;
      if (keyOf(wanted) !== keyOf(watched)) void begin(wanted);
    },
    /** Reads the watched scope at once: what stood in its way may be gone. */
    async restart() {
      const scope = watched;
      if (scope === null) return;
      stopTimer();
      // One that is under way began before.
      await readings.running(scope);
      if (watched === scope && !closing.signal.aborted) await begin(scope);
    },
    async close() {
      closing.abort();
      stopTimer();
      await readings.allEnded();
    },
  };
}

/** What `createScopePoller` returns. */
export type ScopePoller<State extends SyncState> = ReturnType<typeof createScopePoller<State>>;
