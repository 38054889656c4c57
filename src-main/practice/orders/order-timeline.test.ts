import fc from 'fast-check';
import { expect, it } from 'vitest';
import { captureIdOf, taskState } from '../life-cycle.ts';
import type { PracticeOrder, PracticeTask } from '../records.ts';
import { cancelShownAfterMs, orderState, timelineOf } from './order-timeline.ts';

const hour = 3_600_000;
const rank = ['received', 'in_progress', 'closed'];
const finals = new Set(['completed', 'Canceled', 'failed', 'rejected']);

const drawn = fc.record({
  taskId: fc.integer({ min: 1, max: 99_999 }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  lengthHours: fc.integer({ min: 1, max: 24 * 30 }),
  submittedHoursBefore: fc.integer({ min: -30, max: 60 }),
  maxCaptures: fc.integer({ min: 1, max: 4 }),
  extra: fc.integer({ min: 0, max: 3 }),
  ageHours: fc.option(fc.integer({ min: 1, max: 24 * 9 }), { nil: null }),
  speed: fc.constantFrom(1, 60, 1_800),
  sku: fc.constantFrom(null, 'TSKPOI-M', 'TSKRSH-M.15.15', 'TSKRRD-M.30.30'),
  rejected: fc.uniqueArray(fc.integer({ min: 0, max: 4 })),
});

function made(from: typeof drawn extends fc.Arbitrary<infer T> ? T : never) {
  const start = Date.UTC(2026, 2, 3);
  const task: PracticeTask = {
    taskId: from.taskId,
    seed: 5,
    owner: 'x',
    taskName: 'n',
    projectName: 'p',
    product: 169,
    client: 'c',
    priority: 1,
    target: { type: 'Point', coordinates: [from.longitude, 10] },
    longitude: from.longitude,
    latitude: 10,
    start,
    end: start + from.lengthHours * hour,
    expectedAge: null,
    expectedAgeMs: from.ageHours === null ? null : from.ageHours * hour,
    maxCaptures: from.maxCaptures,
    maxSimultaneousCaptures: from.maxCaptures + from.extra,
    createdAt: start - from.submittedHoursBefore * hour,
    cancelledAt: null,
    frozenAt: null,
    fixedStatus: null,
    ...(from.sku === null ? {} : { ordered: { sku: from.sku, level: 'L1D', rejected: from.rejected } }),
  };
  const order: PracticeOrder = {
    orderNumber: 301,
    owner: 'x',
    kind: from.sku === null ? 'task' : 'tasking',
    taskId: from.taskId,
    captureIndex: null,
    sku: from.sku ?? 'TSKPOI-M',
    orderName: 'n',
    projectName: 'p',
    geometry: task.target,
    parameters: {},
    further: {},
    level: 'L1D',
    createdAt: task.createdAt,
  };
  return { task, order };
}

const steps = fc.array(fc.integer({ min: 0, max: 30 * 60 }), { minLength: 5, maxLength: 40 });

it('goes on only forwards, ends, and tells a change by its time of update', () => {
  fc.assert(
    fc.property(
      drawn,
      steps,
      fc.option(fc.integer({ min: 0, max: 39 }), { nil: null }),
      (from, minutes, cancelStep) => {
        const { task, order } = made(from);
        const at = (now: number) => orderState(timelineOf(order, task, from.speed), now);
        let now = task.createdAt;
        let before = at(now);
        expect([before.status, before.updatedAt]).toEqual(['received', task.createdAt]);
        for (const [step, passed] of [...minutes, 60 * 24 * 60, 60 * 24 * 60].entries()) {
          const previous = now;
          now += Math.ceil((passed * 60_000) / from.speed);
          if (step === cancelStep && !finals.has(taskState(task, now, from.speed).status))
            task.cancelledAt = now;
          const after = at(now);
          expect(rank.indexOf(after.status)).toBeGreaterThanOrEqual(rank.indexOf(before.status));
          expect(after.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
          expect(after.updatedAt).toBeLessThanOrEqual(now);
          // A reader of `updated_at__gte` misses nothing: every change is newer than the last reading.
          if (after.updatedAt <= previous && task.cancelledAt !== now) expect(after).toEqual(before);
          for (const index of before.captures.keys()) expect(after.captures.has(index)).toBe(true);
          for (const [index, { status }] of before.deliverables)
            if (status !== 'PROCESSING') expect(after.deliverables.get(index)?.status).toBe(status);
          before = after;
        }
        now += cancelShownAfterMs;
        const last = at(now);
        expect(last.status).toBe('closed');
        const open = [...last.captures.values(), ...last.deliverables.values()].filter(({ status }) =>
          ['queued', 'processing', 'PROCESSING'].includes(status),
        );
        expect(open).toEqual([]);
        for (const { status, reason } of [...last.captures.values(), ...last.deliverables.values()])
          expect(reason === null).toBe(status === 'published' || status === 'DELIVERED');
      },
    ),
    { numRuns: 300 },
  );
});

it('tells the same story as V1 of a task, at any instant', () => {
  fc.assert(
    fc.property(
      drawn,
      steps,
      fc.option(fc.integer({ min: 0, max: 39 }), { nil: null }),
      (from, minutes, cancelStep) => {
        const { task, order } = made({ ...from, sku: null });
        let now = task.createdAt;
        for (const [step, passed] of minutes.entries()) {
          // The time is never exactly that of a change.
          now += Math.ceil(((passed + 0.37) * 60_000) / from.speed) + 3;
          if (step === cancelStep && !finals.has(taskState(task, now, from.speed).status))
            task.cancelledAt = now;
          const v1 = taskState(task, now, from.speed);
          const v2 = orderState(timelineOf(order, task, from.speed), now);
          const planned = [...v2.captures.values()];
          expect(planned.map(({ index, status }) => [captureIdOf(task, index), status])).toEqual(
            v1.captures.map(({ captureId, status }) => [captureId, status]),
          );
          const delivered = [...v2.deliverables.values()].filter(
            ({ status }) => status === 'DELIVERED',
          ).length;
          expect(delivered).toBe(v1.captures.filter(({ status }) => status === 'published').length);
          if (v2.status === 'closed') expect(finals).toContain(v1.status);
          if (v1.status === 'in_progress') expect(v2.status).toBe('in_progress');
          if (v1.status === 'received') expect(v2.status).toBe('received');
          if (task.cancelledAt !== null && now < task.cancelledAt + cancelShownAfterMs)
            expect(v2.status).toBe('in_progress');
        }
      },
    ),
    { numRuns: 300 },
  );
});
