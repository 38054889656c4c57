import { afterEach, beforeEach, expect, it } from 'vitest';
import { captureIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../testing/order-rows.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import { createTransferTable } from '../features/downloads/queue/transfer-table.ts';
import { createSceneTable } from '../features/library/scene-table.ts';
import { createOrderTable } from '../features/orders/order-table.ts';
import { createPartTable } from '../features/orders/part-table.ts';
import { wireOrderCaptureSchema } from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import { wireSceneSchema } from '../service/api/wire.ts';
import { allMigrations } from './all-migrations.ts';

// The lists of tasks and of the outbox have this test beside their tables.
let opened: TestStore;
const now = () => new Date('2026-03-01T12:00:00Z');

beforeEach(() => {
  opened = openTestStore(allMigrations);
  // What a damaged disk or another program writes asks no constraint.
  opened.store.run('PRAGMA ignore_check_constraints = ON');
});
afterEach(() => opened.remove());

it('lists the orders around a damaged one, and what is around a damaged part of an order', () => {
  const orders = createOrderTable({ store: opened.store, now });
  const parts = createPartTable({ store: opened.store, now, orders });
  for (const n of [1, 2, 3]) orders.put(scope, orderRow(n));
  const orderId = orderIdOf(1);
  const named = (n: number) => ({ capture_id: `c${n}`, status: 'QUEUED' });
  parts.putCaptures(
    scope,
    orderId,
    [1, 2].map((n) => readRow(wireOrderCaptureSchema, named(n), 'capture')),
  );
  parts.putDeliverables(
    scope,
    [1, 2].map((n) => deliverableRow(n, { order: orderId })),
  );
  const list = () =>
    orders
      .list(scope, { filter: {}, sort: 'name', descending: false, offset: 0, limit: 10 })
      .rows.map(({ name }) => name);
  expect(list()).toEqual(['Order 1', 'Order 2', 'Order 3']);
  opened.store.run(`UPDATE service_order SET state = 'eaten' WHERE name = 'Order 2'`);
  expect(list()).toEqual(['Order 1', 'Order 3']);
  opened.store.run(`UPDATE order_capture SET state = 'eaten' WHERE capture_id = 'c1'`);
  opened.store.run(`UPDATE deliverable SET assets = '{' WHERE deliverable_id = 'd1'`);
  expect(parts.captures(scope, orderId).map(({ captureId }) => captureId)).toEqual(['c2']);
  expect(parts.deliverables(scope, orderId).map(({ deliverableId }) => deliverableId)).toEqual(['d1', 'd2']);
});

it('lists the scenes around a damaged one, and the files of a scene around a damaged one', async () => {
  const table = createSceneTable({
    store: opened.store,
    now,
    taskOfCapture: () => null,
    transferring: () => false,
  });
  const ids = [1, 2, 3].map((n) => {
    const raw = {
      scene_id: `scene_${n}`,
      rasters: [1, 2].map((file) => ({
        url: 'https://c.invalid/r',
        bands: ['red'],
        file_name: `${file}.tif`,
      })),
    };
    return table.put(scope, captureIdSchema.parse('capture'), { parsed: wireSceneSchema.parse(raw), raw });
  });
  const list = async () =>
    (await table.list({ filter: {}, sort: 'name', descending: false, offset: 0, limit: 10 })).rows.map(
      ({ sceneId }) => sceneId,
    );
  expect(await list()).toEqual(['scene_1', 'scene_2', 'scene_3']);
  opened.store.run(`UPDATE scene SET capture_id = '' WHERE scene_id = 'scene_2'`);
  expect(await list()).toEqual(['scene_1', 'scene_3']);
  opened.store.run(`UPDATE scene SET contract_id = :long WHERE scene_id = 'scene_1'`, {
    long: 'x'.repeat(5_000),
  });
  expect(await list()).toEqual(['scene_3']);
  const third = ids[2];
  if (third === undefined) throw new Error('no scene');
  opened.store.run(`UPDATE scene_file SET kind = 'eaten' WHERE file_name = '1.tif'`);
  expect(table.filesOf(third).map(({ fileName }) => fileName)).toEqual(['2.tif']);
});

it('lists the downloads around a damaged one, and keeps one whose reason is damaged', () => {
  const scenes = createSceneTable({
    store: opened.store,
    now,
    taskOfCapture: () => null,
    transferring: () => false,
  });
  const raw = {
    scene_id: 'scene',
    rasters: [1, 2, 3].map((n) => ({ url: 'https://c.invalid/r', bands: ['red'], file_name: `${n}.tif` })),
  };
  const id = scenes.put(scope, captureIdSchema.parse('capture'), { parsed: wireSceneSchema.parse(raw), raw });
  const fileIds = scenes.filesOf(id).map(({ fileId }) => fileId);
  const table = createTransferTable({ store: opened.store, now });
  table.enqueue(fileIds);
  const [first = -1, second = -1, third = -1] = fileIds;
  opened.store.run(`UPDATE transfer SET restarted_because = 'eaten' WHERE file_id = :first`, { first });
  opened.store.run(`UPDATE transfer SET error = '{' WHERE file_id = :second`, { second });
  const listed = (rows: { fileId: number }[]) => rows.map(({ fileId }) => fileId);
  expect(listed(table.rowsOf(fileIds))).toEqual([second, third]);
  expect(listed(table.openAfter(null, 10))).toEqual([second, third]);
  expect(listed(table.nextQueued(10))).toEqual([second, third]);
  // It stands first, and holds up nobody.
  expect(listed(table.next(1, []))).toEqual([second]);
  expect(listed(table.next(2, fileIds.slice(1, 2)))).toEqual([third]);
  opened.store.run(`UPDATE transfer SET state = 'done', finished_at = '2026-01-01'`);
  expect(listed(table.done(0, 10).rows)).toEqual([third, second]);
});
