import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { createCommandReading } from './command-reading.ts';
import { createCommandTable } from './command-table.ts';
import { outboxMigrations } from './tables.ts';

/** What needs a decision, what is under way, drafts, and what was sent. */
const byAttention = ['unknown', 'failed', 'refused', 'sending', 'waiting', 'draft', 'sent'] as const;

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

/** Two commands of each state, written down in the order of the alphabet. */
function fill() {
  const table = createCommandTable(opened.store);
  for (const state of [...byAttention].sort())
    for (const name of [`${state} 1`, `${state} 2`]) {
      const input = { kind: 'task' as const, request: { ...sampleTask, task_name: name } };
      const id = submissionIdSchema.parse(name);
      table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
      table.changeState(id, ['draft'], state);
    }
  return createCommandReading(opened.store);
}

it('no command is missing from any page of any order, nor shown twice', () => {
  const reading = fill();
  const expected = {
    attention: byAttention.flatMap((state) =>
      (state === 'sent' ? [2, 1] : [1, 2]).map((n) => `${state} ${n}`),
    ),
    sending: [...byAttention].sort().flatMap((state) => [`${state} 1`, `${state} 2`]),
    newest: [...byAttention]
      .sort()
      .reverse()
      .flatMap((state) => [`${state} 2`, `${state} 1`]),
  };
  for (const order of ['attention', 'sending', 'newest'] as const)
    for (const limit of [1, 3, 100])
      for (const listed of [scope, null]) {
        const ids: string[] = [];
        for (let offset = 0; offset < 14; offset += limit) {
          const page = reading.list({ scope: listed, states: [], order, offset, limit });
          expect(page.total).toBe(14);
          ids.push(...page.rows.map(({ id }) => id));
        }
        expect(ids).toEqual(expected[order]);
      }
});

it('shows the states that are asked for, each row at its position', () => {
  const reading = fill();
  const options = { scope, states: ['sent', 'failed'] as const, order: 'attention' as const };
  const { rows, total } = reading.list({ ...options, offset: 0, limit: 10 });
  expect(rows.map(({ id }) => id)).toEqual(['failed 1', 'failed 2', 'sent 2', 'sent 1']);
  expect(total).toBe(4);
  expect(rows.map(({ id }) => reading.position(id, options))).toEqual([0, 1, 2, 3]);
});

it('a row that cannot be read takes its place on its page: the next page shows none of this one again', () => {
  const reading = fill();
  opened.store.run(`UPDATE command SET candidates = '[1]' WHERE id = 'failed 1'`);
  const page = (offset: number) => reading.list({ scope, states: [], order: 'attention', offset, limit: 4 });
  expect(page(0).rows.map(({ id }) => id)).toEqual(['unknown 1', 'unknown 2', 'failed 2']);
  expect([page(0).total, page(0).damaged]).toEqual([14, 1]);
  expect(page(4).rows.map(({ id }) => id)).toEqual(['refused 1', 'refused 2', 'sending 1', 'sending 2']);
});
