import { afterEach, beforeEach, expect, it } from 'vitest';
import { captureIdSchema, taskIdSchema } from '../../../../src-preload/contract/ids.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../../../testing/order-rows.ts';
import { captureRow, testScope as scope, taskRow } from '../../../../testing/task-rows.ts';
import { createTrackingHarness } from '../../../../testing/tracking-harness.ts';
import { wireOrderCaptureSchema } from '../../../service/api/orders-wire.ts';
import { readRow } from '../../../service/api/read-row.ts';
import { wireSceneSchema } from '../../../service/api/wire.ts';
import { subjectId } from './subjects.ts';

let harness: ReturnType<typeof createTrackingHarness>;
beforeEach(() => {
  harness = createTrackingHarness();
});
afterEach(async () => {
  expect(harness.errors).toEqual([]);
  await harness.remove();
});

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const task = (
  id: number,
  fields: Record<string, unknown> = {},
  captures: ReturnType<typeof captureRow>[] = [],
) => {
  harness.tasks.put(scope, taskRow(id, fields));
  harness.tasks.putCaptures(scope, taskIdSchema.parse(id), captures);
};
async function flags() {
  harness.tracking.touched(scope);
  await harness.tracking.pass();
  return harness.tracking.flags
    .list(scope)
    .map(({ subject, flag }) => `${flag} ${subject.kind} ${subjectId(subject)}`);
}

it('a window that ends with no capture, and none while there is time or something was taken', async () => {
  const start = iso(harness.clock - 20 * 24 * hour);
  task(1, { start, end: iso(harness.clock + 24 * hour) });
  task(2, { start, end: iso(harness.clock + 9 * 24 * hour) });
  task(3, { start, end: iso(harness.clock + 24 * hour) }, [captureRow('c3', 'published')]);
  task(4, { start, end: iso(harness.clock - hour), status: 'in_progress' });
  task(5, { start, end: iso(harness.clock + hour), status: 'Canceled' });
  expect((await flags()).sort()).toEqual(['window-ending task 1', 'window-ending task 4']);
  // A day later the window of the second task ends too; the first task was cancelled.
  harness.tasks.put(scope, taskRow(1, { status: 'Canceled' }));
  harness.clock += 8 * 24 * hour;
  expect(await flags()).toEqual(expect.arrayContaining(['window-ending task 2']));
  expect(await flags()).not.toContain('window-ending task 1');
});

it('an order of its own whose window ends with no capture, once its captures are known', async () => {
  const start = iso(harness.clock - 20 * 24 * hour);
  harness.orders.put(scope, orderRow(1, { parameters: { start, end: iso(harness.clock + hour) } }));
  expect(await flags()).toEqual([]);
  harness.orders.markRead(scope, orderIdOf(1), { deliverables: true, captures: true });
  expect(await flags()).toEqual(['window-ending order 000001']);
});

it('stuck in processing, against the history of the same product, and not without one', async () => {
  const taken = harness.clock - 20 * hour;
  const history = (from: number, count: number, product: number, tookMs: number) => {
    for (let n = from; n < from + count; n += 1) {
      const start = iso(taken - n * hour);
      task(n, { product, status: 'completed' }, [captureRow(`capture-${n}`, 'published', { start })]);
      const delivered = { delivered_at: iso(Date.parse(start) + tookMs), assets: { visual: { href: 'x' } } };
      harness.orders.put(scope, orderRow(n, { parameters: { task_id: n } }));
      harness.parts.putDeliverables(scope, [deliverableRow(n, delivered)]);
    }
  };
  history(100, 5, 169, 2 * hour);
  history(200, 12, 170, 40 * hour);
  task(1, { product: 169, status: 'in_progress', end: iso(harness.clock + 100 * hour) }, [
    captureRow('late', 'processing', { start: iso(taken) }),
  ]);
  task(2, { product: 170, status: 'in_progress', end: iso(harness.clock + 100 * hour) }, [
    captureRow('usual', 'processing', { start: iso(taken) }),
  ]);
  expect(await flags(), 'five are no history').toEqual([]);
  history(110, 5, 169, 2 * hour);
  expect(await flags()).toEqual(['stuck task 1']);
  expect(harness.tracking.flags.list(scope)[0]?.text).toMatchObject({ mostMs: 2 * hour, count: 10 });
  harness.tasks.putCaptures(scope, taskIdSchema.parse(1), [captureRow('late', 'published')]);
  expect(await flags()).toEqual([]);
});

