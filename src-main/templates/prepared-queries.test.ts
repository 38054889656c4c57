import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { captureIdSchema, submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { orderRaw } from '../../testing/order-rows.ts';
import { codesOf, templateContent } from '../../testing/prepared-rows.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { taskRow, testScope } from '../../testing/task-rows.ts';
import { createTemplatesHarness, type TemplatesHarness } from '../../testing/templates-harness.ts';
import { createSceneTable } from '../library/scene-table.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { createCommandTable } from '../outbox/command-table.ts';
import { wireOrderSchema } from '../service/api/orders-wire.ts';
import { readRow } from '../service/api/read-row.ts';
import { wireSceneSchema } from '../service/api/wire.ts';
import { createTaskTable } from '../tasking/task-table.ts';
import { findNear, usualWindows } from './prepared-queries.ts';

const now = () => new Date('2026-03-01T00:00:00Z');
const planRow = z.object({ detail: z.string() });
/** The window of the rows, and the place of the first. */
const window = { start: '2026-03-02T00:00:00Z', end: '2026-03-16T00:00:00Z' };
const first = { type: 'Point', coordinates: [10.02, 48, 0] };

let world: TemplatesHarness;
beforeEach(() => {
  world = createTemplatesHarness();
});
afterEach(() => world.end());

async function make(fields: Record<string, unknown> = {}, count = 2) {
  const ids = await world.addPlaces(count);
  const { templateId } = await world.templates.save(templateContent(fields), null);
  await world.prepared.make(world.scope, templateId, ids);
}
const codes = (row = 0) => codesOf(world.check().rows, row);

describe('what is known of the contract', () => {
  it('are its tasks, unless they were cancelled or have failed', async () => {
    await make();
    const tasks = createTaskTable({ store: world.store, now });
    tasks.put(testScope, taskRow(1, { target: first, ...window }));
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
    tasks.put(testScope, taskRow(1, { target: first, ...window, status: 'Canceled' }));
    expect(codes(0)).toEqual([]);
    tasks.put(testScope, taskRow(2, { target: first, ...window, task_name: 'P-1 Plot 1' }));
    expect(codes(0)).toEqual(['sentBefore']);
  });

  it('are its orders by SKU', async () => {
    await make({ request: { kind: 'order', sku: 'TSKPOI-M', processingLevel: '' } });
    const orders = createOrderTable({ store: world.store, now });
    const put = (number: number, sku: string) => {
      const raw = { ...orderRaw(number, { sku, parameters: window }), geometry: first };
      orders.put(testScope, readRow(wireOrderSchema, raw, 'order'));
    };
    put(1, 'TSKRSH-M.15.01');
    expect(codes(0)).toEqual([]);
    put(2, 'TSKPOI-M');
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
  });

  it('is what stands in the outbox', async () => {
    await make();
    const commands = createCommandTable(world.store);
    commands.add({
      ...{ id: submissionIdSchema.parse('a'), scope: testScope, contractName: null },
      createdAt: now().toISOString(),
      input: {
        kind: 'task',
        request: { ...sampleTask, ...window, target: { type: 'Point', coordinates: [10.02, 48] } },
      },
    });
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
    expect(world.check().rows[0]?.issues[0]?.values).toMatchObject({ name: 'harbour', from: 'outbox' });
  });

  it('are the scenes of the library whose outline contains the place', async () => {
    await make();
    const scenes = createSceneTable({
      store: world.store,
      now,
      taskOfCapture: () => null,
      transferring: () => false,
    });
    const put = (id: string, ring: number[][]) => {
      const raw = {
        ...{ scene_id: id, timestamp: '2026-02-01T10:00:00Z', rasters: [], attachments: [] },
        footprint: { type: 'Polygon', coordinates: [ring] },
      };
      scenes.put(testScope, captureIdSchema.parse('c'), { parsed: wireSceneSchema.parse(raw), raw });
    };
    // Its box contains both places, the triangle none of them.
    put(
      'triangle',
      [
        [9, 49],
        [11, 49],
        [9, 47.9],
        [9, 49],
      ].map(([x = 0, y = 0]) => [x, y === 47.9 ? 47.9 : y]),
    );
    expect([codes(0), codes(1)]).toEqual([[], []]);
    put('square', [
      [10.01, 47.9],
      [10.03, 47.9],
      [10.03, 48.1],
      [10.01, 48.1],
      [10.01, 47.9],
    ]);
    expect([codes(0), codes(1)]).toEqual([['inLibrary'], []]);
  });

  it('are the windows that are usual for a product', async () => {
    await make({ window: { kind: 'relative', startsInDays: 1, lastsDays: 100 } }, 1);
    const tasks = createTaskTable({ store: world.store, now });
    for (let n = 1; n <= 6; n += 1) tasks.put(testScope, taskRow(n, { ...window }));
    expect(codes(0)).toEqual(['windowUnusual']);
  });

  it('is found by an index for each row', () => {
    const plans = [
      `SELECT task_id FROM task INDEXED BY task_place WHERE connection_id = 'a' AND contract_id = 'b'
         AND latitude BETWEEN 1 AND 2 AND longitude BETWEEN 1 AND 2 AND status_kind NOT IN ('cancelled', 'failed')`,
      `SELECT order_id FROM service_order INDEXED BY service_order_place WHERE connection_id = 'a' AND contract_id = 'b'
         AND latitude_e6 BETWEEN 1 AND 2 AND longitude_e6 BETWEEN 1 AND 2 AND task_id IS NULL AND state NOT IN ('cancelled', 'failed')`,
    ];
    for (const sql of plans) {
      const [plan] = world.store.all(planRow, `EXPLAIN QUERY PLAN ${sql}`);
      expect(plan?.detail).toMatch(/latitude\w*>\?/);
    }
  });
});

describe('the usual window', () => {
  const windows = (days: number[]) =>
    days.map((each) => ({
      product: '169',
      start: '2026-01-01T00:00:00Z',
      end: new Date(Date.UTC(2026, 0, 1 + each)).toISOString(),
    }));

  it('is the middle one of at least five', () => {
    expect(usualWindows(windows([1, 14, 14, 15, 300])).get('169')).toBe(14 * 86_400_000);
    expect(usualWindows(windows([14, 14, 14, 14])).get('169')).toBeUndefined();
  });
});

it('compares a row with the requests of its place only, over the antimeridian too', () => {
  const request = (id: number, longitude: number) => ({
    ...{
      from: 'outbox' as const,
      id: String(id),
      name: '',
      ordered: '1',
      latitude: 0,
      start: null,
      end: null,
    },
    longitude,
  });
  const near = findNear([
    ...Array.from({ length: 2_000 }, (_, i) => request(i, (i + 1) / 100)),
    request(-1, 180),
    request(-2, 0.0001),
  ]);
  expect(near({ longitude: 0, latitude: 0 }).map(({ id }) => id)).toEqual(['-2']);
  expect(near({ longitude: -180, latitude: 0 }).map(({ id }) => id)).toEqual(['-1']);
});
