import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BillTerms } from '../../../src-preload/contract/bills.ts';
import { captureIdSchema, contractIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../../testing/order-rows.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { createImplementer } from '../../core/implementer.ts';
import { wireOrderEventSchema } from '../../service/api/orders-wire.ts';
import { readRow } from '../../service/api/read-row.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneHoldings } from '../library/scene-holdings.ts';
import { createSceneTable } from '../library/scene-table.ts';
import { createBillSource } from '../orders/bill-source.ts';
import { createOrderTable, type OrderTable } from '../orders/order-table.ts';
import { createPartTable, type PartTable } from '../orders/part-table.ts';
import { type Bills, createBills } from './bills.ts';
import { billsProcedures } from './bills-procedures.ts';
import { compareBills } from './compare-bills.ts';
import { createSnapshots } from './snapshots.ts';
import { createYieldIfDue } from './yield-if-due.ts';

let opened: TestStore;
let orders: OrderTable;
let parts: PartTable;
let bills: Bills;
let changed: number;
let timers: (() => void)[];
const now = () => new Date('2026-03-20T00:00:00Z');
const monotonic = () => performance.now();
const yieldIfDue = createYieldIfDue(monotonic);

beforeEach(() => {
  opened = openTestStore(allMigrations);
  const { store } = opened;
  orders = createOrderTable({ store, now });
  parts = createPartTable({ store, now, orders });
  changed = 0;
  timers = [];
  bills = createBills({
    source: createBillSource({ store }),
    holdings: createSceneHoldings({ store }),
    contractsOf: () => [scope.contractId],
    contractName: () => null,
    now,
    monotonic,
    changed: () => {
      changed += 1;
    },
    setTimer(run) {
      timers.push(run);
      return () => undefined;
    },
  });
});
afterEach(() => {
  bills.close();
  opened.remove();
});

const march: BillTerms = {
  connectionId: scope.connectionId,
  contracts: null,
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  timeZone: 'UTC',
};
const at = '2026-03-10T12:00:00Z';
const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
function put(
  number: number,
  fields: Record<string, unknown>,
  order: Record<string, unknown> = {},
  where: Scope = scope,
) {
  orders.put(where, orderRow(number, { status: 'closed', ...order }));
  parts.putDeliverables(where, [deliverableRow(number, fields)]);
}
const totals = async (terms = march) =>
  (await bills.get(terms)).bill.totals.map(({ unit, quantity, rows }) => [unit, quantity, rows]);
async function rowOf(number: number) {
  const { lists } = await bills.get(march);
  const all = [...lists.rows, ...lists['no-time'], ...lists['other-status']];
  return all.find((row) => row.orderId === orderIdOf(number));
}

describe('quantities', () => {
  it('are summed exactly, per unit, whatever they are called', async () => {
    for (let n = 1; n <= 10; n += 1) put(n, { delivered_at: at, quantity: 0.1, unit: 'km2' });
    put(11, { delivered_at: at, billed_quantity: '0.30', billed_quantity_unit: 'sq km' });
    put(12, { delivered_at: at, quantity: { value: '1234567890123.000000001', unit: 'km²' } });
    put(13, { delivered_at: at, quantity: 3, unit: 'scene' });
    put(14, { delivered_at: at, delivered_quantity: 7 });
    put(15, { delivered_at: at, quantity: -0.4, unit: 'km2' });
    expect(await totals()).toEqual([
      ['km2', '1234567890123.900000001', 13],
      ['scene', '3', 1],
      [null, '7', 1],
    ]);
    expect(await rowOf(11)).toMatchObject({ quantityField: 'billed_quantity', quantitySource: 'field' });
  });

  it('are measured on the nearest polygon where none is given', async () => {
    const rings = { footprint: square(10, 50, 0.01) };
    const scene = readRow(wireSceneSchema, { scene_id: 's2', timestamp: at, ...rings }, 'scene');
    const table = createSceneTable({
      store: opened.store,
      now,
      taskOfCapture: () => null,
      transferring: () => false,
    });
    table.put(scope, captureIdSchema.parse('capture-2'), scene);
    put(1, { delivered_at: at, geometry: square(10, 50, 0.1), scene_id: 's2' });
    put(2, { delivered_at: at, scene_id: 's2' });
    orders.put(scope, {
      ...orderRow(3, { status: 'closed' }),
      raw: { ...orderRow(3, { status: 'closed' }).raw, geometry: square(10, 50, 0.2) },
    });
    parts.putDeliverables(scope, [deliverableRow(3, { delivered_at: at })]);
    put(4, { delivered_at: at, quantity: 'a lot', unit: 'km2' });
    expect([(await rowOf(1))?.quantitySource, (await rowOf(2))?.quantitySource]).toEqual([
      'area-deliverable',
      'area-scene',
    ]);
    expect((await rowOf(3))?.quantitySource).toBe('area-order');
    // A hundredth of a degree at 50° north: 0.715 by 1.112 km.
    expect(Number((await rowOf(2))?.quantity)).toBeCloseTo(0.7166 * 1.1124, 2);
    const { bill, lists } = await bills.get(march);
    expect(lists['no-quantity'].map((row) => row.orderId)).toEqual([orderIdOf(4)]);
    expect(bill.counts).toMatchObject({ rows: 4, 'no-quantity': 1 });
    expect(bill.totals).toMatchObject([{ rows: 3, areaRows: 3 }]);
  });

  it('of a polygon over the antimeridian, and with a hole', async () => {
    const over = square(179.95, 10, 0.1);
    for (const point of over.coordinates[0] ?? [])
      if ((point[0] ?? 0) > 180) point[0] = (point[0] ?? 0) - 360;
    put(1, { delivered_at: at, geometry: over });
    put(2, { delivered_at: at, geometry: square(20, 10, 0.1) });
    const holed = square(20, 10, 0.1);
    holed.coordinates.push(...square(20.02, 10.02, 0.05).coordinates);
    put(3, { delivered_at: at, geometry: holed });
    const [first, second, third] = [await rowOf(1), await rowOf(2), await rowOf(3)];
    expect(first?.quantity).toBe(second?.quantity);
    expect(Number(third?.quantity) / Number(second?.quantity)).toBeCloseTo(0.75, 3);
  });
});

describe('times', () => {
  it('are of the delivery, else of the update, else of the event; else the row stands apart', async () => {
    put(1, { delivered_at: at, updated_at: '2026-04-01T00:00:00Z', quantity: 1 });
    put(2, { updated_at: at, quantity: 1 });
    put(3, { delivered_at: 'yesterday', updated_at: at, quantity: 1 });
    put(4, { updated_at: null, quantity: 1 });
    const event = { time: at, status: 'DELIVERED', deliverable_id: 'd4' };
    parts.putEvents(scope, orderIdOf(4), [readRow(wireOrderEventSchema, event, 'event')]);
    put(5, { updated_at: null, quantity: 1 });
    put(6, { updated_at: null, delivered_at: '10/03/2026', quantity: 1 });
    const { lists } = await bills.get(march);
    expect(lists.rows.map(({ orderId, timeSource }) => [Number(orderId), timeSource]).sort()).toEqual([
      [1, 'delivered'],
      [2, 'updated'],
      [3, 'updated'],
      [4, 'event'],
    ]);
    expect(lists['no-time'].map(({ orderId }) => Number(orderId))).toEqual([5, 6]);
    expect(await totals()).toEqual([[null, '4', 4]]);
  });

  it('on the boundary belong to one month only, in each zone', async () => {
    const instants = [
      '2026-02-28T10:59:59.999Z',
      '2026-02-28T11:00:00Z',
      '2026-03-01T03:29:59Z',
      '2026-03-01T03:30:00Z',
      '2026-03-31T10:59:59.999Z',
      '2026-03-31T11:00:00Z',
      '2026-04-01T02:29:59Z',
      '2026-04-01T02:30:00Z',
    ];
    for (const [n, time] of instants.entries()) put(n + 1, { delivered_at: time, quantity: 1 });
    const within = async (timeZone: string) =>
      (await bills.get({ ...march, timeZone })).lists.rows.map(({ orderId }) => Number(orderId));
    expect(await within('Pacific/Auckland')).toEqual([2, 3, 4, 5]);
    expect(await within('America/St_Johns')).toEqual([4, 5, 6, 7]);
    expect(await within('UTC')).toEqual([3, 4, 5, 6]);
  });
});

it('never drops what was delivered, whatever the answers look like', async () => {
  const odd = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.integer(), fc.constant({}));
  const [inside, outside] = [at, '2027-01-01T00:00:00Z'];
  const time = fc.constantFrom(inside, outside, 'yesterday', '10/03/2026', 17, null, {});
  const fields = fc.record(
    {
      status: fc.constantFrom('DELIVERED', 'delivered', 'published', 'ARCHIVED', 'PROCESSING', 'FAILED'),
      delivered_at: time,
      updated_at: time,
      quantity: odd,
      unit: odd,
      area_km2: odd,
      geometry: fc.oneof(odd, fc.constant(square(1, 2, 0.1))),
      scene_id: odd,
      capture_id: odd,
      sku: odd,
    },
    { requiredKeys: ['status', 'updated_at'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { maxLength: 12 }), async (rows) => {
      opened.store.transaction(() => {
        opened.store.run('DELETE FROM deliverable');
        for (const [n, row] of rows.entries()) put(n + 1, row);
      });
      for (const run of timers.splice(0)) run();
      const { bill, lists } = await bills.get(march);
      bills.dataChanged();
      const due = { rows: 0, 'no-time': 0, 'other-status': 0 };
      for (const { status, delivered_at, updated_at } of rows) {
        if (status === 'PROCESSING' || status === 'FAILED') continue;
        const when = [delivered_at, updated_at].find((each) => each === inside || each === outside);
        if (when === outside) continue;
        if (status === 'ARCHIVED') due['other-status'] += 1;
        else due[when === undefined ? 'no-time' : 'rows'] += 1;
      }
      expect(bill.counts).toMatchObject(due);
      expect(lists.rows).toHaveLength(due.rows);
      const counted = bill.totals.reduce((sum, total) => sum + total.rows, 0);
      expect(counted + bill.counts['no-quantity']).toBe(due.rows);
    }),
    { numRuns: 150 },
  );
});

