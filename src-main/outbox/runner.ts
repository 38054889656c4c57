import { setTimeout as wait } from 'node:timers/promises';
import type { StoredError } from '../../src-preload/contract/errors.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Lane } from '../../src-preload/contract/outbox.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { scopeKey } from '../core/scope.ts';
import { askedRetryAfter } from '../service/http/refusal.ts';
import type { CommandRow, CommandTable } from './command-table.ts';
import { absenceMs, type LookUp } from './look-up.ts';
import { listingOf } from './remotes.ts';
import type { Sender } from './sender.ts';

/** Between two sendings under one contract. */
const gapMs = 250;
const longestBackoffMs = 2 * 60_000;
/** Where somebody has to do something first: correct credentials, unlock the keychain, make room on the disk. */
const stuckMs = 5 * 60_000;
/** Between the look-ups of what is not found. */
const lookDelaysMs = [5_000, 30_000, 2 * 60_000, 5 * 60_000, 10 * 60_000, 30 * 60_000];

const passing = new Set([
  'OFFLINE',
  'UNREACHABLE',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'BAD_ANSWER',
  'CANCELLED',
]);
const atTheService = new Set(['RATE_LIMITED', 'SERVICE_FAILED', 'BAD_ANSWER']);
const stuck = new Set([
  'WRONG_CREDENTIALS',
  'NO_CREDENTIALS',
  'UNAUTHORIZED',
  'CONTRACT_NEEDED',
  'KEYCHAIN_UNAVAILABLE',
  'TLS_FAILED',
  'ADDRESS_REFUSED',
  'NOT_FOUND',
  'DISK_FULL',
  'FOLDER_NOT_WRITABLE',
]);

export interface RunnerOptions {
  table: CommandTable;
  sender: Sender;
  lookUp: LookUp;
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  /** For display only. */
  now: () => Date;
  /** Milliseconds from any start, moved by no setting of the clock. */
  monotonic: () => number;
  random: () => number;
  changed: (scope: Scope) => void;
  onError: (error: unknown) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Runner {
  /** Goes on with all that waits, as after a start. */
  start(): void;
  /** There is something to do, or a reason to hope: the connection was corrected, the service answered. */
  kick(scope: Scope): void;
  /** The same for every contract: this computer came to another network, or back from sleep. */
  resume(): void;
  state(scope: Scope): Lane;
  /** When an unknown command is looked for by itself; null when that is not planned, or due. */
  nextLookAt(row: CommandRow): string | null;
  close(): Promise<void>;
}

interface Track {
  scope: Scope;
  failures: number;
  done: number;
  /** Our own backoff: a reason to hope ends it. */
  pausedUntil: number;
  /** The service's own word, or its failure at what was sent: nothing but time ends it, or each kick would send one more. */
  notBefore: number;
  sendsFrom: number;
  error: StoredError | null;
  looks: Map<string, { tries: number; dueAt: number }>;
  /** Ends the rest that the track is taking. */
  wake: AbortController | null;
  kicked: boolean;
  running: Promise<void> | null;
}

const keyOf = (row: CommandRow) => {
  const listing = listingOf(row);
  return listing === null ? '' : `${listing.kind} ${listing.key}`;
};

/**
 * Sends what waits: a track per contract, on each one thing at a time and in order. A track looks for what is unknown
 * before it sends on, rests where the network or the service fails, and goes on by itself.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { table, sender, lookUp, monotonic } = options;
  const pause =
    options.pause ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: false }));
  const closing = new AbortController();
  const tracks = new Map<string, Track>();

  function trackOf(scope: Scope): Track {
    const key = scopeKey(scope);
    const known = tracks.get(key);
    if (known) return known;
    const track: Track = {
      scope,
      failures: 0,
      done: 0,
      pausedUntil: 0,
      notBefore: 0,
      sendsFrom: 0,
      error: null,
      looks: new Map(),
      wake: null,
      kicked: false,
      running: null,
    };
    tracks.set(key, track);
    return track;
  }

  function restAfter(track: Track, error: unknown) {
    track.failures += 1;
    const backoffMs = Math.min(longestBackoffMs, 500 * 2 ** Math.min(track.failures, 10));
    const asked = hasCode(error, 'RATE_LIMITED') ? error.data.retryAfterSeconds : askedRetryAfter(error);
    const isStuck = isAppError(error) && stuck.has(error.code);
    const ms = isStuck ? stuckMs : backoffMs * (0.5 + options.random() / 2);
    // That it answers a question meanwhile says nothing of how it takes what is sent.
    const failsAtSending = isAppError(error) && atTheService.has(error.code);
    if (failsAtSending) track.notBefore = Math.max(track.notBefore, monotonic() + ms);
    else track.pausedUntil = monotonic() + ms;
    if (asked !== null) track.notBefore = Math.max(track.notBefore, monotonic() + asked * 1_000);
    track.error = toStoredError(error);
    options.changed(track.scope);
  }

  function answered(track: Track) {
    track.failures = 0;
    track.error = null;
  }

  const restsUntil = ({ pausedUntil, notBefore }: Track) => Math.max(pausedUntil, notBefore);

  /** Sends what is `sending` by now, and decides what is to become of it. */
  async function fly(track: Track, row: CommandRow) {
    track.sendsFrom = monotonic() + gapMs;
    const outcome = await sender.fly(row.id, closing.signal);
    if (outcome.state !== 'unsent') track.done += 1;
    if (outcome.state === 'sent' || outcome.state === 'refused') answered(track);
    else if (outcome.state === 'unknown') {
      track.looks.delete(keyOf(row));
      restAfter(track, outcome.error);
    } else {
      const { error } = outcome;
      const goesAgain =
        outcome.again === true ||
        (hasCode(error, 'ADDRESS_MOVED') && error.data.learned) ||
        (isAppError(error) && (passing.has(error.code) || stuck.has(error.code)));
      const kept = hasCode(error, 'CANCELLED') ? null : toStoredError(error);
      sender.note(row.id, goesAgain ? 'waiting' : 'failed', kept);
      if (goesAgain) restAfter(track, error);
      else options.onError(error);
      options.changed(track.scope);
    }
  }

