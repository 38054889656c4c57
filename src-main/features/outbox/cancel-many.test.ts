import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  connectionIdSchema,
  contractIdSchema,
  type TaskId,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { mostCancelled } from '../../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { createCancelMany, openCancellations } from './cancel-many.ts';
import { createCommandReading } from './command-reading.ts';
import { createCommandTable } from './command-table.ts';
import { outboxMigrations } from './tables.ts';

const scope = {
  connectionId: connectionIdSchema.parse('connection-1'),
  contractId: contractIdSchema.parse('cont.a'),
};
const elsewhere = { ...scope, contractId: contractIdSchema.parse('cont.b') };

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

const idsOf = (...ids: number[]): TaskId[] => taskIdSchema.array().parse(ids);
const cancel = (ids: TaskId[], under = scope) =>
  createCancelMany({
    store: opened.store,
    now: () => new Date('2026-03-01T00:00:00Z'),
    contractName: () => 'Coast',
  })(under, ids);
const rows = (under = scope) =>
  createCommandReading(opened.store).list({
    scope: under,
    states: [],
    order: 'sending',
    offset: 0,
    limit: 500,
  }).rows;
const changeState = (taskId: number, to: 'sent' | 'refused' | 'unknown' | 'draft') => {
  const row = rows().find(({ input }) => input.kind === 'cancel-task' && input.taskId === taskId);
  if (!row) throw new Error(`no cancellation of ${taskId}`);
  expect(createCommandTable(opened.store).changeState(row.id, ['waiting'], to)).toBe(true);
};

it('writes a waiting cancellation for each task, in their order', () => {
  expect(cancel(idsOf(7, 3, 5))).toEqual({ first: 1, last: 3, count: 3 });
  expect(rows().map(({ input, state, contractName }) => [input, state, contractName])).toEqual(
    [7, 3, 5].map((taskId) => [{ kind: 'cancel-task', taskId }, 'waiting', 'Coast']),
  );
  expect(new Set(rows().map(({ id }) => id)).size).toBe(3);
  expect(rows()[0]).toMatchObject({ state: 'waiting', attempts: 0, createdAt: '2026-03-01T00:00:00.000Z' });
});

it('leaves out a task that is given twice, or whose cancellation is not finished', () => {
  cancel(idsOf(1, 2));
  changeState(1, 'unknown');
  expect(cancel(idsOf(1, 2, 3, 3))).toEqual({ first: 3, last: 3, count: 1 });
  expect(rows()).toHaveLength(3);
  expect(cancel(idsOf(1, 2, 3))).toMatchObject({ count: 0 });
});

it('cancels again what was refused, and what was sent before', () => {
  cancel(idsOf(1, 2));
  changeState(1, 'refused');
  changeState(2, 'sent');
  expect(openCancellations(opened.store, scope)).toEqual([]);
  expect(cancel(idsOf(1, 2)).count).toBe(2);
  // The refused one was replaced; the sent one tells what was done.
  expect(rows().map(({ input, state }) => [input.kind === 'cancel-task' && input.taskId, state])).toEqual(
    expect.arrayContaining([
      [1, 'waiting'],
      [2, 'sent'],
      [2, 'waiting'],
    ]),
  );
  expect(rows()).toHaveLength(3);
});

it('does not mix contracts', () => {
  cancel(idsOf(1));
  expect(cancel(idsOf(1), elsewhere).count).toBe(1);
  expect(openCancellations(opened.store, elsewhere)).toEqual([1]);
});

it('writes nothing at all when there are too many, or none', () => {
  const many = idsOf(...Array.from({ length: mostCancelled + 1 }, (_, i) => i + 1));
  for (const ids of [many, []])
    expect(() => cancel(ids)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(rows()).toEqual([]);
  expect(cancel(many.slice(1)).count).toBe(mostCancelled);
});

it('tells what became of the commands of one cancellation', () => {
  cancel(idsOf(9));
  const batch = cancel(idsOf(1, 2, 3, 4));
  changeState(1, 'sent');
  changeState(2, 'refused');
  const { batchStates } = createCommandReading(opened.store);
  expect(batchStates(scope, batch)).toMatchObject({ sent: 1, refused: 1, waiting: 2, draft: 0 });
  expect(batchStates(elsewhere, batch)).toMatchObject({ sent: 0, waiting: 0 });
  expect(batchStates(scope, { first: 1, last: 0, count: 0 })).toMatchObject({ waiting: 0 });
});
