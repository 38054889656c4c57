import { afterEach, beforeEach, expect, it } from 'vitest';
import { taskIdSchema } from '../../src-preload/contract/ids.ts';
import { cancelPlanSchema, mostCancelled } from '../../src-preload/contract/outbox.ts';
import { idSeparator, unpackIds } from '../../src-preload/contract/packed-places.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { orderRow } from '../../testing/order-rows.ts';
import { testScope as scope, taskRow } from '../../testing/task-rows.ts';
import { createOrderTable } from '../features/orders/order-table.ts';
import { ordersMigrations } from '../features/orders/tables.ts';
import { createCancelMany, openCancellations } from '../features/outbox/cancel-many.ts';
import { outboxMigrations } from '../features/outbox/tables.ts';
import { cancelFacts } from '../features/tasks/cancel-facts.ts';
import { taskingMigrations } from '../features/tasks/tables.ts';
import { createTaskTable } from '../features/tasks/task-table.ts';
import { planCancel } from './cancel-plan.ts';

let opened: TestStore;
const now = () => new Date('2026-03-01T00:00:00Z');
beforeEach(() => {
  opened = openTestStore([...taskingMigrations, ...outboxMigrations, ...ordersMigrations]);
});
afterEach(() => opened.remove());

const put = (id: number, status: string, name = `Task ${id}`) =>
  createTaskTable({ store: opened.store, now }).put(scope, taskRow(id, { status, task_name: name }));

async function plan(kind: 'task' | 'order', ids: readonly (string | number)[]) {
  const orders = createOrderTable({ store: opened.store, now });
  const answer = await planCancel(
    {
      openCancellations: async (asked) => openCancellations(opened.store, asked),
      cancelFacts: async (asked) => cancelFacts(opened.store, asked),
      tasksOfOrders: async (...asked) => orders.tasksOfOrders(...asked),
    },
    { scope, kind, ids: ids.join(idSeparator) },
  );
  return cancelPlanSchema.parse(answer);
}

it('says which tasks can be cancelled, which cannot, and why', async () => {
  put(1, 'received', 'Quay');
  put(2, 'in_progress', 'Dunes');
  put(3, 'completed', 'Reef');
  put(4, 'Canceled');
  put(5, 'failed');
  put(6, 'awaiting_weather');
  put(7, 'received');
  createCancelMany({ store: opened.store, now, contractName: () => null })(scope, [taskIdSchema.parse(7)]);
  const { taskIds, verdicts, ...rest } = await plan('task', [2, 1, 3, 4, 5, 6, 7, 99, 99]);
  expect(unpackIds(taskIds)).toEqual(['2', '1', '6']);
  expect(verdicts).toEqual([
    { verdict: 'cancellable', count: 3, first: ['Dunes', 'Quay', 'Task 6'] },
    { verdict: 'cancelling', count: 1, first: ['Task 7'] },
    { verdict: 'completed', count: 1, first: ['Reef'] },
    { verdict: 'cancelled', count: 1, first: ['Task 4'] },
    { verdict: 'failed', count: 1, first: ['Task 5'] },
    { verdict: 'gone', count: 1, first: [] },
  ]);
  expect(rest).toEqual({ selected: 8, leftOut: 0, captures: 0, published: 0 });
});

it('counts the captures of those that will be cancelled, and names only the first', async () => {
  for (let id = 1; id <= 9; id += 1) put(id, id < 8 ? 'received' : 'completed');
  opened.store.run('UPDATE task SET capture_count = 3, published_count = 1');
  const { captures, published, verdicts } = await plan('task', [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect({ captures, published }).toEqual({ captures: 21, published: 7 });
  expect(verdicts[0]?.first).toHaveLength(5);
});

it('leaves out what is too much at once', async () => {
  opened.store.transaction(() => {
    for (let id = 1; id <= mostCancelled + 3; id += 1) put(id, 'received');
  });
  const ids = Array.from({ length: mostCancelled + 3 }, (_, i) => i + 1);
  const { taskIds, leftOut } = await plan('task', ids);
  expect([unpackIds(taskIds).length, leftOut]).toEqual([mostCancelled, 3]);
});

it('cancels an order by its task, and says which orders have none', async () => {
  const orders = createOrderTable({ store: opened.store, now });
  put(41, 'received', 'Quay');
  orders.put(scope, orderRow(41, { parameters: { task_id: 41 } }));
  orders.put(scope, orderRow(42, { order_name: 'Archive of 2020' }));
  const { taskIds, verdicts } = await plan('order', ['000042', '000041']);
  expect(taskIds).toBe('41');
  expect(verdicts).toEqual([
    { verdict: 'cancellable', count: 1, first: ['Quay'] },
    { verdict: 'no-task', count: 1, first: ['Archive of 2020'] },
  ]);
});

it('refuses ids that are no tasks', async () => {
  await expect(plan('task', ['1', 'x'])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
