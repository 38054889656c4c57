import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { unpackDegrees, unpackIds, unpackRings } from '../../../src-preload/contract/packed-places.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { deliverableRow, orderIdOf, orderRaw, orderRow } from '../../../testing/order-rows.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError } from '../../core/app-error.ts';
import {
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from '../../service/api/orders-wire.ts';
import { readRow } from '../../service/api/read-row.ts';
import type { ServiceClient } from '../../service/api/service-client.ts';
import { createBillSource } from './bill-source.ts';
import { createOrderLoader } from './order-loader.ts';
import { createOrderTable, type OrderTable } from './order-table.ts';
import { createPartTable, type PartTable } from './part-table.ts';
import { ordersMigrations } from './tables.ts';

let opened: TestStore;
let orders: OrderTable;
let parts: PartTable;
let client: ServiceClient;
let loader: ReturnType<typeof createOrderLoader>;
const signal = new AbortController().signal;
const now = () => new Date('2026-03-01T00:00:00Z');

beforeEach(() => {
  opened = openTestStore(ordersMigrations);
  orders = createOrderTable({ store: opened.store, now });
  parts = createPartTable({ store: opened.store, now, orders });
  client = unusedClient;
  loader = createOrderLoader({
    orders,
    parts,
    service: { forScope: () => client },
    task: (_, taskId) => ({ name: `Task ${taskId}`, status: 'Canceled', statusKind: 'cancelled' }),
    changed: () => undefined,
  });
});
afterEach(() => opened.remove());

const all = { filter: {}, sort: 'name', descending: false, offset: 0, limit: 500 } as const;
const eventRow = (raw: Record<string, unknown>) => readRow(wireOrderEventSchema, raw, 'event');
const find = (number: number) => orders.find(scope, orderIdOf(number));

describe('a state that was seen', () => {
  const early = { updated_at: '2026-01-01T10:00:00Z' };
  const late = { updated_at: '2026-01-01T11:00:00.5Z' };

  it.each([
    ['an older answer', early, 'closed'],
    ['one of the same time', late, 'closed'],
    ['one without a time', { updated_at: null }, 'closed'],
    ['one whose time cannot be read', { updated_at: 'yesterday' }, 'closed'],
    ['a newer one', { updated_at: '2026-01-01T12:00:00Z' }, 'in_progress'],
  ])('as final: %s', (_, fields, expected) => {
    orders.put(scope, orderRow(1, { ...late, status: 'closed' }));
    orders.put(scope, orderRow(1, { ...fields, status: 'in_progress' }));
    expect(find(1)?.status).toBe(expected);
  });

  it('is not undone by an answer that is older, whatever it says', () => {
    orders.put(scope, orderRow(1, { ...late, order_name: 'new' }));
    expect(orders.put(scope, orderRow(1, { ...early, order_name: 'old', status: 'closed' }))).toBe('same');
    expect(find(1)).toMatchObject({ name: 'new', state: 'in-progress' });
  });

  it('is read from the deliverables of a closed order, once they are known', () => {
    orders.put(scope, orderRow(1, { status: 'closed' }));
    expect(find(1)?.state).toBe('closed');
    orders.markKnown(scope, { limit: 500, short: false });
    expect(find(1)?.state, 'a listing without it proves nothing').toBe('closed');
    parts.putDeliverables(scope, [deliverableRow(1, { status: 'FAILED' })]);
    expect(find(1)?.state).toBe('closed');
    orders.markKnown(scope, { limit: 500, short: true });
    expect(find(1)?.state, 'nor does one that came short of its count').toBe('closed');
    orders.markKnown(scope, { limit: 500, short: false });
    expect(find(1)).toMatchObject({ state: 'unfulfilled', deliverableCount: 1, deliveredCount: 0 });
    parts.putDeliverables(scope, [deliverableRow(1, { deliverable_id: 'e', status: 'delivered' })]);
    expect(find(1)).toMatchObject({ state: 'fulfilled', deliverableCount: 2, deliveredCount: 1 });
  });

  it('as cancelled with its task does not flicker back while the order goes on for minutes', () => {
    const mine = taskIdSchema.parse(77);
    let cancelled = false;
    orders = createOrderTable({
      store: opened.store,
      now,
      isCancelled: (_, taskId) => taskId === mine && cancelled,
    });
    const mirror = (updated_at: string, status: string) =>
      orderRow(1, { updated_at, status, parameters: { task_id: 77 } });
    orders.put(scope, mirror('2026-01-01T10:00:00Z', 'in_progress'));
    expect(find(1)?.state).toBe('in-progress');
    cancelled = true;
    orders.taskCancelled(scope, mine);
    expect(find(1)).toMatchObject({ state: 'cancelled', status: 'in_progress' });
    orders.put(scope, mirror('2026-01-01T10:00:00Z', 'in_progress'));
    orders.put(scope, mirror('2026-01-01T10:02:00Z', 'in_progress'));
    expect(find(1)).toMatchObject({ state: 'cancelled', status: 'in_progress' });
    expect(orders.hasOpen(scope)).toBe(false);
    orders.put(scope, mirror('2026-01-01T10:04:00Z', 'closed'));
    orders.markRead(scope, orderIdOf(1), { deliverables: true, captures: true });
    expect(find(1)?.state).toBe('unfulfilled');
  });

  it('of a deliverable does not go back', () => {
    orders.put(scope, orderRow(1));
    const state = () => parts.deliverables(scope, orderIdOf(1))[0]?.state;
    parts.putDeliverables(scope, [deliverableRow(1, late)]);
    parts.putDeliverables(scope, [deliverableRow(1, { ...early, status: 'PROCESSING' })]);
    parts.putDeliverables(scope, [deliverableRow(1, { updated_at: null, status: 'PROCESSING' })]);
    expect(state()).toBe('done');
    parts.putDeliverables(scope, [
      deliverableRow(1, { updated_at: '2026-02-01T00:00:00Z', status: 'FAILED' }),
    ]);
    expect(state()).toBe('failed');
  });

  it.each(['on_hold', '', 'CLOSED', 'Canceled', 'rejected'])('is shown as it came: %j', (status) => {
    orders.put(scope, orderRow(1, { status }));
    expect(find(1)?.status).toBe(status);
  });
});

describe('identifiers', () => {
  it('that differ in leading zeros or in type are one order', () => {
    orders.put(scope, orderRow(383));
    parts.putDeliverables(scope, [deliverableRow(383, { order: 383 })]);
    parts.putDeliverables(scope, [deliverableRow(383, { order: { order_id: '383' }, deliverable_id: 7 })]);
    orders.put(
      scope,
      readRow(wireOrderSchema, orderRaw(383, { order_id: 383, order_name: 'again' }), 'order'),
    );
    expect(orders.size(scope)).toBe(1);
    expect(find(383)).toMatchObject({ orderId: '000383', name: 'again', deliverableCount: 2 });
    expect(loader.get(scope, orderIdSchema.parse('383')).deliverables).toHaveLength(2);
  });

  it('of deliverables may repeat from order to order, or name their order later', () => {
    for (const n of [1, 2]) orders.put(scope, orderRow(n));
    parts.putDeliverables(scope, [
      deliverableRow(1, { deliverable_id: 1 }),
      deliverableRow(2, { deliverable_id: 1 }),
    ]);
    expect(parts.deliverableSize(scope)).toBe(2);
    const loose = deliverableRow(1, { deliverable_id: 'x', order: null });
    parts.putDeliverables(scope, [loose]);
    expect(parts.deliverableSize(scope)).toBe(3);
    parts.putDeliverables(scope, [loose], orderIdOf(1));
    expect([parts.deliverableSize(scope), find(1)?.deliverableCount]).toEqual([3, 2]);
  });
});

it('keeps every row of generated answers, with what it said, and no link', async () => {
  const anyValue = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 2 }),
  );
  const fields = fc.dictionary(
    fc.constantFrom('status', 'sku', 'order_name', 'updated_at', 'parameters', 'odd', 'project_name'),
    anyValue,
  );
  await fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(99_999), { maxLength: 15 }),
      fields,
      fields,
      (numbers, some, others) => {
        const own = openTestStore(ordersMigrations);
        try {
          const table = createOrderTable({ store: own.store, now });
          for (const [i, n] of numbers.entries())
            table.put(scope, orderRow(n, { ...(i % 2 === 0 ? some : others), marker: `row ${n}` }));
          const listed = table.list(scope, all);
          expect(listed.total).toBe(numbers.length);
          expect(new Set(listed.rows.map((row) => Number(row.orderId)))).toEqual(new Set(numbers));
          for (const n of numbers)
            expect(JSON.stringify(table.stored(scope, orderIdOf(n))?.raw)).toContain(`"row ${n}"`);
        } finally {
          own.remove();
        }
      },
    ),
    { numRuns: 20 },
  );
});

