import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Scope, TaskId } from '../../src-preload/contract/ids.ts';
import type { Flag } from '../../src-preload/contract/tracking.ts';
import type { SceneConcerns } from '../library/scene-concerns.ts';
import type { OrderConcerns } from '../orders/order-concerns.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { TaskConcerns } from '../tasking/task-concerns.ts';
import type { Concern, FlagTable } from './flag-table.ts';
import type { Observations } from './observations.ts';
import type { ProcessingTimes } from './processing-times.ts';
import { subjectId } from './subjects.ts';

export interface FlagsOptions {
  table: FlagTable;
  observations: Pick<Observations, 'flagged' | 'ready'>;
  times: Pick<ProcessingTimes, 'usual' | 'productOf'>;
  /** Asked outside of the main loop: they may walk many rows. */
  tasks: AsyncQueries<TaskConcerns>;
  orders: AsyncQueries<Omit<OrderConcerns, 'brief'>>;
  scenes: AsyncQueries<SceneConcerns>;
  /** Whether the user took the task back: its order then closes with nothing delivered, as it should. */
  wasCancelled: (scope: Scope, taskId: TaskId) => boolean;
  /** The service's clock where it is known: ours may be set wrong. */
  nowMs: (scope: Scope) => number;
  changed: (scope: Scope) => void;
}

const hour = 3_600_000;
const day = 24 * hour;
/** The last tenth of a window counts as its end, but no less and no more than these. */
const ending = { share: 0.1, leastMs: 6 * hour, mostMs: 3 * day };
/** Nobody can do anything about what was closed long ago. */
const closedSinceMs = 30 * day;
/** Beyond the time in which nine in ten were published, times this. */
const stuckFactor = 1.5;

const iso = (ms: number) => new Date(ms).toISOString();

/** Looks for what needs a look, one question at a time with the loop free in between. */
export function createFlags(options: FlagsOptions) {
  const { table, observations, times, tasks, orders, scenes, nowMs } = options;

  const isEnding = (now: number) => (row: { start: string | null; end: string }) => {
    const end = Date.parse(row.end);
    const span = row.start === null ? 0 : end - Date.parse(row.start);
    const margin = Math.min(ending.mostMs, Math.max(ending.leastMs, span * ending.share));
    return end - now < margin;
  };

  const seekers: Record<Flag['flag'], (scope: Scope) => Promise<Concern[]>> = {
    async 'window-ending'(scope) {
      const now = nowMs(scope);
      const before = iso(now + ending.mostMs);
      const flag = 'window-ending' as const;
      return [
        ...(await tasks.endingWithoutCapture(scope, before))
          .filter(isEnding(now))
          .map(({ taskId, end }) => ({ subject: { kind: 'task' as const, taskId }, flag, text: { end } })),
        ...(await orders.endingWithoutCapture(scope, before))
          .filter(isEnding(now))
          .map(({ orderId, end }) => ({ subject: { kind: 'order' as const, orderId }, flag, text: { end } })),
      ];
    },
    async stuck(scope) {
      const now = nowMs(scope);
      const usual = new Map<string | null, ReturnType<typeof times.usual>>();
      const found: Concern[] = [];
      const look = (
        row: { captureId: Parameters<typeof times.productOf>[1]; start: string },
        subject: Concern['subject'],
      ) => {
        const product = times.productOf(scope, row.captureId);
        if (!usual.has(product)) usual.set(product, times.usual(scope, product));
        const own = usual.get(product);
        if (!own || now - Date.parse(row.start) <= own.mostMs * stuckFactor) return;
        const text = { since: row.start, mostMs: own.mostMs, count: own.count };
        found.push({ subject, flag: 'stuck', text });
      };
      for (const row of await tasks.processing(scope)) look(row, { kind: 'task', taskId: row.taskId });
      for (const row of await orders.processing(scope)) look(row, { kind: 'order', orderId: row.orderId });
      return found;
    },
    'more-delivered': async (scope) =>
      (await tasks.moreThanNeeded(scope)).map(({ taskId, published, needed }) => ({
        subject: { kind: 'task', taskId },
        flag: 'more-delivered',
        text: { published, needed },
      })),
    'closed-empty': async (scope) =>
      (await orders.closedEmpty(scope, iso(nowMs(scope) - closedSinceMs)))
        .filter(({ taskId }) => taskId === null || !options.wasCancelled(scope, taskId))
        .map(({ orderId }) => ({ subject: { kind: 'order', orderId }, flag: 'closed-empty', text: {} })),
    'link-missing': async (scope) => [
      ...(await orders.withoutLinks(scope, iso(nowMs(scope) - closedSinceMs))).map(
        ({ orderId, count }): Concern => {
          return { subject: { kind: 'order', orderId }, flag: 'link-missing', text: { count } };
        },
      ),
      ...(await scenes.withoutLinks(scope)).map(({ librarySceneId }): Concern => {
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
  const names: Flag['flag'][] = [
    'window-ending',
    'stuck',
    'more-delivered',
    'closed-empty',
    'link-missing',
    'file-missing',
  ];

  return {
    async look(scope: Scope, signal: AbortSignal): Promise<void> {
      let moved = false;
      for (const flag of names) {
        const concerns = await seekers[flag](scope);
        if (signal.aborted) return;
        const outcome = table.settle(scope, flag, concerns);
        moved ||= outcome.moved;
        for (const { subject } of outcome.raised)
          observations.flagged(scope, `${flag} ${subject.kind} ${subjectId(subject)}`);
        await yieldToLoop();
      }
      if (moved) options.changed(scope);
    },
    list: (scope: Scope) => table.list(scope, 2_000),
    ids: table.ids,
    sceneIds: table.sceneIds,
    of: (scope: Scope, subjects: readonly Flag['subject'][]) =>
      subjects.flatMap((subject) => table.ofSubject(scope, subject)),
    dismiss(scope: Scope, concern: Pick<Concern, 'subject' | 'flag'>) {
      if (table.dismiss(scope, concern)) options.changed(scope);
    },
  };
}