it('a capture in processing for more than two weeks of a product that too little is known of is late', async () => {
  const end = iso(harness.clock + 100 * hour);
  const taken = (days: number) => [
    captureRow(`c${days}`, 'processing', { start: iso(harness.clock - days * 24 * hour) }),
  ];
  task(1, { product: 171, status: 'in_progress', end }, taken(13));
  task(2, { product: 171, status: 'in_progress', end }, taken(89));
  task(3, { product: 171, status: 'Canceled', end }, taken(90));
  expect(await flags()).toEqual(['stuck task 2']);
  expect(harness.tracking.flags.list(scope)[0]?.text).toEqual({ since: iso(harness.clock - 89 * 24 * hour) });
});

it('a planned time that has passed by more than a day is flagged, of open tasks and orders of their own', async () => {
  const end = iso(harness.clock + 400 * hour);
  const planned = (name: string, days: number) =>
    captureRow(name, 'queued', { start: iso(harness.clock - days * 24 * hour) });
  task(1, { status: 'in_progress', end }, [planned('a1', 75), planned('b1', 3), planned('c1', -2)]);
  task(2, { status: 'in_progress', end }, [planned('a2', 0.5)]);
  task(3, { status: 'Canceled', end }, [planned('a3', 75)]);
  harness.orders.put(scope, orderRow(9, { status: 'in_progress', parameters: { end } }));
  const start = iso(harness.clock - 75 * 24 * hour);
  harness.parts.putCaptures(scope, orderIdOf(9), [
    readRow(wireOrderCaptureSchema, { capture_id: 'o9', status: 'QUEUED', start }, 'capture'),
  ]);
  expect((await flags()).sort()).toEqual(['planned-time-passed order 000009', 'planned-time-passed task 1']);
  const [flag] = harness.tracking.flags.list(scope).filter(({ subject }) => subject.kind === 'task');
  expect(flag?.text).toEqual({ planned: start });
});

it('more delivered than needed, where the service says how many that was', async () => {
  const two = (id: number) => [captureRow(`a${id}`, 'published'), captureRow(`b${id}`, 'published')];
  task(1, { max_captures: 1, status: 'completed' }, two(1));
  task(2, { max_captures: 2, status: 'completed' }, two(2));
  task(3, { status: 'completed' }, two(3));
  task(4, { max_captures: 1, expected_age: '3 days, 00:00:00', status: 'completed' }, two(4));
  expect(await flags()).toEqual(['more-delivered task 1']);
});

it('closed without a deliverable, but not one that was taken back nor one of long ago', async () => {
  task(7, { status: 'Canceled' });
  const closed = { status: 'closed', updated_at: iso(harness.clock - hour) };
  harness.orders.put(scope, orderRow(1, closed));
  harness.orders.put(scope, orderRow(2, { ...closed, parameters: { task_id: 7 } }));
  harness.orders.put(scope, orderRow(3, { ...closed, updated_at: '2025-01-01T00:00:00Z' }));
  harness.orders.put(scope, orderRow(4, closed));
  harness.parts.putDeliverables(scope, [deliverableRow(4, { assets: { visual: { href: 'x' } } })]);
  expect(await flags(), 'not before their deliverables are known').toEqual([]);
  for (const n of [1, 2, 3, 4])
    harness.orders.markRead(scope, orderIdOf(n), { deliverables: true, captures: false });
  expect(await flags()).toEqual(['closed-empty order 000001']);
});

