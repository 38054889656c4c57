import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import { type Command, type CommandState, commandSchema } from '../../../src-preload/contract/outbox.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { composeKickedOutbox } from '../../../testing/kicked-outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../testing/practice-harness.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { AppError, isAppError } from '../../core/app-error.ts';
import type { HttpLimits } from '../../service/http/http-request.ts';
import { taskingMigrations } from '../tasks/tables.ts';
import { createTaskTable, type TaskTable } from '../tasks/task-table.ts';
import { outboxMigrations } from './tables.ts';

const post = { method: 'POST', path: '/tasking/tasks/' };
const request: TaskRequest = { ...sampleTask, end: '2027-03-09T00:00:00+01:00' };
let practice: PracticeHarness;
let opened: TestStore;
let composed: ReturnType<typeof make>;
function make(
  { put }: { put?: (...args: Parameters<TaskTable['put']>) => boolean } = {},
  onError = (error: unknown): void => {
    if (!isAppError(error)) throw error;
  },
) {
  const table = createTaskTable({ store: opened.store, now: () => new Date() });
  return composeKickedOutbox({
    store: opened.store,
    service: practice.service,
    onError,
    tasks: { put: put ?? table.put, get: table.get, idsWithName: table.idsWithName },
  });
}

async function remake(options: Parameters<typeof make>[0] = {}) {
  await composed.runner.close();
  composed = make(options);
}

async function start(options: { clock?: () => number; limits?: Partial<HttpLimits>; legacy?: boolean } = {}) {
  practice = await startPracticeHarness(options);
  opened = openTestStore([...taskingMigrations, ...outboxMigrations]);
  composed = make();
}
async function stop() {
  await composed.runner.close();
  opened.remove();
  await practice.end();
}
beforeEach(() => start());
afterEach(stop);

async function restartWith(options: Parameters<typeof start>[0]) {
  await stop();
  await start(options);
}

const rows = (...states: CommandState[]): Command[] =>
  composed.outbox
    .list({ scope: practice.scope, states, order: 'sending', offset: 0, limit: 500 })
    .rows.map((row) => commandSchema.parse(row));

function only(...states: CommandState[]): Command {
  const [row, ...others] = rows(...states);
  if (!row || others.length > 0) throw new Error(`${rows(...states).length} commands`);
  return row;
}

function stored(id: SubmissionId): Command {
  const [row] = composed.outbox.get([id]);
  if (!row) throw new Error('it is gone');
  return row;
}

/** Adds and releases a task as the form does, and waits for its outcome, or until its queue pauses. */
async function submit(task = request): Promise<Command> {
  const { ids } = composed.outbox.addDrafts(practice.scope, [{ kind: 'task', request: task }]);
  composed.outbox.release(ids, practice.scope.contractId, true);
  const [id] = ids;
  if (id === undefined) throw new Error('nothing was added');
  for (;;) {
    const changed = composed.nextChange();
    const row = stored(id);
    const isPaused = row.state === 'waiting' && row.error !== null;
    if (isPaused || !(row.state === 'waiting' || row.state === 'sending')) return row;
    await changed;
  }
}
const reconcile = (id: SubmissionId) => composed.outbox.reconcile(id, practice.signal);
const resolve = (input: Parameters<typeof composed.outbox.resolve>[0]) =>
  composed.outbox.resolve(input, practice.signal);