it('is found by its task, its words, its state and its SKU, and has a place on the map', () => {
  orders.put(
    scope,
    orderRow(1, { parameters: { task_id: '4711', start: '2026-01-01' }, order_name: 'Größe' }),
  );
  orders.put(scope, orderRow(2, { sku: 'TSKNGT-M.05.05', status: 'received' }));
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [179, 1, 5],
        [-179, 1, 5],
        [-179, 2, 5],
        [179, 1, 5],
      ],
    ],
  };
  orders.put(scope, readRow(wireOrderSchema, { ...orderRaw(3), geometry: area }, 'order'));
  orders.put(scope, readRow(wireOrderSchema, { ...orderRaw(4), geometry: 'odd' }, 'order'));
  expect(orders.ofTask(scope, taskIdSchema.parse(4711)).map((row) => row.name)).toEqual(['Größe']);
  const names = (filter: object) =>
    orders.list(scope, { ...all, filter }).rows.map((row) => Number(row.orderId));
  expect(names({ search: 'grosse 4711' })).toEqual([]);
  expect(names({ search: 'große 4711' })).toEqual([1]);
  expect(names({ sku: 'TSKNGT-M.05.05' })).toEqual([2]);
  expect(names({ states: ['received'] })).toEqual([2]);
  expect(names({ orderIds: [orderIdOf(3), orderIdOf(1), orderIdOf(99)] }).toSorted()).toEqual([1, 3]);
  expect(orders.list(scope, all).stateCounts).toMatchObject({ received: 1, 'in-progress': 3 });
  expect(orders.skus(scope)).toEqual(['TSKNGT-M.05.05', 'TSKPOI-M']);
  const places = orders.places(scope, {});
  expect(unpackIds(places.ids)).toEqual(['000001', '000002', '000003']);
  expect(unpackDegrees(places.longitudes)[2]).toBe(180);
  expect(places.states).toBe('in-progress received in-progress');
  expect(places.ringIds).toBe('000003');
  expect(unpackRings(places.rings)[0]?.slice(0, 4)).toEqual([179, 1, 181, 1]);
  expect(orders.position(scope, orderIdOf(3), { filter: {}, sort: 'created', descending: true })).toBe(1);
});

