import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { History, Subject } from '../../../../src-preload/contract/tracking.ts';
import type { Store } from '../../../store/store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createChangeFeedItems, type SubjectNames } from './change-feed-items.ts';
import { type ChangeFeedSummaryOptions, createChangeFeedSummary } from './change-feed-summary.ts';
import { createFlagTable } from './flag-table.ts';
import { createFlags, type FlagsOptions } from './flags.ts';
import { createHistory } from './history.ts';
import type { HistorySources } from './history-sources.ts';
import { createNoticeTable } from './notice-table.ts';
import { createTrackingNotices, type NoticesOptions } from './notices.ts';
import { createProcessingTimes, type ProcessingTimesOptions } from './processing-times.ts';
import { createTrackingPasses } from './tracking-passes.ts';

/** What tracking needs from the domains, the clock and the desktop. */
export interface ComposeTrackingOptions
  extends Pick<FlagsOptions, 'tasks' | 'orders' | 'scenes' | 'wasCancelled' | 'nowMs'>,
    Pick<ProcessingTimesOptions, 'captureFacts' | 'orderedFacts'>,
    Pick<ChangeFeedSummaryOptions, 'hasOrders'>,
    Pick<NoticesOptions, 'settings' | 'minuteOfDay' | 'words' | 'notify'> {
  store: Store;
  now: () => Date;
  changeFeed: ChangeFeed;
  sources: HistorySources;
  names: SubjectNames;
  /** Returns the commands of the outbox that need the user; the outbox does not report them itself. */
  inTrouble: (scope: Scope) => { id: string; state: string; remoteId: string | null }[];
  changed: (topic: 'tracking' | 'tracking-notices', scope: Scope | null) => void;
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Creates histories, flags, the summary of changes, and the notices about them. */
export function composeTracking(options: ComposeTrackingOptions) {
  const { store, now, changeFeed, inTrouble } = options;
  const changed = (scope: Scope) => options.changed('tracking', scope);
  const times = createProcessingTimes(options);
  const flags = createFlags({
    ...options,
    times,
    table: createFlagTable({ store, now }),
    changed,
  });
  const itemsOf = createChangeFeedItems(options.names);
  const summary = createChangeFeedSummary({ ...options, itemsOf, changed });
  const notices = createTrackingNotices({
    ...options,
    itemsOf,
    table: createNoticeTable({ store, now }),
    changed: () => options.changed('tracking-notices', null),
  });
  const historyOf = createHistory({ ...options, times, flagsOf: flags.of });
  const passes = createTrackingPasses({
    check,
    onError: options.onError,
    setTimer: options.setTimer,
  });
  const { touched } = passes;

  async function check(scope: Scope, signal: AbortSignal): Promise<void> {
    await times.learn(signal);
    await flags.check(scope, signal);
    if (signal.aborted || !summary.isReady(scope)) return;
    // The first check raises flags for old events.
    changeFeed.ready(scope, 'flags-ready');
    notices.showNew(scope, summary.until(scope));
    summary.follow(scope);
  }

  function outboxChanged(scope: Scope) {
    for (const { id, state, remoteId } of inTrouble(scope))
      changeFeed.observe(scope, { kind: 'command', id, parentId: remoteId, state });
    touched(scope);
  }

  return {
    flags,
    summary,
    notices,
    /** Returns the history of a subject; that of a scene in the scope that the scene came from. */
    history(asked: Scope, subject: Subject): History {
      if (subject.kind !== 'scene') return historyOf(asked, subject);
      const { connectionId, contractId } = options.sources.scene(subject.librarySceneId);
      return historyOf({ connectionId, contractId }, subject);
    },
    touched,
    /** Records a successful sync of the scope. */
    synced(scope: Scope, what: 'tasks' | 'orders') {
      changeFeed.ready(scope, what === 'tasks' ? 'tasks-ready' : 'orders-ready');
      summary.synced(scope, what);
      touched(scope);
    },
    outboxChanged,
    /** Sets the scope that is in force from now on; null for none. */
    watch(scope: Scope | null) {
      passes.watch(scope);
      if (scope === null) return;
      summary.begin(scope);
      // Commands that were being sent when Nadir ended are unknown since this start.
      outboxChanged(scope);
    },
    pass: passes.pass,
    async close() {
      await passes.close();
      summary.end();
    },
  };
}

/** What `composeTracking` returns. */
export type ComposedTracking = ReturnType<typeof composeTracking>;