async function failing(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    if (isAppError(error)) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error('it should have failed');
}
const posts = () => practice.count('POST', /\/tasking\/tasks\//);

describe('a task that is answered', () => {
  it('is sent once and kept with its task', async () => {
    const sent = await submit();
    expect(sent).toMatchObject({
      state: 'sent',
      contractName: 'Agriculture Monitoring',
      error: null,
      candidates: [],
    });
    const [task, ...others] = await practice.tasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({ taskId: Number(sent.remoteId), taskName: 'harbour' });
    expect(only().input).toEqual({ kind: 'task', request });
    expect(await posts()).toBe(1);
  });

  it('with a refusal is told with its fields; nothing is there', async () => {
    const refused = await submit({ ...request, product: 999, priority: 1 });
    expect(refused).toMatchObject({
      state: 'refused',
      remoteId: null,
      error: { code: 'REFUSED', data: { status: 400, fields: { product: expect.anything() } } },
    });
    expect(await practice.tasks()).toEqual([]);
  });

  it('with 401 is sent with a new token: the first was not let in', async () => {
    await practice.client.products(practice.signal);
    await practice.expireTokens();
    expect(await submit()).toMatchObject({ state: 'sent' });
    expect(await posts()).toBe(2);
    expect(await practice.tasks()).toHaveLength(1);
  });
});

it('a task that was taken but could not be written down is unknown, never free to be sent again', async () => {
  const full = new AppError('DISK_FULL', { path: opened.folder, neededBytes: null });
  await remake({
    put: () => {
      throw full;
    },
  });
  const { id, state, error } = await submit();
  expect([state, error?.code]).toEqual(['unknown', 'DISK_FULL']);
  await remake();
  const resolved = await resolve({ id, how: 'send-again' });
  const [task, ...others] = await practice.tasks();
  expect(resolved).toMatchObject({ state: 'sent', remoteId: String(task?.taskId) });
  expect(others).toEqual([]);
  expect(await posts()).toBe(1);
});

describe('a task whose answer is lost', () => {
  const losses: [string, Parameters<PracticeHarness['fault']>[1]][] = [
    ['the connection ends after the work was done', { loseReply: 'after' }],
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['503 with Retry-After', { status: 503, retryAfter: '1' }],
    ['504', { status: 504 }],
    ['408', { status: 408 }],
    ['broken JSON', { malformedJson: true }],
    ['a page with status 200', { htmlWithStatus200: true }],
    ['the answer is cut', { truncatedChunked: true }],
    ['a reset in the answer', { resetAfterBytes: 10 }],
  ];
  it.each(losses)('%s: unknown, never repeated, looked up and adopted', async (_name, fault) => {
    await practice.fault({ ...post, count: 1 }, fault);
    const { id, state, remoteId } = await submit();
    expect([state, remoteId]).toEqual(['unknown', null]);
    expect(await posts()).toBe(1);
    expect(only().error?.code).toMatch(/^(UNREACHABLE|SERVICE_FAILED|REFUSED|BAD_ANSWER)$/);
    // Some of these faults stand in front of the work: then the service is made to have done it.
    if ((await practice.tasks()).length === 0) await practice.client.submitTask(request, practice.signal);
    const sent = await posts();
    const [task] = await practice.tasks();
    expect(await reconcile(id)).toMatchObject({
      state: 'sent',
      remoteId: String(task?.taskId),
      error: null,
    });
    expect(await practice.tasks()).toHaveLength(1);
    expect(await posts()).toBe(sent);
    // Once adopted there is nothing to ask any more.
    expect(await reconcile(id)).toMatchObject({ state: 'sent' });
  });

  it('by a time limit: the same', async () => {
    await restartWith({ limits: { totalMs: 400 } });
    await practice.client.products(practice.signal);
    await practice.fault({ ...post, count: 1 }, { latencyMs: 60_000 });
    const { id, error, state } = await submit();
    expect(state).toBe('unknown');
    expect(error).toMatchObject({ code: 'UNREACHABLE', data: { reason: 'timeout' } });
    expect(await reconcile(id)).toMatchObject({ state: 'sent' });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('before the work was done: nothing is found, the user sends again, one task comes of it', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    expect((await submit()).state).toBe('unknown');
    const { id } = only();
    expect(await reconcile(id)).toMatchObject({
      state: 'unknown',
      candidates: [],
      error: { code: 'UNREACHABLE' },
    });
    expect(await resolve({ id, how: 'send-again' })).toMatchObject({
      state: 'sent',
    });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('"send again" first looks, and adopts what has arrived meanwhile', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    expect((await submit()).state).toBe('unknown');
    expect(await resolve({ id: only().id, how: 'send-again' })).toMatchObject({
      state: 'sent',
    });
    expect(await posts()).toBe(1);
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('"send again" twice in one breath sends once', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    expect((await submit()).state).toBe('unknown');
    const { id } = only();
    await Promise.allSettled([1, 2, 3].map(() => resolve({ id, how: 'send-again' })));
    expect(only().state).toBe('sent');
    expect(await practice.tasks()).toHaveLength(1);
    expect(await posts()).toBe(2);
  });

  it('a look-up that was under way does not undo a sending', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    expect((await submit()).state).toBe('unknown');
    const { id } = only();
    await practice.fault({ method: 'GET', path: '/tasking/tasks/', count: 1 }, { latencyMs: 300 });
    const reconciling = reconcile(id);
    const sending = resolve({ id, how: 'send-again' });
    await Promise.all([reconciling, sending]);
    expect(only()).toMatchObject({ state: 'sent' });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('a look-up that cannot be made leaves it unknown, and the next one finds it', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    expect((await submit()).state).toBe('unknown');
    await practice.fault({ method: 'GET', path: '/tasking/tasks/' }, { status: 403 });
    expect(await failing(() => reconcile(only().id))).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(only().state).toBe('unknown');
    await practice.clearFaults();
    await reconcile(only().id);
    expect(only().state).toBe('sent');
  });

  it('the same task sent before is not taken for it', async () => {
    const first = await submit();
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    expect((await submit()).state).toBe('unknown');
    const [unknown] = rows('unknown');
    if (!unknown) throw new Error('none is unknown');
    const found = await reconcile(unknown.id);
    expect(found.state).toBe('sent');
    expect(found.remoteId).not.toBe(first.remoteId);
    expect(await practice.tasks()).toHaveLength(2);
  });

  it('one lost for good beside one sent: the other task is not adopted', async () => {
    await submit();
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    expect((await submit()).state).toBe('unknown');
    const [unknown] = rows('unknown');
    expect(await reconcile(unknown?.id ?? only().id)).toMatchObject({
      state: 'unknown',
      candidates: [],
    });
  });

  it('several that match are shown; the user adopts one', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    expect((await submit()).state).toBe('unknown');
    const { id } = only();
    // The same from another machine, at the same time.
    await practice.client.submitTask(request, practice.signal);
    const reconciled = await reconcile(id);
    expect(reconciled).toMatchObject({ state: 'unknown', remoteId: null });
    expect(reconciled.candidates).toHaveLength(2);
    const [chosen] = reconciled.candidates;
    if (!chosen) throw new Error('no candidate');
    expect(await resolve({ id, how: 'adopt', remoteId: chosen.id })).toMatchObject({
      state: 'sent',
      remoteId: chosen.id,
      candidates: [],
    });
    expect(await posts()).toBe(2);
  });

  it('one that is clearly older than the sending is shown, not adopted', async () => {
    let behindMs = 3_600_000;
    await restartWith({ clock: () => Date.now() - behindMs });
    await practice.client.submitTask(request, practice.signal);
    behindMs = 0;
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    expect((await submit()).state).toBe('unknown');
    const reconciled = await reconcile(only().id);
    expect(reconciled.state).toBe('unknown');
    expect(reconciled.candidates).toHaveLength(1);
  });

  it('of a legacy connection, which has no contract, it is the same', async () => {
    await restartWith({ legacy: true });
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    expect((await submit()).state).toBe('unknown');
    expect(await reconcile(only().id)).toMatchObject({ state: 'sent' });
  });
});

describe('a task that never left', () => {
  it('because nothing listens there waits, and is not unknown', async () => {
    await practice.client.products(practice.signal);
    await practice.stopService();
    expect(await submit()).toMatchObject({
      state: 'waiting',
      attempts: 0,
      error: { code: 'UNREACHABLE', data: { reason: 'refused' } },
    });
  });

  it('because no token was to be had waits, and is not unknown', async () => {
    await practice.fault({ path: '/oauth/token' }, { status: 401 });
    await practice.expireTokens();
    const { state, error } = await submit();
    expect([state, error?.code]).toEqual([
      'waiting',
      expect.stringMatching(/WRONG_CREDENTIALS|UNAUTHORIZED/),
    ]);
    expect(await practice.tasks()).toEqual([]);
  });
});

it('a task on its way when Nadir was killed is unknown at the next start, and is adopted by a look-up', async () => {
  await practice.fault({ ...post, count: 1 }, { latencyMs: 60_000 });
  const killed = make({}, () => undefined);
  const { ids } = killed.outbox.addDrafts(practice.scope, [{ kind: 'task', request }]);
  killed.outbox.release(ids, practice.scope.contractId);
  while ((await practice.tasks()).length === 0);
  expect(only().state).toBe('sending');
  opened.reopen();
  await remake();
  expect(only()).toMatchObject({ state: 'unknown', remoteId: null });
  await reconcile(only().id);
  expect(only().state).toBe('sent');
  expect(await practice.tasks()).toHaveLength(1);
  await killed.runner.close();
});

describe('the user’s decision', () => {
  async function unknownOne() {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    const { id, state } = await submit();
    expect(state).toBe('unknown');
    return id;
  }

  it('discards; the service is not asked', async () => {
    const id = await unknownOne();
    expect(await resolve({ id, how: 'discard' })).toBeNull();
    expect(rows()).toEqual([]);
    expect(await failing(() => reconcile(id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('adopts only a candidate that was shown', async () => {
    const id = await unknownOne();
    const { parsed } = await practice.client.submitTask(request, practice.signal);
    const remoteId = String(parsed.task_id);
    expect(await failing(() => resolve({ id, how: 'adopt', remoteId }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failing(() => resolve({ id, how: 'adopt' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(only().state).toBe('unknown');
  });

  it('does not touch a task that is sent or on its way', async () => {
    const { id } = await submit();
    expect(await failing(() => resolve({ id, how: 'send-again' }))).toMatchObject({ code: 'CONFLICT' });
    await practice.fault({ ...post, count: 1 }, { latencyMs: 200 });
    const sending = submit({ ...request, task_name: 'lighthouse' });
    while (rows('sending').length === 0) await composed.nextChange();
    const underway = only('sending');
    for (const how of ['send-again', 'discard'] as const)
      expect(await failing(() => resolve({ id: underway.id, how }))).toMatchObject({
        code: 'CONFLICT',
        data: { detail: 'sending' },
      });
    expect(await failing(() => composed.outbox.remove([underway.id]))).toMatchObject({ code: 'CONFLICT' });
    expect((await sending).state).toBe('sent');
    expect(await practice.tasks()).toHaveLength(2);
  });
});

describe('the same task again', () => {
  it('is kept as a draft while the first is unconfirmed, and goes out after that', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    const first = await submit();
    expect(first.state).toBe('unknown');
    expect(await failing(submit)).toEqual({ code: 'OUTCOME_UNKNOWN', data: { submissionId: first.id } });
    const twin = only('draft');
    expect(await posts()).toBe(1);
    expect((await reconcile(first.id)).state).toBe('sent');
    composed.outbox.release([twin.id], practice.scope.contractId, true);
    while (stored(twin.id).state !== 'sent') await composed.nextChange();
    expect(await practice.tasks()).toHaveLength(2);
  });

  it('releases none of those that were to go out together', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await submit();
    const { ids } = composed.outbox.addDrafts(
      practice.scope,
      ['other', 'harbour'].map((task_name) => ({ kind: 'task', request: { ...request, task_name } })),
    );
    expect(await failing(() => composed.outbox.release(ids, practice.scope.contractId))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(rows('draft')).toHaveLength(2);
    expect(rows('waiting', 'sending')).toEqual([]);
  });

  it('goes out if anything about it differs', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await submit();
    expect((await submit({ ...request, max_captures: 2 })).state).toBe('sent');
  });
});

it('other scopes see nothing of it', async () => {
  await submit();
  const elsewhere = { ...practice.scope, contractId: null };
  expect(composed.outbox.list({ scope: elsewhere, states: [], offset: 0, limit: 9 }).total).toBe(0);
});