describe('an order in full', () => {
  const capture = { capture_id: 'c1', status: 'published', satellite_name: 'SN33' };
  beforeEach(() => {
    client = {
      ...unusedClient,
      order: async (id) =>
        readRow(
          wireOrderSchema,
          orderRaw(Number(id), {
            status: 'closed',
            parameters: { task_id: 12 },
            captures: [capture, { no: 'identifier' }],
            deliverables: [{ deliverable_id: 'nested', status: 'FAILED', reason: 'cloud' }],
          }),
          'order',
        ),
      orderCaptures: async () => [readRow(wireOrderCaptureSchema, capture, 'capture')],
      orderDeliverables: async () => ({
        rows: [
          deliverableRow(1, {
            quantity: 4,
            unit: 'km2',
            assets: {
              visual: { href: 'https://c.invalid/token/CANARY-segment/raster/x.tif?token=CANARY-query' },
            },
          }),
        ],
        whole: true,
      }),
      orderEvents: async () => [
        eventRow({ time: '2026-01-02T00:00:00Z', kind: 'b', odd: 1 }),
        eventRow({ time: '2026-01-01T00:00:00Z', kind: 'a' }),
        eventRow({ time: '2026-01-01T00:00:00Z', kind: 'a' }),
        eventRow({ nothing: 'known' }),
      ],
    };
  });

  it('joins its task, captures, deliverables and events, raw and without links', async () => {
    const order = await loader.refresh(scope, orderIdOf(1), signal);
    expect(order).toMatchObject({
      state: 'fulfilled',
      task: { name: 'Task 12', statusKind: 'cancelled' },
      captures: [{ captureId: 'c1', state: 'done', satelliteName: 'SN33' }],
      parameters: { task_id: 12 },
      partsReadAt: now().toISOString(),
    });
    expect(order.deliverables.map(({ deliverableId, reason }) => [deliverableId, reason])).toEqual([
      ['d1', null],
      ['nested', 'cloud'],
    ]);
    expect(order.deliverables[0]).toMatchObject({
      quantity: 4,
      quantityField: 'quantity',
      assets: ['visual'],
    });
    expect(order.events.map(({ kind }) => kind)).toEqual(['a', 'a', 'b', null]);
    expect(JSON.stringify(order.raw)).toContain('identifier');
    expect(JSON.stringify(order.raw)).toContain('"odd":1');
    expect(opened.bytes().includes('CANARY')).toBe(false);
    // Read again, nothing is there twice.
    const again = await loader.refresh(scope, orderIdOf(1), signal);
    expect([again.captures.length, again.deliverables.length, again.events.length]).toEqual([1, 2, 4]);
  });

  it('is one without the calls that a service lacks', async () => {
    const missing = () => Promise.reject(new AppError('NOT_FOUND', { what: 'x' }));
    client = { ...client, orderCaptures: missing, orderEvents: missing };
    const order = await loader.refresh(scope, orderIdOf(1), signal);
    expect([order.captures.length, order.events.length]).toEqual([1, 0]);
  });

  it.each([
    ['neither below it nor within it', {}, 'closed'],
    ['within it, in part', { deliverables: [{ no: 'identifier' }] }, 'closed'],
    ['within it, with none', { deliverables: [] }, 'unfulfilled'],
  ])('with deliverables %s is told as %s', async (_, fields, state) => {
    const missing = () => Promise.reject(new AppError('NOT_FOUND', { what: 'x' }));
    client = {
      ...client,
      order: async () => orderRow(1, { status: 'closed', ...fields }),
      orderCaptures: missing,
      orderDeliverables: missing,
    };
    expect(await loader.refresh(scope, orderIdOf(1), signal)).toMatchObject({ state, partsReadAt: null });
  });

  it('is looked up by its task, and others that come along are left to the sync', async () => {
    const asked: unknown[] = [];
    client = {
      ...unusedClient,
      async *orderPages(filter) {
        asked.push(filter);
        yield { rows: [orderRow(1, { parameters: { task_id: 5 } }), orderRow(2)], total: 900, unreadable: 0 };
        throw new Error('a second page');
      },
    };
    const taskId = taskIdSchema.parse(5);
    expect(await loader.fetchOrdersOfTask(scope, taskId, signal)).toHaveLength(1);
    expect([asked, orders.size(scope)]).toEqual([[{ taskId }], 1]);
  });
});

