import { afterEach, beforeEach, expect, it } from 'vitest';
import { taskIdSchema } from '../../../../src-preload/contract/ids.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../../../testing/order-rows.ts';
import { captureRow, testScope as scope, taskRow } from '../../../../testing/task-rows.ts';
import { createTrackingHarness } from '../../../../testing/tracking-harness.ts';

let harness: ReturnType<typeof createTrackingHarness>;
beforeEach(() => {
  harness = createTrackingHarness();
});
afterEach(async () => {
  await harness.remove();
});

const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const one = taskIdSchema.parse(1);
const history = () => harness.tracking.history(scope, { kind: 'task', taskId: one }).entries;

it.each([
  ['7 days, 00:00:00', 7],
  ['7 00:00:00', 7],
  ['PT604800S', 7],
  ['P1W', 7],
  ['P1M', 31],
])('a task that recurs every %s is expected again after that', (age, days) => {
  harness.clock = Date.UTC(2026, 2, 20);
  const last = Date.UTC(2026, 2, 19);
  harness.tasks.put(
    scope,
    taskRow(1, {
      expected_age: age,
      start: iso(last - 90 * day),
      end: iso(last + 90 * day),
      status: 'in_progress',
    }),
  );
  harness.tasks.putCaptures(scope, one, [captureRow('c1', 'published', { start: iso(last) })]);
  const expected = history().filter(({ kind }) => kind.startsWith('expect-'));
  expect(expected).toMatchObject([{ kind: 'expect-revisit', at: iso(last + days * day) }]);
});

it('what was expected before now is overdue: the next of a period, a planned capture; one that is planned later is not', () => {
  harness.clock = Date.UTC(2026, 10, 20);
  const last = Date.UTC(2026, 7, 4);
  const run = { start: iso(last - 90 * day), end: iso(last + 300 * day), status: 'in_progress' };
  harness.tasks.put(scope, taskRow(1, { ...run, expected_age: '7 days, 00:00:00' }));
  const captures = [
    captureRow('c1', 'published', { start: iso(last) }),
    captureRow('c2', 'queued', { start: iso(harness.clock - 30 * day) }),
  ];
  harness.tasks.putCaptures(scope, one, captures);
  const due = () =>
    history().flatMap(({ kind, certainty, at }) => (certainty === 'happened' ? [] : [[certainty, kind, at]]));
  expect(due()).toEqual([
    ['overdue', 'expect-revisit', iso(last + 7 * day)],
    ['overdue', 'expect-capture', iso(harness.clock - 30 * day)],
  ]);
  const later = captureRow('c3', 'queued', { start: iso(harness.clock + day) });
  harness.tasks.putCaptures(scope, one, [...captures, later]);
  expect(due()).toEqual([
    ['overdue', 'expect-capture', iso(harness.clock - 30 * day)],
    ['expected', 'expect-capture', iso(harness.clock + day)],
  ]);
});

it('nothing is expected of captures that a task which ended has planned', () => {
  const soon = { start: iso(harness.clock + day) };
  const queued = [1, 2, 3].map((n) => captureRow(`c${n}`, 'queued', soon));
  harness.tasks.put(scope, taskRow(1, { status: 'in_progress', end: iso(harness.clock + 9 * day) }));
  harness.tasks.putCaptures(scope, one, queued);
  expect(history().filter(({ kind }) => kind === 'expect-capture')).toHaveLength(3);
  harness.tasks.put(scope, taskRow(1, { status: 'completed', end: iso(harness.clock + 9 * day) }));
  harness.tasks.putCaptures(scope, one, []);
  expect(history().filter(({ kind }) => kind.startsWith('expect-'))).toEqual([]);
  expect(history().filter(({ kind }) => kind === 'capture-withdrawn')).toHaveLength(3);
});

it('nothing is expected of a task or an order that the service does not have any more', () => {
  const open = { status: 'in_progress', end: iso(harness.clock + 9 * day) };
  harness.tasks.put(scope, taskRow(1, open));
  harness.orders.put(scope, orderRow(2, { parameters: { end: open.end } }));
  const expected = () =>
    [
      ...history(),
      ...harness.tracking.history(scope, { kind: 'order', orderId: orderIdOf(2) }).entries,
    ].filter(({ kind }) => kind.startsWith('expect-'));
  expect(expected()).toMatchObject([
    { kind: 'expect-capture-by', text: { taken: 0 } },
    // An order does not say how many captures were requested.
    { kind: 'expect-capture-by', text: { taken: 0 } },
  ]);
  expect(expected().map(({ text }) => 'needed' in text)).toEqual([false, false]);
  harness.tasks.noteGone(scope, one);
  harness.orders.noteGone(scope, orderIdOf(2));
  expect(expected()).toEqual([]);
});

it('a capture with capitals in its id is told once, by the delivery of its order', () => {
  const id = 'AB12-Capitals';
  harness.tasks.put(scope, taskRow(1, { status: 'in_progress' }));
  harness.tasks.putCaptures(scope, one, [captureRow(id, 'published')]);
  harness.orders.put(scope, orderRow(1, { parameters: { task_id: 1 } }));
  harness.parts.putDeliverables(scope, [deliverableRow(1, { capture_id: id })]);
  const kinds = history().map(({ kind }) => kind);
  expect(kinds).toContain('delivered');
  expect(kinds).not.toContain('capture-published');
});

it('a capture in processing is expected after the time that is usual for its product', async () => {
  const hour = 3_600_000;
  const taken = harness.clock - hour;
  for (let n = 2; n <= 9; n += 1) {
    const start = taken - n * day;
    harness.tasks.put(scope, taskRow(n, { product: 169, status: 'completed' }));
    const captures = [captureRow(`c${n}`, 'published', { start: iso(start) })];
    harness.tasks.putCaptures(scope, taskIdSchema.parse(n), captures);
    harness.orders.put(scope, orderRow(n, { parameters: { task_id: n } }));
    const delivered = { capture_id: `c${n}`, delivered_at: iso(start + 2 * hour) };
    harness.parts.putDeliverables(scope, [deliverableRow(n, delivered)]);
  }
  harness.tasks.put(scope, taskRow(1, { product: 169, status: 'in_progress' }));
  harness.tasks.putCaptures(scope, one, [captureRow('c1', 'processing', { start: iso(taken) })]);
  harness.tracking.touched(scope);
  await harness.tracking.pass();
  expect(history()).toContainEqual(
    expect.objectContaining({
      kind: 'expect-published',
      at: iso(taken + 2 * hour),
      // The names that the page reads.
      text: { halfMs: 2 * hour, mostMs: 2 * hour, count: 8 },
    }),
  );
});
