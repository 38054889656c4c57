import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Story, Subject } from '../../src-preload/contract/tracking.ts';
import { scopeKey } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { createDigest, type DigestOptions } from './digest.ts';
import { createFlagTable } from './flag-table.ts';
import { createFlags, type FlagsOptions } from './flags.ts';
import { createNews, type NewsNames } from './news.ts';
import { createTrackingNotices, type NoticesOptions } from './notices.ts';
import type { Observations } from './observations.ts';
import { createProcessingTimes, type ProcessingTimesOptions } from './processing-times.ts';
import { createStory } from './story.ts';
import type { StorySources } from './story-sources.ts';

export interface TrackingFloorOptions
  extends Pick<FlagsOptions, 'tasks' | 'orders' | 'scenes' | 'wasCancelled' | 'nowMs'>,
    Pick<ProcessingTimesOptions, 'captureFacts' | 'orderedFacts'>,
    Pick<DigestOptions, 'hasOrders'>,
    Pick<NoticesOptions, 'settings' | 'minuteOfDay' | 'words' | 'notify'> {
  store: Store;
  now: () => Date;
  observations: Observations;
  sources: StorySources;
  names: NewsNames;
  /** What of the outbox needs the user: it does not tell of itself. */
  inTrouble: (scope: Scope) => { id: string; state: string; remoteId: string | null }[];
  changed: (topic: 'tracking' | 'tracking-notices', scope: Scope | null) => void;
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Rows come by the hundred: looked at together, after a moment. */
const settleMs = 1_500;
/** Windows end and captures get late while nothing comes. */
const everyMs = 60_000;

/** Stories, flags, what changed meanwhile, and who is told of it. */
export function createTrackingFloor(options: TrackingFloorOptions) {
  const { store, now, observations, inTrouble } = options;
  const moved = (scope: Scope) => options.changed('tracking', scope);
  const times = createProcessingTimes(options);
  const flags = createFlags({
    ...options,
    times,
    table: createFlagTable({ store, now }),
    changed: moved,
  });
  const news = createNews(options.names);
  const digest = createDigest({ ...options, news, changed: moved });
  const notices = createTrackingNotices({
    ...options,
    news,
    changed: () => options.changed('tracking-notices', null),
  });
  const tell = createStory({ ...options, times, flagsOf: flags.of });
  const setTimer =
    options.setTimer ??
    ((run: () => void, ms: number) => {
      const timer = setTimeout(run, ms);
      timer.unref();
      return () => clearTimeout(timer);
    });
  const closing = new AbortController();
  const pending = new Map<string, Scope>();
  let cancelTimer: (() => void) | null = null;
  let watched: Scope | null = null;
  let running: Promise<void> = Promise.resolve();

  async function look(scope: Scope): Promise<void> {
    await times.learn(closing.signal);
    await flags.look(scope, closing.signal);
    if (closing.signal.aborted || !digest.isSettled(scope)) return;
    // The first look at the flags raises those of long ago.
    observations.ready(scope, 'flags-ready');
    notices.look(scope, digest.until(scope));
    digest.follow(scope);
  }

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
      for (const scope of scopes) await look(scope);
    });
    running = running.catch(options.onError).finally(() => schedule(pending.size > 0 ? settleMs : everyMs));
    return running;
  }

  function touched(scope: Scope) {
    const idle = pending.size === 0;
    pending.set(scopeKey(scope), scope);
    // Not later for each that comes: a long sync would put it off for as long.
    if (idle) schedule(settleMs);
  }

  function outboxMoved(scope: Scope) {
    for (const { id, state, remoteId } of inTrouble(scope))
      observations.observe(scope, { kind: 'command', id, parentId: remoteId, state });
    touched(scope);
  }

  return {
    flags,
    digest,
    notices,
    story(asked: Scope, subject: Subject): Story {
      if (subject.kind !== 'scene') return tell(asked, subject);
      const { connectionId, contractId } = options.sources.scene(subject.librarySceneId);
      return tell({ connectionId, contractId }, subject);
    },
    touched,
    /** A sync of the scope has gone well. */
    synced(scope: Scope, what: 'tasks' | 'orders') {
      observations.ready(scope, what === 'tasks' ? 'tasks-ready' : 'orders-ready');
      digest.synced(scope, what);
      touched(scope);
    },
    outboxMoved,
    watch(scope: Scope | null) {
      watched = scope;
      if (scope === null) return;
      digest.begin(scope);
      // What was on its way when Nadir ended is unknown since this start.
      outboxMoved(scope);
    },
    /** Everything that is due, now: for who cannot wait. */
    pass,
    async close() {
      closing.abort();
      cancelTimer?.();
      await running;
      digest.end();
    },
  };
}

export type TrackingFloor = ReturnType<typeof createTrackingFloor>;
