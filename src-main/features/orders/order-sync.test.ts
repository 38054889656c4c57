import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { createOrderShelf, orderIdOf } from '../../../testing/order-rows.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { AppError } from '../../core/app-error.ts';
import { createBillSource } from './bill-source.ts';
import { createOrderSync, type OrderSync } from './order-sync.ts';
import { createOrderTable, type OrderTable } from './order-table.ts';
import { createPartTable, type PartTable } from './part-table.ts';
import { ordersMigrations } from './tables.ts';

let opened: TestStore;
let orders: OrderTable;
let parts: PartTable;
let sync: OrderSync;
let shelf: ReturnType<typeof createOrderShelf>;
let clock: number;
let told: string[];
let errors: unknown[];
let timers: { run: () => void; ms: number }[];
let there: boolean;

function make() {
  orders = createOrderTable({ store: opened.store, now: () => new Date(clock) });
  parts = createPartTable({ store: opened.store, now: () => new Date(clock), orders });
  sync = createOrderSync({
    store: opened.store,
    orders,
    parts,
    service: { forScope: () => shelf.client },
    isThere: () => there,
    now: () => new Date(clock),
    monotonic: () => clock,
    changed: (topic) => told.push(topic),
    onError: (error) => errors.push(error),
    setTimer(run, ms) {
      timers.push({ run, ms });
      return () => undefined;
    },
  });
}
beforeEach(() => {
  opened = openTestStore(ordersMigrations);
  shelf = createOrderShelf(4);
  clock = Date.parse('2026-03-01T00:00:00Z');
  told = [];
  errors = [];
  timers = [];
  there = true;
  make();
});
afterEach(async () => {
  await sync.close();
  opened.remove();
});

const at = (minute: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + minute * 60_000).toISOString();
const states = () =>
  Object.fromEntries(
    orders
      .list(scope, { filter: {}, sort: 'name', descending: false, offset: 0, limit: 500 })
      .rows.map((row) => [Number(row.orderId), row.state]),
  );
async function run(passedMs = 20_000) {
  clock += passedMs;
  shelf.requests = 0;
  shelf.asked = [];
  await sync.run(scope);
  expect(errors).toEqual([]);
}

describe('the first sync', () => {
  it('reads all orders and deliverables, and tells outcomes apart', async () => {
    for (let n = 1; n <= 9; n += 1) shelf.putOrder(n, { updated_at: at(n) });
    shelf.putOrder(1, { status: 'closed' });
    shelf.putOrder(2, { status: 'closed' });
    shelf.putOrder(3, { status: 'on_hold' });
    shelf.putDeliverable(1);
    shelf.putDeliverable(2, { status: 'FAILED' });
    await run();
    expect(states()).toMatchObject({ 1: 'fulfilled', 2: 'unfulfilled', 3: 'other', 4: 'in-progress' });
    expect(orders.size(scope)).toBe(9);
    expect(sync.state(scope)).toMatchObject({ running: false, error: null, first: false });
    expect(told).toContain('orders');
  });

  it('is taken up where it broke, and keeps what came before', async () => {
    for (let n = 1; n <= 20; n += 1) shelf.putOrder(n);
    shelf.before = (request) => {
      if (request === 4) throw new AppError('OFFLINE', { host: 'x' });
    };
    await sync.run(scope);
    expect(errors).toHaveLength(1);
    expect(sync.state(scope)).toMatchObject({ first: true, error: { code: 'OFFLINE' } });
    expect(orders.size(scope)).toBe(12);
    await sync.close();
    opened.reopen();
    make();
    shelf.before = () => undefined;
    errors = [];
    expect(sync.state(scope).first).toBe(true);
    await run();
    expect(shelf.asked[0]).toBe('orders all 12');
    expect(orders.size(scope)).toBe(20);
  });

  it('asks again when its pages shifted while it read them', async () => {
    for (let n = 1; n <= 12; n += 1) shelf.putOrder(n);
    let dropped = false;
    shelf.before = (request) => {
      if (request !== 2 || dropped) return;
      dropped = true;
      // As a service that lists by the time of the update: the first moves to the end, the others up.
      shelf.moveToEnd(1);
    };
    await run();
    expect(orders.size(scope)).toBe(12);
  });
});

