import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { Flag, History, HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createExpected } from './expected.ts';
import type { EntrySources } from './history-entry.ts';
import { type Cluster, createClusterFinder, type HistorySources } from './history-sources.ts';
import { createOrderHistory } from './order-history.ts';
import type { ProcessingTimes } from './processing-times.ts';
import { reportedByEvents } from './reported-by-events.ts';
import { createSceneHistory } from './scene-history.ts';
import { subjectId } from './subjects.ts';
import { createTaskHistory } from './task-history.ts';

/**
 * Creates the function that returns, unsorted, the past entries of a task, its orders and their scenes. Entries that are
 * derived from dates are left out if an event of an order reports the same.
 */
function createPastEntries(sources: EntrySources) {
  const ofTask = createTaskHistory(sources);
  const ofOrder = createOrderHistory(sources);
  const ofScene = createSceneHistory(sources);

  return (scope: Scope, cluster: Cluster): HistoryEntry[] => {
    const isReported = reportedByEvents(cluster.orders);
    return [
      ...(cluster.task ? ofTask(scope, cluster.task, { only: cluster.only, isReported }) : []),
      ...cluster.orders.flatMap((order) => ofOrder(scope, order, { cluster, isReported })),
      ...cluster.scenes.flatMap((scene) => ofScene(scope, scene)),
    ];
  };
}

/** What a history is created from. */
export interface HistoryOptions {
  sources: HistorySources;
  changeFeed: Pick<ChangeFeed, 'timesOf'>;
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  /** Returns the flags of these subjects. */
  flagsOf: (scope: Scope, subjects: readonly Subject[]) => Flag[];
  nowMs: (scope: Scope) => number;
}

const maxEntries = 1_500;

/** The time when it happened; if that is unknown, the time when it was first seen. */
const timeOf = ({ at, observedAt }: HistoryEntry) => at ?? observedAt ?? '';

/** The order of the parts of a history. */
const certainties: readonly HistoryEntry['certainty'][] = ['happened', 'overdue', 'expected'];

function inOrder(a: HistoryEntry, b: HistoryEntry): number {
  if (a.certainty !== b.certainty) return certainties.indexOf(a.certainty) - certainties.indexOf(b.certainty);
  const [first, second] = [timeOf(a), timeOf(b)];
  // Expected entries without a time come after those with one; past entries without a time come first.
  if (a.certainty === 'expected' && (first === '') !== (second === '')) return first === '' ? 1 : -1;
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * Creates the function that returns the joint history of task, order, captures, deliverables, events, scenes and files, whichever
 * it starts from.
 */
export function createHistory(options: HistoryOptions) {
  const clusters = createClusterFinder(options.sources);
  const pastEntries = createPastEntries({
    changeFeed: options.changeFeed,
    sent: options.sources.sent,
    removedFiles: options.sources.removedFiles,
  });
  const expected = createExpected(options);

  function clusterOf(scope: Scope, subject: Subject): Cluster {
    switch (subject.kind) {
      case 'task':
        return clusters.ofTask(scope, subject.taskId);
      case 'order':
        return clusters.ofOrder(scope, subject.orderId);
      case 'capture':
        return clusters.ofCapture(scope, subject.captureId);
      case 'scene': {
        const scene = options.sources.scene(subject.librarySceneId);
        if (scene.captureId !== null) return clusters.ofCapture(scope, scene.captureId);
        return { task: null, orders: [], scenes: [scene], captureIds: [], only: null };
      }
    }
  }

  return (scope: Scope, subject: Subject): History => {
    const cluster = clusterOf(scope, subject);
    const all = [...pastEntries(scope, cluster), ...expected(scope, cluster)].sort(inOrder);
    const subjects: Subject[] = [
      ...(cluster.task ? [{ kind: 'task' as const, taskId: cluster.task.taskId }] : []),
      ...cluster.orders.map(({ orderId }) => ({ kind: 'order' as const, orderId })),
      ...cluster.scenes.map(({ librarySceneId }) => ({ kind: 'scene' as const, librarySceneId })),
    ];
    const isOfSubject = (flag: Flag) =>
      flag.subject.kind === subject.kind && subjectId(flag.subject) === subjectId(subject);
    const flags = options.flagsOf(scope, subjects);
    return {
      entries: all.slice(-maxEntries),
      leftOut: Math.max(0, all.length - maxEntries),
      flags: [...flags.filter(isOfSubject), ...flags.filter((flag) => !isOfSubject(flag))],
    };
  };
}
