import type { CaptureId, Scope } from '../../../../src-preload/contract/ids.ts';
import { readInterval } from '../../../../src-preload/contract/interval.ts';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import type { HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import { createExpectedCaptures, iso, msOf, type PlannedCapture } from './expected-captures.ts';
import { historyEntry } from './history-entry.ts';
import type { Cluster } from './history-sources.ts';
import type { ProcessingTimes } from './processing-times.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const taskPhases: Record<string, PlannedCapture['phase']> = {
  queued: 'planned',
  processing: 'taken',
  published: 'over',
};
const orderPhases: Record<string, PlannedCapture['phase']> = {
  waiting: 'planned',
  processing: 'taken',
  done: 'over',
};

/** Returns the first instant of the next month (UTC): archive downloads are counted by the month (service §10.4). */
export function monthEnd(atMs: number): number {
  const date = new Date(atMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** An order of the archive is closed at the end of the month, after something of it was delivered. */
function archiveEntries(order: OrderDetails, subject: Subject): HistoryEntry[] {
  const createdMs = msOf(order.createdAt);
  if (createdMs === null || order.deliveredCount === 0) return [];
  return [
    historyEntry({
      key: `expect closed ${order.orderId}`,
      kind: 'expect-order-closed',
      source: 'v2',
      certainty: 'expected',
      at: iso(monthEnd(createdMs)),
      text: { id: order.orderId },
      subjects: [subject],
    }),
  ];
}

/**
 * Creates the function that returns what is due next, as far as that follows from known data. `nowMs` is the service's clock if
 * it is known.
 */
export function createExpected(options: {
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  nowMs: (scope: Scope) => number;
}) {
  const expectedCaptures = createExpectedCaptures(options);

  function ofTask(scope: Scope, task: TaskDetails, only: CaptureId | null): HistoryEntry[] {
    if (task.goneAt !== null || task.statusKind === 'cancelled' || task.statusKind === 'failed') return [];
    const captures = task.captures.map(({ captureId, start, statusKind }) => {
      return { captureId, start, phase: taskPhases[statusKind] ?? ('lost' as const) };
    });
    return expectedCaptures(scope, {
      subject: { kind: 'task', taskId: task.taskId },
      source: 'v1',
      captures: only === null ? captures : captures.filter(({ captureId }) => captureId === only),
      endMs: only === null && task.statusKind !== 'completed' ? msOf(task.end) : null,
      every: readInterval(task.expectedAge),
      needed: task.maxCaptures,
    });
  }

  function ofOrder(scope: Scope, order: OrderDetails, only: CaptureId | null): HistoryEntry[] {
    if (order.goneAt !== null || (order.state !== 'received' && order.state !== 'in-progress')) return [];
    const subject: Subject = { kind: 'order', orderId: order.orderId };
    if (order.sku.startsWith('ARC')) return archiveEntries(order, subject);
    // The order's task already has the same entries.
    if (order.taskId !== null && order.task !== null) return [];
    const captures = order.captures.map(({ captureId, start, state }) => {
      return { captureId, start, phase: orderPhases[state] ?? ('lost' as const) };
    });
    return expectedCaptures(scope, {
      subject,
      source: 'v2',
      captures: only === null ? captures : captures.filter(({ captureId }) => captureId === only),
      endMs: only === null ? msOf(order.end) : null,
      every: readInterval(textOf(order.parameters.revisit_period ?? order.parameters.remapping_period)),
      needed: null,
    });
  }

  return (scope: Scope, cluster: Cluster): HistoryEntry[] => {
    const now = options.nowMs(scope);
    const entries = [
      ...(cluster.task ? ofTask(scope, cluster.task, cluster.only) : []),
      ...cluster.orders.flatMap((order) => ofOrder(scope, order, cluster.only)),
    ];
    // What is late must not be told as if it were still to come.
    return entries.map((entry) =>
      (msOf(entry.at) ?? now) < now ? { ...entry, certainty: 'overdue' as const } : entry,
    );
  };
}