describe('a later sync', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 30; n += 1) {
      shelf.putOrder(n, { updated_at: at(n) });
      shelf.putDeliverable(n, { updated_at: at(n) });
    }
    await run();
  });

  it('is one request while nothing changes', async () => {
    for (let i = 0; i < 4; i += 1) {
      await run();
      expect(shelf.requests).toBe(1);
    }
    // After a new start too.
    await sync.close();
    opened.reopen();
    make();
    await run();
    expect(shelf.requests).toBe(1);
  });

  it('fetches what changed and no more', async () => {
    await run();
    shelf.putOrder(7, { updated_at: at(50), status: 'closed' });
    shelf.putDeliverable(7, { updated_at: at(50) });
    await run();
    expect(shelf.requests).toBe(2);
    expect(states()[7]).toBe('fulfilled');
    for (let n = 1; n <= 9; n += 1) shelf.putOrder(n, { updated_at: at(60), status: 'closed' });
    await run();
    // Three pages of orders; then the deliverables of the last minute.
    expect(shelf.requests).toBeLessThanOrEqual(1 + 3);
  });

  it('finds a row that was committed late', async () => {
    shelf.putOrder(40, { updated_at: at(40) });
    await run(1_000);
    shelf.putOrder(41, { updated_at: new Date(Date.parse(at(40)) - 5_000).toISOString() });
    await run(1_000);
    expect(states()[41]).toBe('in-progress');
  });

  it('does not depend on our clock', async () => {
    clock -= 86_400_000;
    shelf.putOrder(8, { updated_at: at(70), status: 'closed' });
    shelf.putDeliverable(8, { updated_at: at(70) });
    await run();
    clock += 3 * 86_400_000;
    shelf.putOrder(9, { updated_at: at(71), status: 'closed' });
    await run();
    expect(states()).toMatchObject({ 8: 'fulfilled', 9: 'fulfilled' });
  });

  it('is not led astray by a row of another century', async () => {
    shelf.putOrder(50, { updated_at: '2999-01-01T00:00:00Z' });
    await run();
    shelf.putOrder(51, { updated_at: at(80) });
    await run();
    expect(states()[51]).toBe('in-progress');
  });

  it.each([
    ['an hour', 3_600_000],
    ['a month', 30 * 86_400_000],
  ])('finds what changed after a row whose time lies %s ahead', async (_, aheadMs) => {
    shelf.putOrder(50, { updated_at: new Date(clock + aheadMs).toISOString() });
    await run();
    shelf.putOrder(51, { updated_at: at(80) });
    shelf.putOrder(3, { updated_at: at(81), status: 'closed' });
    await run();
    expect(states()).toMatchObject({ 51: 'in-progress', 3: 'fulfilled' });
  });

  it('finds what changed after a clock was ahead when the last one ended', async () => {
    const right = clock;
    clock += 300 * 86_400_000;
    shelf.putOrder(50, { updated_at: new Date(clock - 1_000).toISOString() });
    await run();
    clock = right;
    shelf.putOrder(51, { updated_at: at(80) });
    await run();
    expect(states()[51]).toBe('in-progress');
  });

  it('finds a row that becomes visible 75 seconds late', async () => {
    shelf.putOrder(40, { updated_at: at(40) });
    await run();
    shelf.putOrder(41, { updated_at: new Date(Date.parse(at(40)) - 75_000).toISOString() });
    await run(75_000);
    expect(states()[41]).toBe('in-progress');
  });

  it('finds a row that becomes visible a day late, by reading everything again each hour', async () => {
    let requests = 0;
    shelf.putOrder(0, { updated_at: at(-1_440) });
    shelf.putDeliverable(0, { updated_at: at(-1_440) });
    for (let minute = 0; minute < 65; minute += 1) {
      await run(60_000);
      requests += shelf.requests;
    }
    expect(states()[0]).toBe('in-progress');
    expect(orders.find(scope, orderIdOf(0))).toMatchObject({ deliveredCount: 1 });
    // One a minute, a few for deliverables, and once all pages of both.
    expect(requests).toBeLessThan(65 + 6 + 2 * 8 + 4);
  });

  it('goes on though the whole list cannot be read again', async () => {
    shelf.before = (request) => {
      if (request === 3 && shelf.asked[0] === 'orders all 0')
        throw new AppError('BAD_ANSWER', { where: 'orders', detail: 'not-json' });
    };
    clock += 3_600_000;
    shelf.putOrder(51, { updated_at: at(80) });
    shelf.requests = 0;
    shelf.asked = [];
    await sync.run(scope);
    expect(errors).toHaveLength(1);
    expect(sync.state(scope).error).toBeNull();
    expect(states()[51]).toBe('in-progress');
    errors = [];
  });

  it('says how many orders the service counts and does not list', async () => {
    shelf.hidden = 2;
    await run(3_600_000);
    expect(sync.state(scope)).toMatchObject({ error: null, missing: 2, missingDeliverables: 0 });
    await run();
    expect(sync.state(scope).missing, 'until it was read whole').toBe(2);
    await sync.close();
    opened.reopen();
    make();
    expect(sync.state(scope).missing, 'after a new start too').toBe(2);
    shelf.hidden = 0;
    await run(3_600_000);
    expect(sync.state(scope).missing).toBe(0);
  });

  it('asks for deliverables by themselves now and then', async () => {
    shelf.putDeliverable(5, { updated_at: at(90), deliverable_id: 'late' });
    await run();
    expect(parts.deliverables(scope, orderIdOf(5))).toHaveLength(1);
    await run(16 * 60_000);
    expect(parts.deliverables(scope, orderIdOf(5))).toHaveLength(2);
  });
});