it('delivered with nothing to fetch, and a scene without files', async () => {
  harness.orders.put(scope, orderRow(1));
  const delivered = { delivered_at: iso(harness.clock - hour) };
  harness.parts.putDeliverables(scope, [deliverableRow(1, delivered)]);
  harness.orders.put(scope, orderRow(2));
  harness.parts.putDeliverables(scope, [deliverableRow(2, { ...delivered, scene_id: 'S' })]);
  const scene = readRow(wireSceneSchema, { scene_id: 'S', attachments: [], rasters: [] }, 'scene');
  const id = harness.scenes.put(scope, captureIdSchema.parse('c'), scene);
  expect((await flags()).sort()).toEqual(['link-missing order 000001', `link-missing scene ${id}`]);
});

it('a file that is gone from disk', async () => {
  const raster = { file_name: 'a.tif', url: 'https://x.test/a', bands: [] };
  const scene = readRow(wireSceneSchema, { scene_id: 'S', attachments: [], rasters: [raster] }, 'scene');
  const id = harness.scenes.put(scope, captureIdSchema.parse('c'), scene);
  const [file] = harness.scenes.filesOf(id);
  if (!file) throw new Error('no file');
  harness.scenes.markSaved(file.fileId, { path: 'a.tif', sizeBytes: 1, sha256: 'x' });
  expect(await flags()).toEqual([]);
  harness.scenes.markMissing(file.fileId, true);
  expect(await flags()).toEqual([`file-missing scene ${id}`]);
  const { total } = await harness.scenes.list({
    filter: { needsAttention: true },
    sort: 'time',
    descending: true,
    offset: 0,
    limit: 9,
  });
  expect(total).toBe(1);
  harness.scenes.markMissing(file.fileId, false);
  expect(await flags()).toEqual([]);
});

it('is filtered by lists, taken down by the user, and up again only when it is raised anew', async () => {
  const start = iso(harness.clock - 20 * 24 * hour);
  task(1, { start, end: iso(harness.clock + hour) });
  task(2, { start, end: iso(harness.clock + 300 * hour) });
  await flags();
  const listed = () =>
    harness.tasks.list(scope, {
      filter: { needsAttention: true },
      sort: 'name',
      descending: false,
      offset: 0,
      limit: 9,
    });
  expect(listed().rows.map(({ taskId }) => taskId)).toEqual([1]);
  const subject = { kind: 'task', taskId: taskIdSchema.parse(1) } as const;
  harness.tracking.flags.dismiss(scope, { subject, flag: 'window-ending' });
  expect(await flags()).toEqual([]);
  expect(listed().total).toBe(0);
  harness.tasks.putCaptures(scope, subject.taskId, [captureRow('c', 'processing')]);
  await flags();
  harness.tasks.putCaptures(scope, subject.taskId, [captureRow('c', 'failed')]);
  expect(await flags()).toEqual(['window-ending task 1']);
});

it('is told by the history of the order that mirrors the task, too', async () => {
  task(1, { start: iso(harness.clock - 20 * 24 * hour), end: iso(harness.clock + hour) });
  harness.orders.put(scope, orderRow(1, { parameters: { task_id: 1 } }));
  const capture = readRow(wireOrderCaptureSchema, { capture_id: 'c', status: 'queued' }, 'capture');
  harness.parts.putCaptures(scope, orderIdOf(1), [capture]);
  await flags();
  const history = harness.tracking.history(scope, { kind: 'order', orderId: orderIdOf(1) });
  expect(history.flags).toMatchObject([{ flag: 'window-ending', subject: { kind: 'task', taskId: 1 } }]);
});

it('a flag whose data is damaged does not hide the others', async () => {
  const start = iso(harness.clock - 20 * 24 * hour);
  for (const id of [1, 2, 3]) task(id, { start, end: iso(harness.clock + 24 * hour) });
  await flags();
  harness.opened.store.run(`UPDATE flag SET data = '{' WHERE subject_id = '2'`);
  expect(harness.tracking.flags.list(scope)).toHaveLength(2);
});
