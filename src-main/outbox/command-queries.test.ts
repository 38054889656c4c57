import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractIdSchema, type Scope, submissionIdSchema } from '../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import { createCommandTable } from './command-table.ts';
import { outboxMigrations } from './tables.ts';

const task: CommandInput = { kind: 'task', request: sampleTask };
const [mine, other] = [submissionIdSchema.parse('mine'), submissionIdSchema.parse('other')];
const otherContract: Scope = { ...scope, contractId: contractIdSchema.parse('cont.other') };

let opened: TestStore;
let table: ReturnType<typeof createCommandTable>;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
  table = createCommandTable(opened.store);
});
afterEach(() => opened.remove());

function add(id: typeof mine, state: CommandState, input = task, under = scope) {
  table.add({ id, scope: under, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
  table.changeState(id, ['draft'], state);
}

describe('a command that may be there twice', () => {
  it.each(['sending', 'unknown'] as const)('is known while an equal one is %s', (state) => {
    add(other, state);
    add(mine, 'draft');
    expect(table.openTwin(mine)).toBe(other);
    // Neither is it a twin of itself, nor is what was not released.
    expect(table.openTwin(other)).toBeUndefined();
  });

  it.each(['draft', 'waiting', 'sent', 'refused', 'failed'] as const)(
    'is none where the equal one is %s: nothing of it is in doubt',
    (state) => {
      add(other, state);
      add(mine, 'draft');
      expect(table.openTwin(mine)).toBeUndefined();
    },
  );

  it('is none where anything about the other one differs, or its contract', () => {
    add(mine, 'draft');
    add(other, 'unknown', { ...task, request: { ...sampleTask, product: 170 } });
    add(submissionIdSchema.parse('under another'), 'unknown', task, otherContract);
    add(submissionIdSchema.parse('of no contract'), 'unknown', task, { ...scope, contractId: null });
    expect(table.openTwin(mine)).toBeUndefined();
  });
});

it.each([
  ['draft', false, false],
  ['waiting', true, true],
  ['sending', true, false],
  ['unknown', true, true],
  ['sent', false, false],
  ['refused', false, false],
  ['failed', false, false],
] as const)(
  'with one that is %s there is something to do: %j, also by itself after a start: %j',
  (state, busy, byStart) => {
    add(mine, state);
    expect(table.isBusy(scope)).toBe(busy);
    expect(table.isBusy(otherContract)).toBe(false);
    expect(table.busyScopes()).toEqual(byStart ? [scope] : []);
  },
);

it('the next one is the first that was stored in this state and under this contract', () => {
  add(submissionIdSchema.parse('elsewhere'), 'waiting', task, otherContract);
  add(submissionIdSchema.parse('draft'), 'draft');
  add(other, 'waiting');
  add(mine, 'waiting');
  expect(table.next(scope, 'waiting')?.id).toBe(other);
  expect(table.inState(scope, 'waiting').map(({ id }) => id)).toEqual([other, mine]);
  expect(table.next(scope, 'sending')).toBeUndefined();
  table.changeState(other, ['waiting'], 'sending');
  expect(table.find(other)).toMatchObject({ id: other, state: 'sending', scope, input: task });
  expect(table.stateOf(other)).toMatchObject({ state: 'sending', scope, kind: 'task' });
  expect(table.next(scope, 'waiting')?.id).toBe(mine);
  expect(table.sendingIds()).toEqual([other]);
});

it('a command that was removed is said to be gone', () => {
  for (const find of [table.find, table.stateOf])
    expect(() => find(mine)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', data: { what: 'submission mine' } }),
    );
});
