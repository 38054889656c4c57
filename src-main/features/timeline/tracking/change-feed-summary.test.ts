import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taskIdSchema } from '../../../../src-preload/contract/ids.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../../../testing/order-rows.ts';
import { captureRow, testScope as scope, taskRow } from '../../../../testing/task-rows.ts';
import { createTrackingHarness } from '../../../../testing/tracking-harness.ts';
import { wireOrderCaptureSchema } from '../../../service/api/orders-wire.ts';
import { readRow } from '../../../service/api/read-row.ts';
import { isQuiet } from './notices.ts';

let harness: ReturnType<typeof createTrackingHarness>;
beforeEach(() => {
  harness = createTrackingHarness();
});
afterEach(async () => {
  expect(harness.errors).toEqual([]);
  await harness.remove();
});

const read = (id: number, status: string, project = 'Coast') => {
  harness.tasks.put(scope, taskRow(id, { project_name: project, end: '2026-06-01T00:00:00Z' }));
  harness.tasks.putCaptures(scope, taskIdSchema.parse(id), [
    // A planned time that has passed would need attention.
    captureRow(`c${id}`, status, status === 'queued' ? { start: '2030-01-01T00:00:00Z' } : {}),
  ]);
};
const pass = () => {
  harness.tracking.touched(scope);
  return harness.tracking.pass();
};
/** Simulates a first start with the existing data of the service. */
async function begin() {
  harness.tracking.watch(scope);
  read(1, 'published');
  read(2, 'queued');
  harness.synced();
  await pass();
}
const told = () =>
  harness.tracking.summary
    .get(scope)
    .groups.map(({ kind, count, rows }) => [kind, count, ...rows.map(({ name }) => name)]);

describe('since you were last here', () => {
  it('has nothing to say on a first start, nor of what was seen while Nadir was open', async () => {
    await begin();
    expect(harness.tracking.summary.get(scope)).toMatchObject({ state: 'none', groups: [] });
    read(2, 'published');
    await pass();
    await harness.restart('calm');
    harness.tracking.watch(scope);
    harness.synced();
    expect(harness.tracking.summary.get(scope).state).toBe('none');
  });

  it('tells what changed meanwhile once it was read, each with its subject', async () => {
    await begin();
    await harness.restart('calm');
    harness.tracking.watch(scope);
    read(2, 'published');
    expect(harness.tracking.summary.get(scope).state, 'not half of it').toBe('none');
    read(3, 'queued');
    harness.tasks.putCaptures(scope, taskIdSchema.parse(3), [captureRow('c3', 'processing')]);
    harness.synced();
    expect(told()).toEqual([
      ['captured', 1, 'Task 3'],
      ['published', 1, 'Task 2'],
    ]);
    expect(harness.tracking.summary.get(scope)).toMatchObject({ state: 'fresh', since: expect.any(String) });
    // Later changes are observed when they happen.
    read(3, 'published');
    await pass();
    expect(told()).toHaveLength(2);
  });

  it.each(['crash', 'calm'] as const)(
    'is told again until it was marked as seen, after a %s',
    async (how) => {
      await begin();
      await harness.restart(how);
      harness.tracking.watch(scope);
      read(2, 'published');
      harness.synced();
      await pass();
      await harness.restart(how);
      harness.tracking.watch(scope);
      harness.synced();
      expect(told()).toEqual([['published', 1, 'Task 2']]);
      harness.tracking.summary.markSeen(scope);
      expect(harness.tracking.summary.get(scope)).toMatchObject({ state: 'seen' });
      expect(told(), 'by command it is still there').toHaveLength(1);
      await harness.restart(how);
      harness.tracking.watch(scope);
      harness.synced();
      expect(harness.tracking.summary.get(scope)).toMatchObject({ state: 'none', groups: [] });
    },
  );

  it('tells everything since another time, also what was seen while Nadir was open', async () => {
    await begin();
    harness.clock += 3_600_000;
    const since = new Date(harness.clock).toISOString();
    read(2, 'published');
    await pass();
    const later = harness.tracking.summary.get(scope, since);
    expect(later).toMatchObject({ state: 'seen', since, isCut: false });
    expect(later.groups.map(({ kind, count }) => [kind, count])).toEqual([['published', 1]]);
    harness.clock += 1;
    expect(harness.tracking.summary.get(scope, new Date(harness.clock).toISOString()).groups).toEqual([]);
  });

  it('waits for the orders where there are any', async () => {
    harness.hasOrders = true;
    await begin();
    harness.tracking.synced(scope, 'orders');
    await pass();
    await harness.restart('calm');
    harness.tracking.watch(scope);
    read(2, 'published');
    harness.synced();
    expect(told()).toEqual([]);
    harness.tracking.synced(scope, 'orders');
    expect(told()).toHaveLength(1);
  });
});