it('asks each order where deliverables cannot be listed for all', async () => {
  shelf.deliverablesMissing = true;
  shelf.putOrder(1, { status: 'closed' });
  shelf.putOrder(2, { status: 'closed' });
  shelf.putDeliverable(1);
  await run();
  expect(states()).toEqual({ 1: 'fulfilled', 2: 'unfulfilled' });
  await run();
  expect(shelf.asked.filter((asked) => asked.includes(' of '))).toEqual([]);
});

describe('deliverables that could not be read', () => {
  beforeEach(() => {
    shelf.putOrder(1, { status: 'closed', updated_at: at(1) });
    shelf.putOrder(2, { status: 'closed', updated_at: at(2) });
    shelf.putOrder(3, { status: 'closed', updated_at: at(3) });
    for (const n of [1, 2]) shelf.putDeliverable(n, { updated_at: at(n) });
  });
  const failing = (error: AppError) => {
    shelf.deliverablesMissing = true;
    shelf.beforeDeliverablesOf = (orderId) => {
      if (orderId === orderIdOf(2)) throw error;
    };
  };
  async function runWithErrors(passedMs: number) {
    clock += passedMs;
    shelf.asked = [];
    await sync.run(scope);
    errors = [];
  }

  it.each([
    new AppError('NOT_FOUND', { what: 'deliverables of order 2' }),
    new AppError('SERVICE_FAILED', { host: 'x', status: 500, detail: '' }),
    new AppError('BAD_ANSWER', { where: 'deliverables of order 2', detail: 'not-json' }),
    new AppError('REFUSED', { status: 403, detail: '', fields: {} }),
  ])(
    '($code) do not make their order unfulfilled, and are read when the service works again',
    async (error) => {
      failing(error);
      await runWithErrors(20_000);
      expect(states()).toEqual({ 1: 'fulfilled', 2: 'closed', 3: 'unfulfilled' });
      shelf.beforeDeliverablesOf = () => undefined;
      await runWithErrors(3_600_000);
      expect(states()).toEqual({ 1: 'fulfilled', 2: 'fulfilled', 3: 'unfulfilled' });
    },
  );

  it('are asked for less and less often', async () => {
    failing(new AppError('SERVICE_FAILED', { host: 'x', status: 500, detail: '' }));
    let asked = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      await runWithErrors(60_000);
      asked += shelf.asked.filter((line) => line === `deliverables of ${orderIdOf(2)}`).length;
    }
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(12);
  });

  it('do not keep the orders behind them waiting', async () => {
    for (let n = 10; n < 90; n += 1) shelf.putOrder(n, { status: 'closed', updated_at: at(n) });
    shelf.deliverablesMissing = true;
    shelf.beforeDeliverablesOf = (orderId) => {
      if (Number(orderId) >= 10) throw new AppError('NOT_FOUND', { what: 'deliverables' });
    };
    await runWithErrors(20_000);
    await runWithErrors(20_000);
    expect(states()).toMatchObject({ 1: 'fulfilled', 2: 'fulfilled', 3: 'unfulfilled', 10: 'closed' });
  });

  it('in part do not make their order unfulfilled either', async () => {
    shelf.deliverablesMissing = true;
    const { orderDeliverables } = shelf.client;
    shelf.client.orderDeliverables = async (...given) => ({
      ...(await orderDeliverables(...given)),
      whole: given[0] !== orderIdOf(3),
    });
    await runWithErrors(20_000);
    expect(states()).toEqual({ 1: 'fulfilled', 2: 'fulfilled', 3: 'closed' });
  });
});