it.each([
  ['few', 300],
  // More than are named one by one.
  ['many', 2_600],
])('found by words, %s of them: pages, total and counts agree with one another', (_, count) => {
  const states = ['received', 'in_progress', 'cancelled'];
  opened.store.transaction(() => {
    for (let n = 0; n < count; n += 1)
      orders.put(
        scope,
        orderRow(n, { order_name: n % 2 ? `Field ${n}` : `Vines ${n}`, status: states[n % 3] }),
      );
  });
  const fields = Array.from({ length: count }, (_, n) => n).filter((n) => n % 2 === 1);
  const chosen = fields.filter((n) => n % 3 !== 2);
  const options = { filter: { search: 'field' }, sort: 'created', descending: false } as const;
  const pages = Array.from({ length: Math.ceil(chosen.length / 500) }, (_, page) =>
    orders.list(scope, {
      ...options,
      filter: { search: 'field', states: ['received', 'in-progress'] },
      offset: 500 * page,
      limit: 500,
    }),
  );
  expect(pages.flatMap(({ rows }) => rows.map(({ orderId }) => Number(orderId)))).toEqual(chosen);
  for (const { total, stateCounts } of pages) {
    expect(total).toBe(chosen.length);
    expect(stateCounts).toMatchObject({
      received: fields.filter((n) => n % 3 === 0).length,
      'in-progress': fields.filter((n) => n % 3 === 1).length,
      cancelled: fields.filter((n) => n % 3 === 2).length,
      fulfilled: 0,
    });
  }
});

