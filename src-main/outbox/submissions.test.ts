import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TaskRequest } from '../../src-preload/contract/task-request.ts';
import { submissionSchema } from '../../src-preload/contract/tasking.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../testing/practice-harness.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { AppError, isAppError } from '../app-error.ts';
import type { HttpLimits } from '../service/http/http-request.ts';
import { taskingMigrations } from '../tasking/tables.ts';
import { createTaskTable, type TaskTable } from '../tasking/task-table.ts';
import { composeOutbox } from './compose-outbox.ts';
import type { Submissions } from './submissions.ts';
import { outboxMigrations } from './tables.ts';

const post = { method: 'POST', path: '/tasking/tasks/' };
const request: TaskRequest = { ...sampleTask, end: '2027-03-09T00:00:00+01:00' };

let practice: PracticeHarness;
let opened: TestStore;
let submissions: Submissions;

function make({
  put,
  onError = (error) => {
    throw error;
  },
}: {
  put?: (...args: Parameters<TaskTable['put']>) => boolean;
  onError?: (error: unknown) => void;
} = {}): Submissions {
  const table = createTaskTable({ store: opened.store, now: () => new Date() });
  return composeOutbox({
    store: opened.store,
    service: practice.service,
    now: () => new Date(),
    monotonic: () => performance.now(),
    random: () => 0.5,
    serviceTime: () => Date.now(),
    cancelTask: () => Promise.reject(new Error('not used here')),
    changed: () => undefined,
    contractName: () => 'Agriculture Monitoring',
    onError,
    tasks: { put: put ?? table.put, get: table.get, knownIds: table.knownIds },
  }).submissions;
}

async function start(options: { clock?: () => number; limits?: Partial<HttpLimits>; legacy?: boolean } = {}) {
  practice = await startPracticeHarness(options);
  opened = openTestStore([...taskingMigrations, ...outboxMigrations]);
  submissions = make();
}
beforeEach(() => start());
afterEach(async () => {
  opened.remove();
  await practice.end();
});

async function restartWith(options: Parameters<typeof start>[0]) {
  opened.remove();
  await practice.end();
  await start(options);
}

const submit = (task = request) => submissions.submit(practice.scope, task, practice.signal);

async function failing(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    if (isAppError(error)) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error('it should have failed');
}

function only() {
  const [submission, ...others] = submissions
    .list(practice.scope)
    .map((each) => submissionSchema.parse(each));
  if (!submission || others.length > 0) throw new Error(`${others.length + 1} submissions`);
  return submission;
}
const posts = () => practice.count('POST', /\/tasking\/tasks\//);

describe('a submission that is answered', () => {
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
    expect(task).toMatchObject({ taskId: sent.taskId, taskName: 'harbour' });
    expect(only().request).toEqual(request);
    expect(await posts()).toBe(1);
  });

  it('with a refusal is told with its fields; nothing is there', async () => {
    const refused = await failing(submit({ ...request, product: 999, priority: 1 }));
    expect(refused).toMatchObject({ code: 'REFUSED', data: { status: 400 } });
    expect(Object.keys(refused.data && 'fields' in refused.data ? refused.data.fields : {})).toContain(
      'product',
    );
    expect(only()).toMatchObject({ state: 'refused', taskId: null, error: { code: 'REFUSED' } });
    expect(await practice.tasks()).toEqual([]);
  });

  it('with 429 is a failure that may be sent again', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await practice.clearFaults();
    await practice.fault({ ...post, count: 1 }, { status: 429, retryAfter: '3' });
    expect(await failing(submit())).toMatchObject({ code: 'RATE_LIMITED' });
    const { id, state } = only();
    expect(state).toBe('failed');
    const sent = await submissions.resolve({ id, how: 'send-again' }, practice.signal);
    expect(sent).toMatchObject({ state: 'sent' });
    expect(only().state).toBe('sent');
  });

  it('with 401 is sent with a new token: the first was not let in', async () => {
    await practice.client.products(practice.signal);
    await practice.expireTokens();
    expect(await submit()).toMatchObject({ state: 'sent' });
    expect(await posts()).toBe(2);
    expect(await practice.tasks()).toHaveLength(1);
  });
});

