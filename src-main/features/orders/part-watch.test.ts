import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderId } from '../../../src-preload/contract/ids.ts';
import { forbiddenAnswer } from '../../../testing/forbidden-answer.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { orderIdOf, orderRow } from '../../../testing/order-rows.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { AppError } from '../../core/app-error.ts';
import { wireOrderCaptureSchema } from '../../service/api/orders-wire.ts';
import { readRow } from '../../service/api/read-row.ts';
import { createOrderTable, type OrderTable } from './order-table.ts';
import { createPartTable, type PartTable } from './part-table.ts';
import { createPartWatch, type PartWatch } from './part-watch.ts';
import { ordersMigrations } from './tables.ts';

let opened: TestStore;
let orders: OrderTable;
let parts: PartTable;
let watch: PartWatch;
let clock: number;
let asked: OrderId[];
let errors: unknown[];
let timer: { run: () => void; ms: number } | null;
let answer: (orderId: OrderId) => Promise<boolean>;

beforeEach(() => {
  opened = openTestStore(ordersMigrations);
  clock = Date.parse('2026-03-01T12:00:00Z');
  const now = () => new Date(clock);
  orders = createOrderTable({ store: opened.store, now });
  parts = createPartTable({ store: opened.store, now, orders });
  [asked, errors, timer] = [[], [], null];
  answer = async () => false;
  watch = createPartWatch({
    store: opened.store,
    read(_, orderId) {
      asked.push(orderId);
      return answer(orderId);
    },
    nowMs: () => clock,
    onError: (error) => errors.push(error),
    setTimer(run, ms) {
      const own = { run, ms };
      timer = own;
      return () => {
        if (timer === own) timer = null;
      };
    },
  });
  watch.watch(scope);
});
afterEach(async () => {
  await watch.close();
  opened.remove();
});

const minute = 60_000;
const order = (n: number, capture: { status: string; inMinutes: number }, fields = {}) => {
  orders.put(scope, orderRow(n, fields));
  const start = new Date(clock + capture.inMinutes * minute).toISOString();
  const row = readRow(
    wireOrderCaptureSchema,
    { capture_id: `c${n}`, status: capture.status, start },
    'capture',
  );
  parts.putCaptures(scope, orderIdOf(n), [row]);
};
/** The next turn of the watch; answers which orders were read in it. */
async function turn() {
  const own = timer;
  timer = null;
  asked = [];
  if (own) clock += own.ms;
  own?.run();
  await new Promise((resolve) => setImmediate(resolve));
  return asked.map(Number);
}

it('reads what is near its pass or in processing, and nothing else', async () => {
  order(1, { status: 'queued', inMinutes: -1 });
  order(2, { status: 'processing', inMinutes: -90 });
  order(3, { status: 'queued', inMinutes: 60 });
  order(4, { status: 'published', inMinutes: -90 });
  order(5, { status: 'processing', inMinutes: -90 }, { status: 'closed' });
  orders.put(scope, orderRow(6));
  expect(timer, 'not before the service answers').toBeNull();
  watch.synced();
  expect(asked).toEqual([]);
  expect((await turn()).sort()).toEqual([1, 2]);
});

it('asks nothing for two thousand orders of which nothing is known to be due', async () => {
  opened.store.transaction(() => {
    for (let n = 1; n <= 2_000; n += 1) orders.put(scope, orderRow(n));
  });
  watch.synced();
  for (let i = 0; i < 5; i += 1) expect(await turn()).toEqual([]);
  expect(timer?.ms).toBe(300_000);
});

it('reads a few in one round, each in its turn', async () => {
  for (let n = 1; n <= 12; n += 1) order(n, { status: 'processing', inMinutes: -n });
  watch.synced();
  const rounds = [await turn(), await turn(), await turn()];
  expect(rounds.map((round) => round.length)).toEqual([5, 5, 5]);
  expect(new Set(rounds.flat()).size).toBe(12);
});