describe('checks', () => {
  it.each([
    ['a number that each order counts from one', '1', 0],
    ['a UUID', '5f0c3c1e-9a53-4d0b-8f6b-0d5b4f6f7a11', 2],
  ])(
    'take captures of two orders for the same scene by their identifier only if it is unique: %s',
    async (_, captureId, twice) => {
      for (const n of [1, 2]) put(n, { delivered_at: at, capture_id: captureId, processing_level: 'L1D' });
      expect((await bills.get(march)).lists.twice).toHaveLength(twice);
    },
  );

  it('find the same scene twice in a month, not over two', async () => {
    put(1, { delivered_at: at, scene_id: 'a', quantity: 1 });
    put(2, { delivered_at: '2026-03-28T00:00:00Z', scene_id: 'a', quantity: 1 });
    put(3, { delivered_at: at, scene_id: 'b', quantity: 1 });
    put(4, { delivered_at: '2026-04-02T00:00:00Z', scene_id: 'b', quantity: 1 });
    const { lists } = await bills.get({ ...march, lastDay: '2026-04-30' });
    expect(lists.twice.map(({ orderId }) => Number(orderId))).toEqual([1, 2]);
  });

  it('name orders that are open, those of the archive too', async () => {
    put(1, { delivered_at: at, quantity: 1 }, { status: 'in_progress', sku: 'ARCLGD-M.15.15' });
    put(2, { delivered_at: at, quantity: 1 }, { status: 'awaiting_conditions' });
    put(3, { delivered_at: at, quantity: 1 });
    const { openOrders, lists } = await bills.get(march);
    expect(openOrders.map(({ orderId, status, archive }) => [Number(orderId), status, archive])).toEqual([
      [1, 'in_progress', true],
      [2, 'awaiting_conditions', false],
    ]);
    expect(lists.provisional).toHaveLength(2);
  });

  it('tell what is on disk, and what arrived without being billed', async () => {
    const table = createSceneTable({
      store: opened.store,
      now,
      taskOfCapture: () => null,
      transferring: () => false,
    });
    for (const name of ['billed', 'stray', 'elsewhere']) {
      const files = [
        { name: 'visual', file_name: 'v.tif', url: 'http://127.0.0.1/v' },
        { name: 'thumbnail', file_name: 't.png', url: 'http://127.0.0.1/t' },
      ];
      const row = { scene_id: name, timestamp: at, attachments: files };
      const id = table.put(scope, captureIdSchema.parse(`c-${name}`), readRow(wireSceneSchema, row, 'scene'));
      for (const file of table.filesOf(id))
        if (name !== 'elsewhere' || file.name === 'visual')
          table.markSaved(file.fileId, { path: `${name}-${file.name}`, sizeBytes: 1, sha256: '0' });
    }
    put(1, { delivered_at: at, scene_id: 'billed', capture_id: 'c-billed', quantity: 1 });
    put(2, { delivered_at: at, scene_id: 'never', quantity: 1 });
    put(3, { delivered_at: '2026-01-05T00:00:00Z', scene_id: 'elsewhere', capture_id: 'c-elsewhere' });
    const { lists, unbilled } = await bills.get(march);
    expect(lists['not-on-disk'].map(({ orderId }) => Number(orderId))).toEqual([2]);
    expect(unbilled.map(({ sceneId, files, orderId }) => [sceneId, files, orderId])).toEqual([
      ['stray', 1, null],
      ['elsewhere', 1, orderIdOf(3)],
    ]);
  });

  it('say how much was fetched', async () => {
    put(1, { delivered_at: at, quantity: 1 });
    expect((await bills.get(march)).bill.sync).toMatchObject([{ known: 'partly', at: null }]);
    const other = { ...march, contracts: [contractIdSchema.parse('cont.other')] };
    expect((await bills.get(other)).bill).toMatchObject({ counts: { rows: 0 }, sync: [{ known: 'never' }] });
  });
});

