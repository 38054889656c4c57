import { afterEach, beforeEach, expect, it } from 'vitest';
import { contractIdSchema, submissionIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { contentHash } from '../../core/content-hash.ts';
import { createCommandTable } from './command-table.ts';
import { createHandedDrafts, putHandedDrafts } from './handed-drafts.ts';
import { outboxMigrations } from './tables.ts';

const task: CommandInput = { kind: 'task', request: sampleTask };
const changed: CommandInput = { kind: 'task', request: { ...sampleTask, product: 171 } };
const cancel: CommandInput = { kind: 'cancel-task', taskId: taskIdSchema.parse(7) };
const otherScope = { ...scope, contractId: contractIdSchema.parse('cont.other') };

let opened: TestStore;
let table: ReturnType<typeof createCommandTable>;
let drafts: ReturnType<typeof createHandedDrafts>;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
  table = createCommandTable(opened.store);
  drafts = createHandedDrafts(opened);
});
afterEach(() => opened.remove());

function add(id: string, { state = 'draft', input = task, under = scope }: Added = {}) {
  const commandId = submissionIdSchema.parse(id);
  const createdAt = '2026-01-01T00:00:00Z';
  table.add({ id: commandId, scope: under, input, contractName: null, createdAt });
  table.changeState(commandId, ['draft'], state);
}
interface Added {
  state?: CommandState;
  input?: CommandInput;
  under?: typeof scope;
}

const put = (id: string, content: unknown, expected: string | null) =>
  putHandedDrafts(
    {
      store: opened.store,
      table,
      now: () => new Date('2026-01-02T00:00:00Z'),
      contractName: () => 'North',
    },
    scope,
    [{ id, content, expected }],
  );
const hashOf = (input: CommandInput) => contentHash({ input });
const stale = expect.objectContaining({ code: 'CONFLICT', data: { detail: 'package-stale' } });
const found = (id: string) => table.find(submissionIdSchema.parse(id));

it('lists the drafts of one contract in their order, without cancellations and what was released', () => {
  add('b');
  add('a');
  add('waits', { state: 'waiting' });
  add('cancels', { input: cancel });
  add('elsewhere', { under: otherScope });
  expect(drafts.draftIds(scope)).toEqual(['b', 'a']);
  expect(drafts.draftCount(scope)).toBe(2);
});

it('reads a task or an order in any state, and neither a cancellation nor what is not there', () => {
  add('a');
  add('cancels', { input: cancel });
  expect(drafts.draft('a')).toMatchObject({ content: { input: task }, isSent: false, sent: null });
  expect(drafts.draft('cancels')).toBeNull();
  expect(drafts.draft('nothing')).toBeNull();
});

it.each([
  ['draft', false],
  ['refused', false],
  ['failed', false],
  ['waiting', true],
  ['sending', true],
  ['unknown', true],
  ['sent', true],
] as const)('a command that is %s may be at the service: %s', (state, isSent) => {
  add('a', { state });
  const draft = drafts.draft('a');
  expect(draft?.isSent).toBe(isSent);
  const sent = { kind: 'task', name: sampleTask.task_name, remoteId: null, at: '2026-01-01T00:00:00Z' };
  expect(draft?.sent).toEqual(state === 'sent' ? sent : null);
});

it('stores a new draft, replaces the one that the package was compared with, and removes it', () => {
  put('new', { input: task }, null);
  expect(found('new')).toMatchObject({
    scope,
    input: task,
    state: 'draft',
    contractName: 'North',
    createdAt: '2026-01-02T00:00:00.000Z',
  });
  put('new', { input: changed }, hashOf(task));
  expect(found('new').input).toEqual(changed);
  put('new', null, hashOf(changed));
  expect(drafts.draft('new')).toBeNull();
});

it.each([
  ['is not there any more', (): void => undefined, hashOf(task)],
  ['came in meanwhile', () => add('a'), null],
  ['was changed', () => add('a', { input: changed }), hashOf(task)],
  ['was released', () => add('a', { state: 'waiting' }), hashOf(task)],
] as const)('refuses a draft that %s', (_what, prepare, expected) => {
  prepare();
  const before = drafts.draft('a');
  expect(() => put('a', { input: task }, expected)).toThrow(stale);
  expect(() => put('a', null, expected)).toThrow(stale);
  expect(drafts.draft('a')).toEqual(before);
});
