import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { AppError } from '../../core/app-error.ts';
import { createCommandTable } from './command-table.ts';
import { createSender } from './sender.ts';
import { outboxMigrations } from './tables.ts';

const id = submissionIdSchema.parse('one');
const input = { kind: 'task' as const, request: sampleTask };
const signal = new AbortController().signal;
const refusal = new AppError('REFUSED', { status: 400, detail: '', fields: {} });
const noAnswer = new AppError('OUTCOME_UNKNOWN', { submissionId: id });

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

/** A sender whose disk can be full while the service answers each sending with an error. */
function make() {
  const table = createCommandTable(opened.store);
  const disk = { isFull: false };
  const errors: unknown[] = [];
  const answers: AppError[] = [];
  const orders: unknown[] = [];
  let changes = 0;
  const row = { parsed: { orderId: '000383' }, raw: {} };
  const client = { submitTask: () => Promise.reject(answers.shift()), submitOrder: async () => [row] };
  const sender = createSender({
    store: opened.store,
    table: {
      ...table,
      changeState(...args) {
        if (disk.isFull) throw new AppError('DISK_FULL', { path: opened.folder, neededBytes: null });
        return table.changeState(...args);
      },
    },
    service: { forScope: () => client as never },
    remoteStores: {
      tasks: { put: () => undefined, idsWithName: () => [] },
      orders: { put: (_, order) => orders.push(order), idsWithName: () => ['000001'] },
    },
    cancelTask: () => Promise.reject(new Error('not used here')),
    hasEnded: () => false,
    now: () => new Date('2026-01-02T00:00:00Z'),
    serviceTime: () => Date.UTC(2026, 0, 2),
    changed: () => (changes += 1),
    onError: (error) => errors.push(error),
  });
  table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
  async function send(answer: AppError) {
    answers.push(answer);
    sender.begin(table.find(id), ['draft', 'refused']);
    return sender.send(id, signal);
  }
  return { table, disk, errors, sender, send, orders, row, changes: () => changes };
}

it('writes down later what the service said while the disk was full', async () => {
  const { table, disk, errors, sender, send } = make();
  disk.isFull = true;
  expect((await send(refusal)).state).toBe('refused');
  sender.recoverInFlight();
  expect(table.find(id).state).toBe('sending');
  expect(errors).toHaveLength(2);
  disk.isFull = false;
  sender.recoverInFlight();
  expect(table.find(id)).toMatchObject({ state: 'refused', error: { code: 'REFUSED' } });
});

it('does not take what was said of one sending for the outcome of the next, which may have arrived', async () => {
  const { table, disk, sender, send } = make();
  disk.isFull = true;
  await send(refusal);
  disk.isFull = false;
  sender.recoverInFlight();
  // As after a crash of whoever sent it: in flight no more, and nothing is known of it.
  table.changeState(id, ['refused'], 'sending');
  sender.recoverInFlight();
  expect(table.find(id)).toMatchObject({ state: 'unknown', error: null });
});

it('leaves alone what is in flight', async () => {
  const { table, sender, send } = make();
  const sending = send(noAnswer);
  sender.recoverInFlight();
  expect(table.find(id).state).toBe('sending');
  await sending;
  expect(table.find(id).state).toBe('unknown');
});

it('tells that something has changed when a sending begins, when it ends, and when it is settled later', async () => {
  const { disk, sender, send, changes, table } = make();
  disk.isFull = true;
  await send(refusal);
  expect(changes()).toBe(2);
  disk.isFull = false;
  sender.recoverInFlight();
  expect(changes()).toBe(3);
  // Another was quicker.
  expect(sender.begin(table.find(id), ['draft'])).toBe(false);
  expect(changes()).toBe(3);
});

it('asks for no time of the service where the command needs none', async () => {
  const { table, sender } = make();
  const taskId = taskIdSchema.parse(7);
  table.update(id, { kind: 'cancel-task', taskId }, ['draft']);
  expect(sender.hasServiceTime(table.find(id))).toBe(true);
  // The client of this test has no listing: to ask it would fail.
  await sender.fetchServiceTime(table.find(id), signal);
});

it('keeps the order that the service made, and notes which ones were there before it was sent', async () => {
  const { table, sender, orders, row } = make();
  const request = orderRequestSchema.parse({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [16.37, 48.2] },
    properties: {
      order_name: 'harbour',
      project_name: 'coast',
      sku: 'TSKPOI-M',
      parameters: { start: sampleTask.start, end: sampleTask.end },
    },
  });
  table.update(id, { kind: 'order', request }, ['draft']);
  sender.begin(table.find(id), ['draft']);
  expect(table.find(id)).toMatchObject({ knownBefore: ['000001'], beganServiceMs: Date.UTC(2026, 0, 2) });
  expect(await sender.send(id, signal)).toEqual({ state: 'sent' });
  expect(table.find(id)).toMatchObject({ state: 'sent', remoteId: '000383' });
  expect(orders).toEqual([row]);
});
