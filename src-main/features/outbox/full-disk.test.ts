import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { composeKickedOutbox } from '../../../testing/kicked-outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../testing/practice-harness.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { AppError, isAppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import { taskingMigrations } from '../tasks/tables.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { outboxMigrations } from './tables.ts';

const request = { ...sampleTask, end: '2027-03-09T00:00:00+01:00' };
const post = { method: 'POST', path: '/tasking/tasks/' };

let practice: PracticeHarness;
let opened: TestStore;
/** Since when the disk takes nothing more: for ever, or once something was sent. */
let full: 'no' | 'yes' | 'after-sending';
let composed: ReturnType<typeof make>;

function onFillingDisk(store: Store): Store {
  const refuse = () => {
    if (full === 'yes') throw new AppError('DISK_FULL', { path: opened.folder, neededBytes: null });
  };
  return {
    ...store,
    run(...args) {
      refuse();
      return store.run(...args);
    },
    transaction(...args) {
      refuse();
      return store.transaction(...args);
    },
  };
}

function make() {
  const store = onFillingDisk(opened.store);
  const table = createTaskTable({ store, now: () => new Date() });
  const filling = (scope: Scope) => {
    const client = practice.service.forScope(scope);
    return {
      ...client,
      submitTask(...args: Parameters<typeof client.submitTask>) {
        if (full === 'after-sending') full = 'yes';
        return client.submitTask(...args);
      },
    };
  };
  return composeKickedOutbox({
    store,
    service: { forScope: filling },
    // What listens writes as well: it must not hide what the service did.
    changed: () => store.transaction(() => undefined),
    onError(error) {
      if (!(error instanceof AppError)) throw error;
    },
    tasks: { put: table.put, get: table.get, idsWithName: table.idsWithName },
  });
}

beforeEach(async () => {
  full = 'no';
  practice = await startPracticeHarness();
  opened = openTestStore([...taskingMigrations, ...outboxMigrations]);
  composed = make();
});
afterEach(async () => {
  await composed.runner.close();
  opened.remove();
  await practice.end();
});

const rows = () =>
  composed.outbox.list({ scope: practice.scope, states: [], order: 'sending', offset: 0, limit: 9 }).rows;
const states = () => rows().map(({ state }) => state);
const posts = () => practice.count('POST', /\/tasking\/tasks\//);

/** Adds and releases a task as the form does, and waits until its sending is over. */
async function submit(task = request): Promise<void> {
  const { ids } = composed.outbox.addDrafts(practice.scope, [{ kind: 'task', request: task }]);
  composed.outbox.release(ids, practice.scope.contractId);
  while (rows().some(({ id, state }) => ids.includes(id) && state === 'waiting')) await composed.nextChange();
  // The end of the sending is the next change, though a full disk may keep the state from being written.
  if (rows().some(({ id, state }) => ids.includes(id) && state === 'sending')) await composed.nextChange();
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
  throw new Error('it should have failed');
}

describe('a disk that fills between the sending of a task and the answer', () => {
  it('leaves the outcome unconfirmed, and the same task is not sent a second time', async () => {
    full = 'after-sending';
    await submit();
    // Still full: nothing can be written, so nothing is sent.
    expect(await codeOf(submit())).toBe('DISK_FULL');
    full = 'no';
    expect(await codeOf(submit())).toBe('OUTCOME_UNKNOWN');
    expect(states()).toEqual(['unknown', 'draft']);
    expect(await posts()).toBe(1);
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('leaves it unconfirmed too where the answer was lost', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    full = 'after-sending';
    await submit();
    full = 'no';
    expect(await codeOf(submit())).toBe('OUTCOME_UNKNOWN');
    expect(states()).toEqual(['unknown', 'draft']);
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('is found and adopted at the next look, over a restart too', async () => {
    full = 'after-sending';
    await submit();
    full = 'no';
    await composed.runner.close();
    opened.reopen();
    composed = make();
    expect(states()).toEqual(['unknown']);
    composed.runner.kick(practice.scope);
    while (states()[0] !== 'sent') await composed.nextChange();
    expect(await posts()).toBe(1);
  });

  it('shows a refusal as a refusal: the service has nothing', async () => {
    await practice.fault({ ...post, count: 1 }, { status: 400 });
    full = 'after-sending';
    await submit();
    full = 'no';
    composed.runner.kick(practice.scope);
    while (rows()[0]?.state !== 'refused') await composed.nextChange();
    expect(rows()).toMatchObject([{ state: 'refused', error: { code: 'REFUSED' } }]);
    expect(await practice.tasks()).toEqual([]);
  });

  it('does not stop another task', async () => {
    full = 'after-sending';
    await submit();
    full = 'no';
    await submit({ ...request, task_name: 'lighthouse' });
    while (states()[1] !== 'sent') await composed.nextChange();
    expect(await posts()).toBe(2);
  });
});

it('a disk that is full before the sending lets nothing out, and what was begun is not held for ever', async () => {
  full = 'yes';
  expect(await codeOf(submit())).toBe('DISK_FULL');
  expect(await posts()).toBe(0);
  full = 'no';
  await submit();
  expect(states()).toEqual(['sent']);
});