describe('a bill that is on screen', () => {
  it('stays the same while its rows are asked for, and is worked out again when something moved', async () => {
    put(1, { delivered_at: at, quantity: 1 });
    const first = await bills.get(march);
    put(2, { delivered_at: at, quantity: 1 });
    bills.dataChanged();
    bills.dataChanged();
    expect(await bills.get(march)).toBe(first);
    expect(timers).toHaveLength(1);
    timers[0]?.();
    expect(changed).toBe(1);
    expect((await bills.get(march)).bill.counts.rows).toBe(2);
  });

  it('takes other contracts only when they are asked for', async () => {
    const other: Scope = { ...scope, contractId: contractIdSchema.parse('cont.other') };
    put(1, { delivered_at: at, quantity: 1 });
    put(2, { delivered_at: at, quantity: 5 }, {}, other);
    expect(await totals({ ...march, contracts: [scope.contractId] })).toEqual([[null, '1', 1]]);
    expect(await totals()).toEqual([[null, '6', 2]]);
  });
});

describe('kept bills', () => {
  const make = () => createSnapshots({ store: opened.store, now, newId: randomUUID });
  async function keep(name: string, snapshots = make()) {
    const { bill, lists } = await bills.get(march);
    return snapshots.keep(name, bill, lists.rows, yieldIfDue);
  }

  it('stand as they were, also after a new start', async () => {
    opened.store.transaction(() => {
      for (let n = 1; n <= 600; n += 1) put(n, { delivered_at: at, quantity: 0.1, unit: 'km2' });
    });
    const kept = await keep('March');
    const before = (await bills.get(march)).lists.rows;
    put(1, { delivered_at: at, quantity: 9, unit: 'km2', updated_at: '2026-03-11T00:00:00Z' });
    opened.reopen();
    const { snapshot, rows } = await make().load(kept.id, yieldIfDue);
    expect(snapshot).toEqual(kept);
    expect(rows).toEqual(before);
    expect(snapshot.bill.totals).toMatchObject([{ quantity: '60', rows: 600 }]);
  });

  it('cannot be changed, and what was changed beside us is noticed', async () => {
    put(1, { delivered_at: at, quantity: 1 });
    const { id } = await keep('March');
    const { store } = opened;
    expect(() => store.run("UPDATE bill_snapshot SET bill = '{}'")).toThrow('does not change');
    expect(() => store.run("UPDATE bill_snapshot_part SET rows = '[]'")).toThrow('does not change');
    store.run('DROP TRIGGER bill_snapshot_part_stands');
    store.run(`UPDATE bill_snapshot_part SET rows = replace(rows, '"quantity":"1"', '"quantity":"2"')`);
    await expect(make().load(id, yieldIfDue)).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      data: { detail: 'snapshot-altered' },
    });
  });

  it('are named anew and removed; what was not kept to the end is swept away', async () => {
    put(1, { delivered_at: at, quantity: 1 });
    const snapshots = make();
    const { id } = await keep('March', snapshots);
    expect(snapshots.rename(id, 'Mars')).toMatchObject({ name: 'Mars' });
    expect((await snapshots.load(id, yieldIfDue)).snapshot.name).toBe('Mars');
    opened.store.run("INSERT INTO bill_snapshot_part VALUES ('lost', 0, '[]')");
    make();
    expect(() => opened.store.run("INSERT INTO bill_snapshot_part VALUES ('lost', 0, '[]')")).not.toThrow();
    snapshots.remove(id);
    expect(snapshots.list(scope.connectionId)).toEqual([]);
    await expect(snapshots.load(id, yieldIfDue)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are compared row by row', async () => {
    for (let n = 1; n <= 4; n += 1) put(n, { delivered_at: at, quantity: n, unit: 'km2' });
    const before = await bills.get(march);
    opened.store.run('DELETE FROM deliverable WHERE deliverable_id = :id', { id: 'd1' });
    put(2, { delivered_at: at, quantity: 2.5, unit: 'km2', updated_at: '2026-03-11T00:00:00Z' });
    put(5, { delivered_at: at, quantity: 10, unit: 'scene' });
    bills.dataChanged();
    for (const run of timers) run();
    const after = await bills.get(march);
    const side = ({ bill, lists }: typeof after) => ({ at: bill.computedAt, bill, rows: lists.rows });
    const { comparison, changes } = await compareBills(side(before), side(after), yieldIfDue);
    expect(comparison.counts).toEqual({ added: 1, gone: 1, changed: 1, same: 2 });
    expect(comparison.totals).toEqual([
      { unit: 'km2', before: '10', after: '9.5', difference: '-0.5' },
      { unit: 'scene', before: '0', after: '10', difference: '10' },
    ]);
    expect(changes.map(({ kind, before: was, after: is }) => [kind, was?.quantity, is?.quantity])).toEqual([
      ['added', undefined, '10'],
      ['gone', '1', undefined],
      ['changed', '2', '2.5'],
    ]);
  });
});