it('that was taken but could not be written down is unknown, never free to be sent again', async () => {
  const full = new AppError('DISK_FULL', { path: opened.folder, neededBytes: null });
  submissions = make({
    put: () => {
      throw full;
    },
  });
  const failed = await failing(submit());
  const { id, state, error } = only();
  expect(failed).toEqual({ code: 'OUTCOME_UNKNOWN', data: { submissionId: id } });
  expect([state, error?.code]).toEqual(['unknown', 'DISK_FULL']);
  submissions = make();
  const resolved = await submissions.resolve({ id, how: 'send-again' }, practice.signal);
  const [task, ...others] = await practice.tasks();
  expect(resolved).toMatchObject({ state: 'sent', taskId: task?.taskId });
  expect(others).toEqual([]);
  expect(await posts()).toBe(1);
});

describe('a submission whose answer is lost', () => {
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
    const failed = await failing(submit());
    const { id, state, taskId } = only();
    expect(failed).toEqual({ code: 'OUTCOME_UNKNOWN', data: { submissionId: id } });
    expect([state, taskId]).toEqual(['unknown', null]);
    expect(await posts()).toBe(1);
    expect(only().error?.code).toMatch(/^(UNREACHABLE|SERVICE_FAILED|REFUSED|BAD_ANSWER)$/);
    // Some of these faults stand in front of the work: then the service is made to have done it.
    if ((await practice.tasks()).length === 0) await practice.client.submitTask(request, practice.signal);
    const sent = await posts();
    const [task] = await practice.tasks();
    expect(await submissions.reconcile(id, practice.signal)).toMatchObject({
      state: 'sent',
      taskId: task?.taskId,
      error: null,
    });
    expect(await practice.tasks()).toHaveLength(1);
    expect(await posts()).toBe(sent);
    // Once adopted there is nothing to ask any more.
    expect(await submissions.reconcile(id, practice.signal)).toMatchObject({ state: 'sent' });
  });

  it('by a time limit: the same', async () => {
    await restartWith({ limits: { totalMs: 400 } });
    await practice.client.products(practice.signal);
    await practice.fault({ ...post, count: 1 }, { latencyMs: 60_000 });
    expect(await failing(submit())).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const { id, error } = only();
    expect(error).toMatchObject({ code: 'UNREACHABLE', data: { reason: 'timeout' } });
    expect(await submissions.reconcile(id, practice.signal)).toMatchObject({ state: 'sent' });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('before the work was done: nothing is found, the user sends again, one task comes of it', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    const { id } = only();
    expect(await submissions.reconcile(id, practice.signal)).toMatchObject({
      ...{ state: 'unknown', candidates: [] },
      error: { code: 'UNREACHABLE' },
    });
    expect(await submissions.resolve({ id, how: 'send-again' }, practice.signal)).toMatchObject({
      state: 'sent',
    });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('"send again" first looks, and adopts what has arrived meanwhile', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await failing(submit());
    expect(await submissions.resolve({ id: only().id, how: 'send-again' }, practice.signal)).toMatchObject({
      state: 'sent',
    });
    expect(await posts()).toBe(1);
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('"send again" twice in one breath sends once', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    const { id } = only();
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => submissions.resolve({ id, how: 'send-again' }, practice.signal)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    expect(await practice.tasks()).toHaveLength(1);
    expect(await posts()).toBe(2);
  });

  it('a look-up that was under way does not undo a sending', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    const { id } = only();
    await practice.fault({ method: 'GET', path: '/tasking/tasks/', count: 1 }, { latencyMs: 300 });
    const reconciling = submissions.reconcile(id, practice.signal);
    const sending = submissions.resolve({ id, how: 'send-again' }, practice.signal);
    await Promise.all([reconciling, sending]);
    expect(only()).toMatchObject({ state: 'sent' });
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('a look-up that cannot be made leaves it unknown; with the next sync it is tried again', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await failing(submit());
    await practice.fault({ method: 'GET', path: '/tasking/tasks/' }, { status: 403 });
    await submissions.reconcileAll(practice.scope, practice.signal);
    expect(only().state).toBe('unknown');
    await practice.clearFaults();
    await submissions.reconcileAll(practice.scope, practice.signal);
    expect(only().state).toBe('sent');
  });

  it('the same task sent before is not taken for it', async () => {
    const first = await submit();
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await failing(submit());
    const [unknown] = submissions.list(practice.scope).filter(({ state }) => state === 'unknown');
    if (!unknown) throw new Error('none is unknown');
    const found = await submissions.reconcile(unknown.id, practice.signal);
    expect(found.state).toBe('sent');
    expect(found.taskId).not.toBe(first.taskId);
    expect(await practice.tasks()).toHaveLength(2);
  });

  it('one lost for good beside one sent: the other task is not adopted', async () => {
    await submit();
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    const [unknown] = submissions.list(practice.scope).filter(({ state }) => state === 'unknown');
    expect(await submissions.reconcile(unknown?.id ?? only().id, practice.signal)).toMatchObject({
      state: 'unknown',
      candidates: [],
    });
  });

  it('several that match are shown; the user adopts one', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await failing(submit());
    const { id } = only();
    // The same from another machine, at the same time.
    await practice.client.submitTask(request, practice.signal);
    const reconciled = await submissions.reconcile(id, practice.signal);
    expect(reconciled).toMatchObject({ state: 'unknown', taskId: null });
    expect(reconciled.candidates).toHaveLength(2);
    const [chosen] = reconciled.candidates;
    if (!chosen) throw new Error('no candidate');
    expect(
      await submissions.resolve({ id, how: 'adopt', taskId: chosen.taskId }, practice.signal),
    ).toMatchObject({
      ...{ state: 'sent', taskId: chosen.taskId, candidates: [] },
    });
    expect(await posts()).toBe(2);
  });

  it('one that is clearly older than the sending is shown, not adopted', async () => {
    let behindMs = 3_600_000;
    await restartWith({ clock: () => Date.now() - behindMs });
    await practice.client.submitTask(request, practice.signal);
    behindMs = 0;
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    const reconciled = await submissions.reconcile(only().id, practice.signal);
    expect(reconciled.state).toBe('unknown');
    expect(reconciled.candidates).toHaveLength(1);
  });

  it('of a legacy connection, which has no contract, it is the same', async () => {
    await restartWith({ legacy: true });
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    await failing(submit());
    expect(await submissions.reconcile(only().id, practice.signal)).toMatchObject({ state: 'sent' });
  });
});

