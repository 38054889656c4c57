import type { Interval } from '../../src-preload/contract/agenda.ts';
import type { CaptureId, Scope } from '../../src-preload/contract/ids.ts';
import type { OrderDetails } from '../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../src-preload/contract/tasking.ts';
import type { StoryEntry, Subject } from '../../src-preload/contract/tracking.ts';
import { addInterval, readInterval } from '../core/interval.ts';
import type { ProcessingTimes } from './processing-times.ts';
import { entry } from './story-entries.ts';
import type { Cluster } from './story-sources.ts';

interface PlannedCapture {
  captureId: CaptureId;
  start: string | null;
  phase: 'planned' | 'taken' | 'over' | 'lost';
}

const iso = (ms: number) => new Date(ms).toISOString();
const msOf = (at: string | null) => {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? null : ms;
};

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

/** The first instant of the month after (UTC): archive downloads are counted by the month (service §10.4). */
export function monthEnd(atMs: number): number {
  const date = new Date(atMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

interface Subscription {
  subject: Subject;
  source: 'v1' | 'v2';
  captures: PlannedCapture[];
  endMs: number | null;
  every: Interval | null;
  needed: number | null;
}

/** What is due next, so far as it follows from what is known. `nowMs` is the service's clock where that is known. */
export function createExpected({
  times,
  nowMs,
}: {
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  nowMs: (scope: Scope) => number;
}) {
  function publishing(scope: Scope, { subject, source }: Subscription, capture: PlannedCapture): StoryEntry {
    const usual = times.usual(scope, times.productOf(scope, capture.captureId));
    const takenMs = msOf(capture.start);
    const subjects: Subject[] = [{ kind: 'capture', captureId: capture.captureId }, subject];
    const made = {
      key: `expect published ${capture.captureId}`,
      source,
      subjects,
      certainty: 'expected',
    } as const;
    if (usual === null || takenMs === null) return entry({ ...made, kind: 'expect-published-unknown' });
    return entry({
      ...made,
      kind: 'expect-published',
      at: iso(takenMs + usual.mostMs),
      text: { halfMs: usual.halfMs, mostMs: usual.mostMs, count: usual.count },
    });
  }

  function captures(scope: Scope, subscription: Subscription): StoryEntry[] {
    const { subject, source, captures: all, endMs, every, needed } = subscription;
    const now = nowMs(scope);
    const expected = { source, certainty: 'expected' } as const;
    const entries = all
      .filter(({ phase }) => phase === 'taken')
      .map((each) => publishing(scope, subscription, each));
    const planned = all.filter(({ phase, start }) => phase === 'planned' && (msOf(start) ?? 0) > now);
    for (const { captureId, start } of planned)
      entries.push(
        entry({
          ...expected,
          key: `expect ${captureId}`,
          kind: 'expect-capture',
          at: start,
          subjects: [{ kind: 'capture', captureId }, subject],
        }),
      );
    const taken = all.filter(({ phase }) => phase === 'taken' || phase === 'over');
    const open = endMs !== null && endMs > now;
    if (open && every === null && (needed === null || taken.length < needed))
      entries.push(
        entry({
          ...expected,
          key: `expect by ${iso(endMs)}`,
          kind: 'expect-capture-by',
          at: iso(endMs),
          text: { taken: taken.length, needed: needed ?? 1 },
          subjects: [subject],
        }),
      );
    const last = Math.max(...taken.map(({ start }) => msOf(start) ?? 0));
    // One that the service has planned already says more than the period does.
    const nextMs = every === null || last <= 0 ? null : addInterval(last, every);
    if (open && nextMs !== null && planned.length === 0 && nextMs <= endMs)
      entries.push(
        entry({
          ...expected,
          key: 'expect revisit',
          kind: 'expect-revisit',
          at: iso(nextMs),
          text: { periodMs: nextMs - last },
          subjects: [subject],
        }),
      );
    return entries;
  }

  function ofTask(scope: Scope, task: TaskDetails, only: CaptureId | null): StoryEntry[] {
    if (task.statusKind === 'cancelled' || task.statusKind === 'failed') return [];
    const all = task.captures.map(({ captureId, start, statusKind }) => {
      return { captureId, start, phase: taskPhases[statusKind] ?? ('lost' as const) };
    });
    return captures(scope, {
      subject: { kind: 'task', taskId: task.taskId },
      source: 'v1',
      captures: only === null ? all : all.filter(({ captureId }) => captureId === only),
      endMs: only === null && task.statusKind !== 'completed' ? msOf(task.end) : null,
      every: readInterval(task.expectedAge),
      needed: task.maxCaptures,
    });
  }

  function ofOrder(scope: Scope, order: OrderDetails, only: CaptureId | null): StoryEntry[] {
    if (order.state !== 'received' && order.state !== 'in-progress') return [];
    const subject: Subject = { kind: 'order', orderId: order.orderId };
    if (order.sku.startsWith('ARC')) {
      const createdMs = msOf(order.createdAt);
      if (createdMs === null || order.deliveredCount === 0) return [];
      return [
        entry({
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
    // Its task says the same of it.
    if (order.taskId !== null && order.task !== null) return [];
    const all = order.captures.map(({ captureId, start, state }) => {
      return { captureId, start, phase: orderPhases[state] ?? ('lost' as const) };
    });
    return captures(scope, {
      subject,
      source: 'v2',
      captures: only === null ? all : all.filter(({ captureId }) => captureId === only),
      endMs: only === null ? msOf(order.end) : null,
      every: readInterval(textOf(order.parameters.revisit_period ?? order.parameters.remapping_period)),
      needed: null,
    });
  }

  return (scope: Scope, cluster: Cluster): StoryEntry[] => [
    ...(cluster.task ? ofTask(scope, cluster.task, cluster.only) : []),
    ...cluster.orders.flatMap((order) => ofOrder(scope, order, cluster.only)),
  ];
}