it('pages that are to belong together are of one computation, or say that they are not', async () => {
  let clock = Date.parse('2026-03-20T00:00:00Z');
  const { store } = opened;
  const moving = createBills({
    source: createBillSource({ store }),
    holdings: createSceneHoldings({ store }),
    contractsOf: () => [scope.contractId],
    contractName: () => null,
    now: () => new Date(clock),
    monotonic,
    changed: () => undefined,
    setTimer(run) {
      run();
      return () => undefined;
    },
  });
  const os = createImplementer({ onDefect: () => undefined, makeReference: () => 'r' });
  const snapshots = createSnapshots({ store, now, newId: randomUUID });
  const client = createRouterClient(
    billsProcedures(os, { bills: moving, snapshots, monotonic, changed: () => undefined }),
  );
  for (const n of [1, 2, 3]) put(n, { delivered_at: at, quantity: n, unit: 'km2' });
  const { computedAt: version } = await client.get({ terms: march });
  const page = { terms: march, list: 'rows', limit: 2 } as const;
  expect((await client.rows({ ...page, version, offset: 0 })).total).toBe(3);
  // A sync happens between two pages.
  put(4, { delivered_at: at, quantity: 4, unit: 'km2' });
  clock += 1_000;
  moving.dataChanged();
  await expect(client.rows({ ...page, version, offset: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(client.unbilled({ terms: march, version, offset: 0, limit: 2 })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect((await client.rows({ ...page, offset: 2 })).total, 'a list on screen takes what is in force').toBe(
    4,
  );
  moving.close();
});