it('asks less and less often while nothing comes of it, and again soon when something did', async () => {
  order(1, { status: 'processing', inMinutes: -5 });
  watch.synced();
  const from = clock;
  const times: number[] = [];
  while (clock - from < 180 * minute) if ((await turn()).length > 0) times.push((clock - from) / minute);
  expect(times.length).toBeLessThanOrEqual(11);
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(30);
  answer = async () => true;
  while ((await turn()).length === 0);
  const at = clock;
  while ((await turn()).length === 0);
  expect(clock - at).toBeLessThanOrEqual(2 * minute);
});

it('reads what a sync saw move, once', async () => {
  orders.put(scope, orderRow(9));
  watch.ordersChanged(scope, [orderIdOf(9)]);
  watch.synced();
  expect(await turn()).toEqual([9]);
  expect(await turn()).toEqual([]);
});

it('looks again soon after a sync if it had found nothing to read, however many syncs follow', async () => {
  orders.put(scope, orderRow(1));
  watch.synced();
  expect(await turn()).toEqual([]);
  expect(timer?.ms).toBe(5 * minute);
  watch.ordersChanged(scope, [orderIdOf(1)]);
  watch.synced();
  const soon = timer;
  expect(soon?.ms).toBe(minute / 2);
  watch.synced();
  expect(timer).toBe(soon);
  expect(await turn()).toEqual([1]);
});

it('rests while the service cannot be reached, until a sync goes well', async () => {
  for (let n = 1; n <= 4; n += 1) order(n, { status: 'processing', inMinutes: -n });
  answer = () => Promise.reject(new AppError('OFFLINE', { host: 'x' }));
  watch.synced();
  expect(await turn(), 'the first failure ends the round').toHaveLength(1);
  expect(errors).toHaveLength(1);
  expect(timer).toBeNull();
  answer = async () => false;
  watch.synced();
  expect(await turn()).toHaveLength(4);
});

it.each([
  ['cannot be read', new AppError('BAD_ANSWER', { where: 'order', detail: 'no-row' })],
  ['is forbidden', forbiddenAnswer],
])('one order that %s takes no turn from the others, and is tried more and more seldom', async (_, error) => {
  for (let n = 1; n <= 8; n += 1) order(n, { status: 'processing', inMinutes: -n });
  answer = (orderId) => (Number(orderId) <= 2 ? Promise.reject(error) : Promise.resolve(true));
  watch.synced();
  const tries = new Map<number, number>();
  const from = clock;
  while (clock - from < 60 * minute) for (const n of await turn()) tries.set(n, (tries.get(n) ?? 0) + 1);
  for (let n = 3; n <= 8; n += 1) expect(tries.get(n), `order ${n}`).toBeGreaterThan(25);
  expect(tries.get(1)).toBeGreaterThanOrEqual(4);
  expect(tries.get(1)).toBeLessThanOrEqual(8);
  expect(errors.length).toBe((tries.get(1) ?? 0) + (tries.get(2) ?? 0));
});

it('that moved and could not be read is read later all the same', async () => {
  orders.put(scope, orderRow(9));
  answer = () => Promise.reject(new AppError('SERVICE_FAILED', { host: 'x', status: 500, detail: '' }));
  watch.ordersChanged(scope, [orderIdOf(9)]);
  watch.synced();
  expect(await turn()).toEqual([9]);
  answer = async () => false;
  const later: number[] = [];
  for (let i = 0; i < 4; i += 1) later.push(...(await turn()));
  expect(later).toEqual([9]);
});

it('goes on after an order that is gone at the service', async () => {
  for (let n = 1; n <= 2; n += 1) order(n, { status: 'processing', inMinutes: -n });
  answer = () => Promise.reject(new AppError('NOT_FOUND', { what: 'order' }));
  watch.synced();
  expect(await turn()).toHaveLength(2);
  expect(errors).toEqual([]);
});
