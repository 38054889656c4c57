import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractIdSchema, type Scope, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
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

describe('the twins of a command', () => {
  const states = ['sending', 'unknown'] as const;

  it.each(states)('are the equal ones that are %s', (state) => {
    add(other, state);
    add(mine, 'draft');
    expect(table.twins(mine, states)).toEqual([other]);
    // Neither is it a twin of itself, nor is what was not released.
    expect(table.twins(other, states)).toEqual([]);
  });

  it.each(['draft', 'waiting', 'sent', 'refused', 'failed'] as const)(
    'are not the equal ones that are %s, if other states are asked for',
    (state) => {
      add(other, state);
      add(mine, 'draft');
      expect(table.twins(mine, states)).toEqual([]);
    },
  );

  it('that were sent are found by the time at which their sending began', () => {
    add(other, 'draft');
    add(mine, 'draft');
    table.begin(other, ['draft'], { at: '2026-01-01T00:00:30.000Z', serviceMs: null, knownBefore: [] });
    const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'];
    expect(table.twinSentBetween(mine, from, to)).toBeUndefined();
    table.answered(other, ['4711']);
    expect(table.twinSentBetween(mine, from, to)).toEqual({ id: other, remoteId: '4711' });
    expect(table.twinSentBetween(mine, '2026-01-01T00:00:31.000Z', to)).toBeUndefined();
    expect(table.twinSentBetween(mine, from, '2026-01-01T00:00:29.000Z')).toBeUndefined();
  });

  it('are none where anything about the other one differs, or its contract', () => {
    add(mine, 'draft');
    add(other, 'unknown', { ...task, request: { ...sampleTask, product: 170 } });
    add(submissionIdSchema.parse('under another'), 'unknown', task, otherContract);
    add(submissionIdSchema.parse('of no contract'), 'unknown', task, { ...scope, contractId: null });
    expect(table.twins(mine, states)).toEqual([]);
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

it.each(['sending', 'unknown'] as const)(
  'a waiting command lets others go before it while an equal one is %s',
  (state) => {
    add(submissionIdSchema.parse('in doubt'), state);
    add(mine, 'waiting');
    expect(table.nextWaiting(scope)).toBeUndefined();
    add(other, 'waiting', { ...task, request: { ...sampleTask, product: 170 } });
    expect(table.nextWaiting(scope)?.id).toBe(other);
    table.changeState(submissionIdSchema.parse('in doubt'), [state], 'refused');
    expect(table.nextWaiting(scope)?.id).toBe(mine);
  },
);

it('the next one is the first that was stored as waiting under this contract', () => {
  add(submissionIdSchema.parse('elsewhere'), 'waiting', task, otherContract);
  add(submissionIdSchema.parse('draft'), 'draft');
  add(other, 'waiting');
  add(mine, 'waiting');
  expect(table.nextWaiting(scope)?.id).toBe(other);
  expect(table.inState(scope, 'waiting').map(({ id }) => id)).toEqual([other, mine]);
  expect(table.nextWaiting({ ...scope, contractId: null })).toBeUndefined();
  table.changeState(other, ['waiting'], 'sending');
  expect(table.find(other)).toMatchObject({ id: other, state: 'sending', scope, input: task });
  expect(table.stateOf(other)).toMatchObject({ state: 'sending', scope, kind: 'task' });
  table.changeState(other, ['sending'], 'refused');
  expect(table.nextWaiting(scope)?.id).toBe(mine);
  table.changeState(other, ['refused'], 'sending');
  expect(table.sendingIds()).toEqual([other]);
});

it('a command that was removed is said to be gone', () => {
  for (const find of [table.find, table.stateOf])
    expect(() => find(mine)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', data: { what: 'submission mine' } }),
    );
});
