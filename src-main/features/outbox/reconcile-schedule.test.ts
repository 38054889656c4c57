import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { createCommandTable } from './command-table.ts';
import { createReconcileSchedule } from './reconcile-schedule.ts';
import { outboxMigrations } from './tables.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

const task = (name: string): CommandInput => ({ kind: 'task', request: { ...sampleTask, task_name: name } });
const order: CommandInput = {
  kind: 'order',
  request: orderRequestSchema.parse({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [16.37, 48.2] },
    properties: { order_name: 'order', project_name: 'coast', sku: 'TSKPOI-M', parameters: {} },
  }),
};

/** Unconfirmed commands, and what is planned for them. */
function make() {
  const table = createCommandTable(opened.store);
  const schedule = createReconcileSchedule({ monotonic: () => 7_000, gapMs: 250 });
  function add(text: string, input: CommandInput) {
    const id = submissionIdSchema.parse(text);
    table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
    table.changeState(id, ['draft'], 'unknown');
    return table.find(id);
  }
  return { schedule, add };
}

it('an unconfirmed command is looked up after five seconds, later each time, and every half hour in the end', () => {
  const { schedule, add } = make();
  const row = add('one', task('one'));
  expect(schedule.dueAt(row)).toBeUndefined();
  const delays = Array.from({ length: 8 }, () => {
    schedule.planNext(row, 0);
    return ((schedule.dueAt(row) ?? 0) - 7_000) / 1_000;
  });
  expect(delays).toEqual([5, 30, 120, 300, 600, 1_800, 1_800, 1_800]);
  schedule.forget(row);
  expect(schedule.dueAt(row)).toBeUndefined();
});

it('one reading of all tasks answers for every unconfirmed task, and for no order', () => {
  const { schedule, add } = make();
  const [one, other, ordered] = [add('one', task('one')), add('other', task('other')), add('order', order)];
  schedule.planNext(one, 0);
  expect(schedule.dueAt(other)).toBe(12_000);
  expect(schedule.dueAt(ordered)).toBeUndefined();
});

it('a listing that takes long is read again only after twenty times as long', () => {
  const { schedule, add } = make();
  const row = add('one', task('one'));
  schedule.planNext(row, 40_000);
  expect(schedule.dueAt(row)).toBe(7_000 + 800_000);
});
