import type { Scope, TaskId } from '../../../../src-preload/contract/ids.ts';
import type { Flag } from '../../../../src-preload/contract/tracking.ts';
import type { AsyncQueries } from '../../../store/async-queries.ts';
import type { SceneChecks } from '../../library/scene-checks.ts';
import type { OrderChecks } from '../../orders/order-checks.ts';
import type { TaskChecks } from '../../tasks/task-checks.ts';
import type { Issue } from './flag-table.ts';
import type { ProcessingTimes } from './processing-times.ts';

/** What the checks need, and the queries that they run. */
export interface FlagChecksOptions {
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  /** Run outside the main event loop, because they may read many rows. */
  tasks: AsyncQueries<TaskChecks>;
  orders: AsyncQueries<Omit<OrderChecks, 'brief'>>;
  scenes: AsyncQueries<SceneChecks>;
  /** True if the user cancelled the task: its order then correctly closes with nothing delivered. */
  wasCancelled: (scope: Scope, taskId: TaskId) => boolean;
  /** The service's clock if it is known; ours may be wrong. */
  nowMs: (scope: Scope) => number;
}

const hour = 3_600_000;
const day = 24 * hour;
/** The last tenth of a window counts as its end, but within these limits. */
const endMargin = { fraction: 0.1, minMs: 6 * hour, maxMs: 3 * day };
/** Orders that were closed earlier are not flagged, because nobody can do anything about them. */
const closedSinceMs = 30 * day;
/** A capture is late after this factor times the time within which nine in ten were published. */
const stuckFactor = 1.5;
/** Where too few captures of a product are known for a usual time, a capture is late after this time. */
const stuckWithoutUsualMs = 14 * day;
/** A service may update the state of a capture this long after its pass. */
const passedMs = day;

const iso = (ms: number) => new Date(ms).toISOString();

const isEnding = (now: number) => (window: { start: string | null; end: string }) => {
  const end = Date.parse(window.end);
  const span = window.start === null ? 0 : end - Date.parse(window.start);
  const margin = Math.min(endMargin.maxMs, Math.max(endMargin.minMs, span * endMargin.fraction));
  return end - now < margin;
};

/** Creates the check behind each flag, which returns what in a scope has that issue now. */
export function createFlagChecks({
  times,
  tasks,
  orders,
  scenes,
  wasCancelled,
  nowMs,
}: FlagChecksOptions): Record<Flag['flag'], (scope: Scope) => Promise<Issue[]>> {
  /** Returns windows that end soon with nothing captured. */
  async function windowEnding(scope: Scope): Promise<Issue[]> {
    const now = nowMs(scope);
    const before = iso(now + endMargin.maxMs);
    const flag = 'window-ending' as const;
    return [
      ...(await tasks.endingWithoutCapture(scope, before))
        .filter(isEnding(now))
        .map(({ taskId, end }) => ({ subject: { kind: 'task' as const, taskId }, flag, text: { end } })),
      ...(await orders.endingWithoutCapture(scope, before))
        .filter(isEnding(now))
        .map(({ orderId, end }) => ({ subject: { kind: 'order' as const, orderId }, flag, text: { end } })),
    ];
  }

  /** Returns what has a capture whose planned time has passed without a capture, once for each task or order: the oldest. */
  async function plannedTimePassed(scope: Scope): Promise<Issue[]> {
    const before = iso(nowMs(scope) - passedMs);
    const oldest = new Map<string, Issue & { start: string }>();
    const add = (subject: Issue['subject'], key: string, start: string) => {
      const known = oldest.get(key);
      if (known === undefined || start < known.start)
        oldest.set(key, { subject, flag: 'planned-time-passed', text: { planned: start }, start });
    };
    for (const { taskId, start } of await tasks.plannedBefore(scope, before))
      add({ kind: 'task', taskId }, `task ${taskId}`, start);
    for (const { orderId, start } of await orders.plannedBefore(scope, before))
      add({ kind: 'order', orderId }, `order ${orderId}`, start);
    return [...oldest.values()].map(({ subject, flag, text }) => ({ subject, flag, text }));
  }

  /** Returns captures in processing for much longer than is usual for their product, or than any takes where that is unknown. */
  async function stuck(scope: Scope): Promise<Issue[]> {
    const now = nowMs(scope);
    const usual = new Map<string | null, ReturnType<typeof times.usual>>();
    const issues: Issue[] = [];
    const check = (
      capture: { captureId: Parameters<typeof times.productOf>[1]; start: string },
      subject: Issue['subject'],
    ) => {
      const product = times.productOf(scope, capture.captureId);
      if (!usual.has(product)) usual.set(product, times.usual(scope, product));
      const usualTimes = usual.get(product);
      const limitMs = usualTimes ? usualTimes.maxMs * stuckFactor : stuckWithoutUsualMs;
      if (now - Date.parse(capture.start) <= limitMs) return;
      const usualText = usualTimes ? { mostMs: usualTimes.maxMs, count: usualTimes.count } : {};
      issues.push({ subject, flag: 'stuck', text: { since: capture.start, ...usualText } });
    };
    for (const row of await tasks.processing(scope)) check(row, { kind: 'task', taskId: row.taskId });
    for (const row of await orders.processing(scope)) check(row, { kind: 'order', orderId: row.orderId });
    return issues;
  }

  return {
    'window-ending': windowEnding,
    'planned-time-passed': plannedTimePassed,
    stuck,
    'more-delivered': async (scope) =>
      (await tasks.moreThanNeeded(scope)).map(({ taskId, published, needed }) => ({
        subject: { kind: 'task', taskId },
        flag: 'more-delivered',
        text: { published, needed },
      })),
    'closed-empty': async (scope) =>
      (await orders.closedEmpty(scope, iso(nowMs(scope) - closedSinceMs)))
        .filter(({ taskId }) => taskId === null || !wasCancelled(scope, taskId))
        .map(({ orderId }) => ({ subject: { kind: 'order', orderId }, flag: 'closed-empty', text: {} })),
    'link-missing': async (scope) => [
      ...(await orders.withoutLinks(scope, iso(nowMs(scope) - closedSinceMs))).map(
        ({ orderId, count }): Issue => {
          return { subject: { kind: 'order', orderId }, flag: 'link-missing', text: { count } };
        },
      ),
      ...(await scenes.withoutLinks(scope)).map(({ librarySceneId }): Issue => {
        return { subject: { kind: 'scene', librarySceneId }, flag: 'link-missing', text: { count: 1 } };
      }),
    ],
    'file-missing': async (scope) =>
      (await scenes.filesMissing(scope)).map(({ librarySceneId, count }) => ({
        subject: { kind: 'scene', librarySceneId },
        flag: 'file-missing',
        text: { count },
      })),
  };
}