  async function send(track: Track, row: CommandRow) {
    if (!sender.knowsTime(row)) await sender.askTime(row, closing.signal);
    // It may have been held, changed or taken away meanwhile.
    if (closing.signal.aborted || !sender.begin(row, ['waiting'])) return;
    await fly(track, row);
  }

  function scheduleLook(track: Track, row: CommandRow) {
    const tries = (track.looks.get(keyOf(row))?.tries ?? 0) + 1;
    const usualMs = lookDelaysMs[Math.min(tries, lookDelaysMs.length) - 1] ?? gapMs;
    const listing = listingOf(row);
    const serviceMs = listing === null ? null : options.serviceTime(track.scope, listing.kind);
    // When the proof would be complete, a second later: the service tells whole seconds.
    const proofs = table
      .inState(track.scope, 'unknown')
      .filter((each) => each.byItself && keyOf(each) === keyOf(row) && each.absentServiceMs !== null)
      .map((each) => (each.absentServiceMs ?? 0) + absenceMs + 1_000 - (serviceMs ?? Number.NaN))
      .filter((ms) => !Number.isNaN(ms));
    const ms = Math.max(gapMs, Math.min(usualMs, ...proofs));
    track.looks.set(keyOf(row), { tries, dueAt: monotonic() + ms });
  }

  async function look(track: Track, row: CommandRow) {
    try {
      const proven = await lookUp.run(row, closing.signal);
      // The answer proves it for this moment only: what is sent again goes at once, the next one after a look of its own.
      const again = table
        .inState(track.scope, 'unknown')
        .find((each) => each.byItself && proven.has(each.id));
      if (again && sender.begin(again, ['unknown'], true)) {
        track.looks.delete(keyOf(row));
        await fly(track, again);
      } else scheduleLook(track, row);
    } catch (error) {
      if (!isAppError(error)) options.onError(error);
      if (!closing.signal.aborted) restAfter(track, error);
    }
  }

  /** Does the next thing; answers how long to rest before the one after, null when there is none. */
  async function step(track: Track): Promise<number | null> {
    sender.heal();
    const at = monotonic();
    const unknown = table.inState(track.scope, 'unknown').filter((row) => row.byItself);
    const next = table.next(track.scope, 'waiting');
    if (next === undefined) track.done = 0;
    if (unknown.length === 0 && next === undefined) return null;
    if (at < restsUntil(track)) return restsUntil(track) - at;
    const due = unknown
      .map((row) => ({ row, dueAt: track.looks.get(keyOf(row))?.dueAt ?? at }))
      .sort((a, b) => a.dueAt - b.dueAt)[0];
    if (due !== undefined && due.dueAt <= at) await look(track, due.row);
    else if (next !== undefined) {
      if (at < track.sendsFrom) return track.sendsFrom - at;
      await send(track, next);
    } else return due === undefined ? null : due.dueAt - at;
    return 0;
  }

  async function work(track: Track) {
    while (!closing.signal.aborted) {
      track.kicked = false;
      let ms: number | null;
      try {
        ms = await step(track);
      } catch (error) {
        // A defect, or a store that cannot be written: not again at once.
        options.onError(error);
        restAfter(track, error);
        ms = restsUntil(track) - monotonic();
      }
      if (track.kicked) continue;
      if (ms === null) return;
      if (ms <= 0) continue;
      track.wake = new AbortController();
      const signal = AbortSignal.any([closing.signal, track.wake.signal]);
      await pause(ms, signal).catch(() => undefined);
      track.wake = null;
    }
  }

  function run(track: Track) {
    if (track.running !== null || closing.signal.aborted) return;
    track.done = 0;
    track.running = work(track).finally(() => {
      track.running = null;
      if (track.kicked) run(track);
      options.changed(track.scope);
    });
  }

  function kick(scope: Scope) {
    if (!table.isBusy(scope)) return;
    const track = trackOf(scope);
    track.kicked = true;
    track.pausedUntil = 0;
    track.wake?.abort();
    run(track);
  }

  return {
    start() {
      for (const scope of table.busyScopes()) run(trackOf(scope));
    },
    kick,
    resume() {
      for (const scope of table.busyScopes()) kick(scope);
    },
    state(scope) {
      const track = trackOf(scope);
      const { running, done, error } = track;
      const restMs = restsUntil(track) - monotonic();
      return {
        running: running !== null,
        done,
        resumesAt: restMs > 0 ? new Date(options.now().getTime() + restMs).toISOString() : null,
        error: restMs > 0 ? error : null,
      };
    },
    nextLookAt(row) {
      if (row.state !== 'unknown' || !row.byItself) return null;
      const track = trackOf(row.scope);
      const ms = Math.max(track.looks.get(keyOf(row))?.dueAt ?? 0, restsUntil(track)) - monotonic();
      return ms > 0 ? new Date(options.now().getTime() + ms).toISOString() : null;
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...tracks.values()].map(({ running }) => running));
    },
  };
}