describe('a closed order', () => {
  it.each(['COMPLETED', 'Success', 'succeeded', 'available', 'FULFILLED', 'done'])(
    'with a deliverable that is %s was fulfilled',
    (status) => {
      orders.put(scope, orderRow(1, { status: 'Completed' }));
      parts.putDeliverables(scope, [deliverableRow(1, { status })]);
      orders.markRead(scope, orderIdOf(1), { deliverables: true, captures: true });
      expect(find(1)).toMatchObject({ status: 'Completed', state: 'fulfilled' });
    },
  );

  it('is not called unfulfilled for a word that nobody knows, by no way', () => {
    orders.put(scope, orderRow(1, { status: 'closed' }));
    parts.putDeliverables(scope, [deliverableRow(1, { status: 'PREMIUM_HANDOVER' })]);
    orders.markKnown(scope, { limit: 500, short: false });
    expect(find(1)?.state).toBe('closed');
    orders.markRead(scope, orderIdOf(1), { deliverables: true, captures: true });
    expect(find(1)?.state).toBe('closed');
    parts.putDeliverables(scope, [deliverableRow(1, { status: 'failed' })]);
    expect(find(1)?.state).toBe('unfulfilled');
  });
});

it('a part that one order does not have is requested for the others, and for it again', async () => {
  const missing = (what: string) => Promise.reject(new AppError('NOT_FOUND', { what }));
  let isThere = false;
  client = {
    ...unusedClient,
    order: async (orderId) => orderRow(Number(orderId)),
    orderCaptures: (orderId) =>
      Number(orderId) === 1 && !isThere
        ? missing('captures')
        : Promise.resolve([readRow(wireOrderCaptureSchema, { capture_id: `c${orderId}` }, 'capture')]),
    orderDeliverables: async () => ({ rows: [], whole: true }),
    orderEvents: (orderId) =>
      Number(orderId) === 1 && !isThere ? missing('events') : Promise.resolve([eventRow({ kind: 'a' })]),
  };
  const numbers = async (number: number) => {
    const { captures, events } = await loader.refresh(scope, orderIdOf(number), signal);
    return [captures.length, events.length];
  };
  expect(await numbers(1)).toEqual([0, 0]);
  expect(await numbers(2)).toEqual([1, 1]);
  isThere = true;
  expect(await numbers(1)).toEqual([1, 1]);
});

it('shows what an order was sent with where the service does not repeat it, and says so', () => {
  const reads = createOrderLoader({
    orders,
    parts,
    service: { forScope: () => client },
    task: () => null,
    changed: () => undefined,
    askedFor: (_, orderId) =>
      orderId === orderIdOf(1)
        ? {
            properties: {
              parameters: { start: '2026-01-02T00:00:00Z', revisit_period: 'P7D', processing_level: 'L1D' },
            },
          }
        : null,
  });
  for (const number of [1, 2])
    orders.put(scope, orderRow(number, { parameters: { processing_level: 'L1B' } }));
  expect(reads.get(scope, orderIdOf(1))).toMatchObject({
    start: '2026-01-02T00:00:00.000Z',
    end: null,
    parameters: { start: '2026-01-02T00:00:00Z', revisit_period: 'P7D', processing_level: 'L1B' },
    fromRequest: ['start', 'revisit_period'],
  });
  expect(reads.get(scope, orderIdOf(2))).toMatchObject({
    start: null,
    parameters: { processing_level: 'L1B' },
    fromRequest: [],
  });
});