describe('a submission that never left', () => {
  it('because nothing listens there: failed, not unknown', async () => {
    await practice.client.products(practice.signal);
    await practice.stopService();
    const failed = await failing(submit());
    expect(failed).toMatchObject({ code: 'UNREACHABLE', data: { reason: 'refused' } });
    expect(only()).toMatchObject({ state: 'failed' });
  });

  it('because no token was to be had: failed, not unknown', async () => {
    await practice.fault({ path: '/oauth/token' }, { status: 401 });
    await practice.expireTokens();
    expect((await failing(submit())).code).toMatch(/WRONG_CREDENTIALS|UNAUTHORIZED/);
    expect(only().state).toBe('failed');
    expect(await practice.tasks()).toEqual([]);
  });
});

describe('Nadir killed while a submission is sent', () => {
  it('finds it unknown at the next start, sends nothing, and adopts it by a look-up', async () => {
    const before = new AbortController();
    await practice.fault({ ...post, count: 1 }, { latencyMs: 60_000 });
    const lost = submissions
      .submit(practice.scope, request, before.signal)
      .catch(() => 'the process is gone');
    while ((await practice.tasks()).length === 0);
    expect(only().state).toBe('sending');
    opened.reopen();
    submissions = make();
    expect(only()).toMatchObject({ state: 'unknown', taskId: null });
    await submissions.reconcileAll(practice.scope, practice.signal);
    expect(only().state).toBe('sent');
    expect(await practice.tasks()).toHaveLength(1);
    before.abort();
    await lost;
  });
});