it('takes an order without any time, and asks for all each time then', async () => {
  shelf.putOrder(1, { updated_at: null });
  await run();
  shelf.putOrder(2, { updated_at: null });
  await run();
  expect(states()).toEqual({ 1: 'in-progress', 2: 'in-progress' });
});

it('polls what is watched, less and less often, and nothing where there is no address', async () => {
  shelf.putOrder(1);
  sync.watch(scope);
  await sync.run(scope);
  for (let i = 0; i < 12; i += 1) {
    clock += 60_000;
    await sync.run(scope);
  }
  expect(timers.at(-1)?.ms).toBeGreaterThanOrEqual(10_000);
  expect(timers.at(-1)?.ms).toBeLessThanOrEqual(60_000);
  there = false;
  shelf.requests = 0;
  sync.watch(null);
  sync.watch(scope);
  await sync.run(scope);
  expect(shelf.requests).toBe(0);
});

describe('an order that a complete listing lacks', () => {
  const hourMs = 3_600_000;
  const find = (n: number) => orders.find(scope, orderIdOf(n));
  beforeEach(async () => {
    for (let n = 1; n <= 5; n += 1) shelf.putOrder(n, { updated_at: at(n) });
    await run();
  });

  it('and that the service does not have is told as gone, and no longer when it is listed again', async () => {
    shelf.removeOrder(5);
    await run(hourMs);
    expect(find(5)).toMatchObject({ state: 'in-progress', goneAt: '2026-03-01T01:00:20.000Z' });
    expect(find(4)?.goneAt).toBeNull();
    expect(told).toContain('orders');
    shelf.putOrder(5, { updated_at: at(5) });
    await run(hourMs);
    expect(find(5)?.goneAt).toBeNull();
  });

  it('and that the service has when it is asked for is not gone', async () => {
    const all = shelf.client.orderPages;
    shelf.client.orderPages = async function* pages(...given) {
      for await (const page of all(...given)) {
        const rows = page.rows.filter(({ parsed }) => parsed.orderId !== orderIdOf(5));
        yield { ...page, rows, total: 4 };
      }
    };
    await run(hourMs);
    expect(find(5)?.goneAt).toBeNull();
  });

  it('is not gone because the listing came short of its count, or because the last one was of changes only', async () => {
    shelf.removeOrder(5);
    await run(20_000);
    expect(find(5)?.goneAt).toBeNull();
    shelf.hidden = 1;
    await run(hourMs);
    expect(find(5)?.goneAt).toBeNull();
  });

  it('keeps its contract active no longer', async () => {
    for (let n = 1; n <= 5; n += 1)
      shelf.putOrder(n, { status: n === 5 ? 'in_progress' : 'closed', updated_at: at(60 + n) });
    await run(hourMs);
    expect(orders.hasOpen(scope)).toBe(true);
    shelf.removeOrder(5);
    await run(hourMs);
    expect(orders.hasOpen(scope)).toBe(false);
  });
});

it('a refresh reads the deliverables again, so that what is shown is as new as it says', async () => {
  shelf.putOrder(1, { updated_at: at(1) });
  await run();
  const asOf = () => createBillSource({ store: opened.store }).syncOf(scope).at;
  expect(asOf()).toBe('2026-03-01T00:00:20.000Z');
  await run();
  expect(asOf(), 'a sync that found nothing').toBe('2026-03-01T00:00:20.000Z');
  clock += 60_000;
  expect(await sync.refresh(scope)).toMatchObject({ error: null, running: false });
  expect(asOf()).toBe('2026-03-01T00:01:40.000Z');
  shelf.asked = [];
  await run();
  expect(shelf.asked.filter((request) => request.startsWith('deliverables'))).toEqual([]);
});