describe('a thin answer', () => {
  const full = {
    updated_at: '2026-01-01T10:00:00Z',
    product_name: 'Multispectral',
    parameters: { task_id: 12, start: '2026-01-02T00:00:00Z', end: '2026-01-03T00:00:00Z', level: 'L1D' },
  };
  /** As little as is met: some services say no more of an order that is asked for by its identifier. */
  const thin = (fields: Record<string, unknown>) => {
    const raw = { order_id: orderIdOf(1), ...fields };
    return readRow(wireOrderSchema, raw, 'order');
  };

  it.each([
    ['flat', (fields: Record<string, unknown>) => thin(fields)],
    [
      'as a Feature',
      (fields: Record<string, unknown>) =>
        readRow(
          wireOrderSchema,
          { type: 'Feature', properties: { order_id: orderIdOf(1), ...fields } },
          'order',
        ),
    ],
  ])('%s, wipes nothing that the list said, in row, details or search', (_, answer) => {
    orders.put(scope, orderRow(1, full));
    const before = find(1);
    expect(before).toMatchObject({ name: 'Order 1', taskId: 12, longitude: 1 });
    for (const fields of [
      {},
      { status: 'in_progress' },
      { status: 'in_progress', updated_at: full.updated_at },
    ])
      orders.put(scope, answer(fields));
    expect(find(1)).toEqual(before);
    expect(orders.list(scope, { ...all, filter: { search: 'harbours order multispectral' } }).total).toBe(
      orders.list(scope, { ...all, filter: { search: 'order' } }).total,
    );
    const details = loader.get(scope, orderIdOf(1));
    expect(details.parameters).toEqual(full.parameters);
    expect(details).toMatchObject({ start: '2026-01-02T00:00:00.000Z', end: '2026-01-03T00:00:00.000Z' });
    // Read in turn with the list it moves nothing, or every list would be read again with each.
    expect(orders.put(scope, orderRow(1, full))).toBe('same');
    expect(orders.put(scope, answer({ status: 'in_progress' }))).toBe('same');
  });

  it('says what it says: a field that is there, null too, and a state that moved', () => {
    orders.put(scope, orderRow(1, full));
    expect(orders.put(scope, thin({ status: 'closed', order_name: 'Renamed' }))).toBe('status-changed');
    expect(find(1)).toMatchObject({
      name: 'Renamed',
      status: 'closed',
      state: 'closed',
      project: 'Harbours',
    });
  });

  it('of a capture or a deliverable wipes nothing either, but a reason that is over', () => {
    orders.put(scope, orderRow(1));
    const capture = (fields: Record<string, unknown>) =>
      parts.putCaptures(scope, orderIdOf(1), [
        readRow(wireOrderCaptureSchema, { capture_id: 'c', ...fields }, 'capture'),
      ]);
    capture({ status: 'failed', start: '2026-01-02T00:00:00Z', satellite_name: 'SN1', reason: 'clouds' });
    expect(capture({ status: 'failed' })).toBe(false);
    expect(parts.captures(scope, orderIdOf(1))).toMatchObject([
      { start: '2026-01-02T00:00:00.000Z', satelliteName: 'SN1', reason: 'clouds' },
    ]);
    capture({ status: 'queued' });
    expect(parts.captures(scope, orderIdOf(1))).toMatchObject([{ satelliteName: 'SN1', reason: null }]);

    const delivered = { quantity: '25.5', unit: 'km2', level: 'L1D', delivered_at: '2026-01-04T00:00:00Z' };
    const assets = { visual: { href: 'https://c.invalid/v?token=CANARY-1' } };
    const deliverable = (fields: Record<string, unknown>) =>
      parts.putDeliverables(scope, [
        readRow(
          wireDeliverableSchema,
          { deliverable_id: 'd', order: orderIdOf(1), ...fields },
          'deliverable',
        ),
      ]);
    deliverable({ status: 'DELIVERED', ...delivered, assets });
    const before = parts.deliverables(scope, orderIdOf(1));
    expect(before).toMatchObject([{ quantity: 25.5, quantityUnit: 'km2', assets: ['visual'] }]);
    expect(deliverable({ status: 'DELIVERED' })).toBe(false);
    expect(parts.deliverables(scope, orderIdOf(1))).toEqual(before);
    deliverable({ status: 'DELIVERED', assets: {} });
    expect(parts.deliverables(scope, orderIdOf(1))[0]?.assets).toEqual([]);
    deliverable({ assets: { visual: 'https://c.invalid/path-CANARY-2/v', analytic: assets.visual } });
    expect(parts.deliverables(scope, orderIdOf(1))[0]?.assets).toEqual(['visual', 'analytic']);
    expect(opened.bytes().includes('CANARY')).toBe(false);
  });
});

