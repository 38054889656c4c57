import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { scopeKey } from './scope.ts';
import { createScopeStates } from './scope-states.ts';
import { createScopeSyncs, type ScopeSyncsOptions, type SyncResult } from './scope-syncs.ts';
import { startTimer } from './start-timer.ts';

/** How often a scope is read, in milliseconds. */
export interface PollingPace {
  /** The pause after a sync that changed something, and at the start. */
  quickMs: number;
  /** The longest pause between two syncs. */
  slowestMs: number;
  /** The longest pause between two syncs while the scope is active. */
  activeMs: number;
}

/** What a poller reads, how often, and which callbacks it calls. */
export interface ScopePollerOptions<State extends SyncState> extends ScopeSyncsOptions<State> {
  pace: PollingPace;
  /** The state of a scope that was not read since the start of Nadir. */
  initial: (scope: Scope) => State;
  /** True if something is about to change in this scope. */
  isActive: (scope: Scope) => boolean;
  /** True if the service has this resource at all; the default is always true. */
  isThere?: ((scope: Scope) => boolean) | undefined;
  /** Called when the state of a scope has changed. */
  changed: (scope: Scope) => void;
  setTimer?: ((run: () => void, ms: number) => () => void) | undefined;
}

/** The callbacks of the sync of a subject, and its clock. */
export interface SubjectSyncOptions<Topic extends string>
  extends Pick<ScopePollerOptions<SyncState>, 'synced' | 'onError' | 'now' | 'setTimer'> {
  /** The topics are separate for rows and state, so that lists of thousands are not read again if only the state changed. */
  changed: (topic: Topic, scope: Scope) => void;
}

/** The state of a scope that was never read. */
export const neverSynced: SyncState = {
  running: false,
  received: 0,
  total: null,
  missing: 0,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
};

/** A sync can be thousands of requests, so at most a sixth of the time is spent on syncs. */
const pausePerSync = 5;
/** Errors that the next attempt meets too, until a person or the provider changes something. */
const refusals: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'CONTRACT_NEEDED',
  'NO_CREDENTIALS',
  'WRONG_CREDENTIALS',
]);
/** The pause grows by `quiet` each time nothing changed, and by `failed` after an error. */
const growth = { quiet: 1.5, failed: 2 };

/**
 * Creates the poller that keeps one scope up to date: it syncs often while something changes, and less often each time nothing
 * did. `run` syncs any other scope once. Syncs of one scope never overlap. A failure is stored in the state and does not
 * reject.
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
  const syncs = createScopeSyncs({ ...options, states, closing: closing.signal });

  function stopTimer() {
    cancelTimer?.();
    cancelTimer = null;
  }

  function schedule(scope: Scope, { isChanged, tookMs }: SyncResult) {
    stopTimer();
    if (closing.signal.aborted) return;
    const { error } = state(scope);
    const failed = error !== null;
    if (error !== null && refusals.has(error.code)) pauseMs = pace.slowestMs;
    const maxPauseMs = options.isActive(scope) && !failed ? pace.activeMs : pace.slowestMs;
    pauseMs = isChanged
      ? pace.quickMs
      : Math.min(maxPauseMs, pauseMs * (failed ? growth.failed : growth.quiet));
    // After a failure the duration is ignored: it is that of a bad network, which may be back at once.
    const busyPauseMs = failed ? 0 : pausePerSync * tookMs;
    const waitMs = Math.min(pace.slowestMs, Math.max(pauseMs, busyPauseMs));
    update(scope, { nextAt: new Date(nowMs() + waitMs).toISOString() });
    cancelTimer = setTimer(() => void poll(scope), waitMs);
  }

  async function poll(scope: Scope) {
    const result = await syncs.start(scope);
    if (watched !== null && keyOf(watched) === keyOf(scope)) schedule(watched, result);
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
    /** Syncs the scope now, or joins a running sync. Returns the state after it. */
    async run(scope: Scope): Promise<State> {
      // A sync of another scope says nothing about the activity of the watched one.
      if (watched === null || keyOf(watched) === keyOf(scope)) pauseMs = pace.quickMs;
      if (isThere(scope)) await poll(scope);
      return state(scope);
    },
    /** Sets the scope to keep fresh; null for none. */
    watch(scope: Scope | null) {
      const wanted = scope !== null && isThere(scope) ? scope : null;
      if (keyOf(wanted) !== keyOf(watched)) void begin(wanted);
    },
    /** Syncs the watched scope at once, because the cause of a failure may be gone. */
    async restart() {
      const scope = watched;
      if (scope === null) return;
      stopTimer();
      // A running sync began before that, so it is awaited first.
      await syncs.running(scope);
      if (watched === scope && !closing.signal.aborted) await begin(scope);
    },
    async close() {
      closing.abort();
      stopTimer();
      await syncs.allEnded();
    },
  };
}

/** What `createScopePoller` returns. */
export type ScopePoller<State extends SyncState> = ReturnType<typeof createScopePoller<State>>;