describe('settling', () => {
  async function unknownOne() {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await failing(submit());
    return only().id;
  }

  it('discards by the user’s word; the service is not asked', async () => {
    const id = await unknownOne();
    expect(await submissions.resolve({ id, how: 'discard' }, practice.signal)).toBeNull();
    expect(submissions.list(practice.scope)).toEqual([]);
    expect(await failing(submissions.reconcile(id, practice.signal))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('adopts only a task that is known', async () => {
    const id = await unknownOne();
    const { taskId } = await practice.client
      .submitTask(request, practice.signal)
      .then(({ parsed }) => ({ taskId: parsed.task_id }));
    expect(await failing(submissions.resolve({ id, how: 'adopt', taskId }, practice.signal))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await failing(submissions.resolve({ id, how: 'adopt' }, practice.signal))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(only().state).toBe('unknown');
  });

  it('does not touch one that is sent, refused, or on its way', async () => {
    const { id } = await submit();
    for (const how of ['send-again', 'adopt'] as const)
      expect(await failing(submissions.resolve({ id, how }, practice.signal))).toMatchObject({
        code: 'CONFLICT',
      });
    await practice.fault({ ...post, count: 1 }, { latencyMs: 200 });
    const sending = submit();
    const [underway] = submissions.list(practice.scope).filter(({ state }) => state === 'sending');
    if (!underway) throw new Error('none is under way');
    for (const how of ['send-again', 'adopt', 'discard'] as const)
      expect(await failing(submissions.resolve({ id: underway.id, how }, practice.signal))).toMatchObject({
        code: 'CONFLICT',
      });
    expect((await sending).state).toBe('sent');
    expect(await practice.tasks()).toHaveLength(2);
  });
});

it('one that cannot be shown hides no other, and is told', async () => {
  const [bad, good] = [await submit(), await submit({ ...request, task_name: 'lighthouse' })];
  opened.store.run(`UPDATE command SET remote_id = 'x' WHERE id = :id`, { id: bad.id });
  const errors: unknown[] = [];
  const list = make({ onError: (error) => errors.push(error) }).list(practice.scope);
  expect(list.map(({ id }) => id)).toEqual([good.id]);
  expect(errors).toHaveLength(1);
});

it('other scopes see nothing of it', async () => {
  await submit();
  expect(submissions.list({ ...practice.scope, contractId: null })).toEqual([]);
});

describe('discarding', () => {
  const inState = (state: string) => opened.store.run('UPDATE command SET state = :state', { state });

  it.each(['sent', 'refused', 'unknown', 'failed', 'draft', 'waiting'])(
    'takes away what is %s',
    async (state) => {
      const { id } = await submit();
      inState(state);
      expect(await submissions.resolve({ id, how: 'discard' }, practice.signal)).toBeNull();
      expect(
        opened.store.get(z.object({ left: z.number() }), 'SELECT count(*) AS left FROM command'),
      ).toEqual({
        left: 0,
      });
    },
  );

  it('leaves what is on its way: its outcome would be lost', async () => {
    const { id } = await submit();
    inState('sending');
    expect(await failing(submissions.resolve({ id, how: 'discard' }, practice.signal))).toMatchObject({
      code: 'CONFLICT',
      data: { detail: 'sending' },
    });
  });
});