describe('a notice', () => {
  it('is one for many, and never comes twice, after a restart neither', async () => {
    await begin();
    for (let id = 10; id < 15; id += 1) read(id, 'queued');
    await pass();
    expect(harness.told).toEqual([]);
    for (let id = 10; id < 15; id += 1) read(id, 'published');
    await pass();
    expect(harness.told).toEqual([{ title: 'Imagery updates', body: '5 captures were published.' }]);
    await pass();
    await harness.restart('crash');
    harness.tracking.watch(scope);
    harness.synced();
    await pass();
    expect(harness.told).toHaveLength(1);
  });

  it('is listed with its time after a restart, the latest of many', async () => {
    await begin();
    for (let id = 100; id < 303; id += 1) {
      read(id, 'queued');
      read(id, 'published');
      await pass();
    }
    await harness.restart('calm');
    const list = harness.tracking.notices.list();
    expect(list).toHaveLength(200);
    expect(list.at(-1)).toMatchObject({
      at: '2026-03-10T12:00:00.000Z',
      scope,
      title: 'Task 302',
      subject: { kind: 'task', taskId: 302 },
    });
  });

  it.each(['ARCLGD-M.30.30', 'ARCIMG-M.30.30'])(
    'says nothing of a capture of the archive, of %s',
    async (sku) => {
      await begin();
      harness.tracking.synced(scope, 'orders');
      harness.orders.put(scope, orderRow(7, { sku, order_name: 'Archive download 1f8cbb53 2026-11' }));
      const capture = { capture_id: 'c-archive', status: 'DELIVERED' };
      harness.parts.putCaptures(scope, orderIdOf(7), [readRow(wireOrderCaptureSchema, capture, 'capture')]);
      await pass();
      expect(harness.told).toEqual([]);
      harness.parts.putDeliverables(scope, [deliverableRow(7, { capture_id: 'c-archive' })]);
      harness.orders.put(scope, orderRow(7, { sku, status: 'closed', updated_at: '2026-03-10T12:00:00Z' }));
      harness.orders.markRead(scope, orderIdOf(7), { deliverables: true, captures: true });
      await pass();
      // What was ordered from the archive has come; a download is told when it is saved.
      expect(harness.told).toHaveLength(sku.startsWith('ARCIMG') ? 1 : 0);
    },
  );

  it('names what it is about where that is one thing, and leads there', async () => {
    await begin();
    read(2, 'published');
    await pass();
    expect(harness.told).toEqual([{ title: 'Task 2', body: '1 capture was published.' }]);
    expect(harness.tracking.notices.list()).toMatchObject([{ subject: { kind: 'task', taskId: 2 } }]);
  });

  it('comes of what is wanted only', async () => {
    await begin();
    harness.tellMe = { ...harness.tellMe, project: 'Harbours' };
    read(2, 'published');
    await pass();
    expect(harness.told).toEqual([]);
    read(30, 'queued', 'Harbours');
    read(30, 'published', 'Harbours');
    await pass();
    expect(harness.told).toHaveLength(1);
    harness.tellMe = { ...harness.tellMe, project: null, capturePublished: false };
    read(31, 'queued');
    read(31, 'published');
    await pass();
    expect(harness.told).toHaveLength(1);
  });

  it('waits until quiet hours are over, and is one then', async () => {
    await begin();
    const hour = new Date(harness.clock).getHours();
    const time = (at: number) => `${String((at + 24) % 24).padStart(2, '0')}:00`;
    harness.tellMe = { ...harness.tellMe, quietHours: { from: time(hour - 1), to: time(hour + 1) } };
    for (const id of [2, 40, 41]) {
      read(id, 'queued');
      read(id, 'published');
      await pass();
    }
    expect(harness.told).toEqual([]);
    harness.clock += 2 * 3_600_000;
    await pass();
    expect(harness.told).toEqual([{ title: 'Imagery updates', body: '3 captures were published.' }]);
  });

  it('knows hours over midnight', () => {
    const night = { from: '20:00', to: '07:00' };
    expect([19, 20, 23, 0, 6, 7].map((hour) => isQuiet(night, hour * 60))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

it('a cancelled task does not come back to life in its history, whatever staler answers say', async () => {
  await begin();
  harness.tasks.put(scope, taskRow(2, { status: 'Canceled' }));
  harness.clock += 60_000;
  // V2 and earlier pages may show it in progress for minutes (service §10.3).
  harness.tasks.put(scope, taskRow(2, { status: 'in_progress' }));
  const { entries } = harness.tracking.history(scope, { kind: 'task', taskId: taskIdSchema.parse(2) });
  const states = entries.filter(({ kind }) => kind === 'task-state');
  expect(states).toMatchObject([{ text: { state: 'cancelled' }, observedAt: '2026-03-10T12:00:00.000Z' }]);
  expect(entries.filter(({ certainty }) => certainty !== 'happened')).toEqual([]);
});
