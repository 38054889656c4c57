import { afterEach, beforeEach, expect, it } from 'vitest';
import { taskIdSchema } from '../../src-preload/contract/ids.ts';
import { deliverableRow, orderRow } from '../../testing/order-rows.ts';
import { captureRow, testScope as scope, taskRow } from '../../testing/task-rows.ts';
import { createTrackingRig } from '../../testing/tracking-rig.ts';

let rig: ReturnType<typeof createTrackingRig>;
beforeEach(() => {
  rig = createTrackingRig();
});
afterEach(async () => {
  await rig.remove();
});

const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const one = taskIdSchema.parse(1);
const history = () => rig.tracking.history(scope, { kind: 'task', taskId: one }).entries;

it.each([
  ['7 days, 00:00:00', 7],
  ['7 00:00:00', 7],
  ['PT604800S', 7],
  ['P1W', 7],
  ['P1M', 31],
])('a task that recurs every %s is expected again after that', (age, days) => {
  rig.clock = Date.UTC(2026, 2, 20);
  const last = Date.UTC(2026, 2, 19);
  rig.tasks.put(
    scope,
    taskRow(1, {
      expected_age: age,
      start: iso(last - 90 * day),
      end: iso(last + 90 * day),
      status: 'in_progress',
    }),
  );
  rig.tasks.putCaptures(scope, one, [captureRow('c1', 'published', { start: iso(last) })]);
  const expected = history().filter(({ kind }) => kind.startsWith('expect-'));
  expect(expected).toMatchObject([{ kind: 'expect-revisit', at: iso(last + days * day) }]);
});

it('nothing is expected of captures that a task which ended has planned', () => {
  const soon = { start: iso(rig.clock + day) };
  const queued = [1, 2, 3].map((n) => captureRow(`c${n}`, 'queued', soon));
  rig.tasks.put(scope, taskRow(1, { status: 'in_progress', end: iso(rig.clock + 9 * day) }));
  rig.tasks.putCaptures(scope, one, queued);
  expect(history().filter(({ kind }) => kind === 'expect-capture')).toHaveLength(3);
  rig.tasks.put(scope, taskRow(1, { status: 'completed', end: iso(rig.clock + 9 * day) }));
  rig.tasks.putCaptures(scope, one, []);
  expect(history().filter(({ kind }) => kind.startsWith('expect-'))).toEqual([]);
  expect(history().filter(({ kind }) => kind === 'capture-withdrawn')).toHaveLength(3);
});

it('a capture with capitals in its id is told once, by the delivery of its order', () => {
  const id = 'AB12-Capitals';
  rig.tasks.put(scope, taskRow(1, { status: 'in_progress' }));
  rig.tasks.putCaptures(scope, one, [captureRow(id, 'published')]);
  rig.orders.put(scope, orderRow(1, { parameters: { task_id: 1 } }));
  rig.parts.putDeliverables(scope, [deliverableRow(1, { capture_id: id })]);
  const kinds = history().map(({ kind }) => kind);
  expect(kinds).toContain('delivered');
  expect(kinds).not.toContain('capture-published');
});