describe('one bad row', () => {
  const damage = (table: string) => opened.store.run(`UPDATE ${table} SET raw = '{"damaged'`);

  it('that was damaged stops neither list nor details nor the next answer', () => {
    orders.put(scope, orderRow(1));
    parts.putDeliverables(scope, [deliverableRow(1)]);
    for (const table of ['service_order_raw', 'deliverable']) damage(table);
    orders.put(scope, orderRow(2));
    expect(orders.list(scope, all).total).toBe(2);
    expect(loader.get(scope, orderIdOf(1))).toMatchObject({ name: 'Order 1', parameters: {} });
    expect(
      [...createBillSource({ store: opened.store }).delivered(scope, '2026', '2027')].flat(),
    ).toHaveLength(1);
    orders.put(scope, orderRow(1, { order_name: 'Mended' }));
    expect(find(1)?.name).toBe('Mended');
    expect(parts.putDeliverables(scope, [deliverableRow(1, { level: 'L1D' })])).toBe(true);
  });

  it('that cannot be written is told, and the others of its page are written', () => {
    const odd: unknown[] = [];
    const table = createPartTable({
      store: opened.store,
      now,
      orders,
      onUnwritable: (error) => odd.push(error),
    });
    orders.put(scope, orderRow(1));
    const bad = deliverableRow(2);
    const raw = { ...bad.raw };
    Object.defineProperty(raw, 'trap', {
      enumerable: true,
      get: () => {
        throw new TypeError('a value that nobody can read');
      },
    });
    const rows = [deliverableRow(1), { ...bad, raw }, deliverableRow(3, { order: orderIdOf(1) })];
    expect(table.putDeliverables(scope, rows, orderIdOf(1))).toBe(true);
    expect(odd).toHaveLength(1);
    expect(parts.deliverables(scope, orderIdOf(1)).map(({ deliverableId }) => deliverableId)).toEqual([
      'd1',
      'd3',
    ]);
    expect(find(1)?.deliverableCount).toBe(2);
  });

  it('of fifty thousand corners is an order like any other, and is on the map', () => {
    const ring = Array.from({ length: 50_000 }, (_, n) => [
      10 + Math.cos((2 * Math.PI * n) / 50_000),
      50 + Math.sin((2 * Math.PI * n) / 50_000),
    ]);
    const raw = { ...orderRaw(1), geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
    orders.put(scope, readRow(wireOrderSchema, raw, 'order'));
    expect(find(1)?.longitude).toBeCloseTo(10, 3);
    expect(unpackIds(orders.places(scope, {}).ringIds)).toEqual([orderIdOf(1)]);
  });
});

it('gives the geometry of an order for a file, whether the order is a Feature or flat', () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [1.000_000_000_1, 1],
        [2, 1],
        [2, 2],
        [1.000_000_000_1, 1],
      ],
    ],
  };
  const flat = { order_id: orderIdOf(2), status: 'received', geometry: area };
  orders.put(scope, orderRow(1));
  orders.put(scope, readRow(wireOrderSchema, flat, 'order'));
  orders.put(scope, readRow(wireOrderSchema, { order_id: orderIdOf(3), status: 'received' }, 'order'));
  const texts = orders.geometries(scope, [1, 2, 3, 4].map(orderIdOf));
  expect(texts.map((text) => (text === null ? null : JSON.parse(text)))).toEqual([
    { type: 'Point', coordinates: [1, 1, 12.5] },
    area,
    null,
    null,
  ]);
});
