import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import { testScope } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError, toStoredError } from '../../core/app-error.ts';
import type { ServiceClient } from '../../service/api/service-client.ts';
import { wireTaskSchema } from '../../service/api/wire.ts';
import { createCommandTable } from './command-table.ts';
import { composeOutbox } from './compose-outbox.ts';
import { outboxMigrations } from './tables.ts';

const id = submissionIdSchema.parse('draft');
let opened: TestStore;

beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

/** A draft that was kept back, because a package says that it was sent as 4711; `link` is the decision to link it to that. */
function keptBack(task: ServiceClient['task']) {
  const table = createCommandTable(opened.store);
  const kept: number[] = [];
  const notUsed = () => {
    throw new Error('not used here');
  };
  const { outbox } = composeOutbox({
    store: opened.store,
    now: () => new Date('2026-02-21T12:00:00Z'),
    monotonic: () => 0,
    random: () => 0.5,
    pause: async () => undefined,
    serviceTime: () => null,
    cancelTask: notUsed,
    contractName: () => 'North',
    changed: () => undefined,
    onError: notUsed,
    service: { forScope: () => ({ ...unusedClient, task }) },
    tasks: {
      get: notUsed,
      idsWithName: () => [],
      put: (_scope, { parsed }) => void kept.push(parsed.task_id),
    },
  });
  table.add({
    id,
    scope: testScope,
    contractName: 'North',
    input: { kind: 'task', request: sampleTask },
    createdAt: '2026-02-20T12:00:00Z',
  });
  table.release(id);
  const data = { kind: 'task' as const, name: 'Harbour', remoteId: '4711', by: 'Ben', at: '' };
  const candidate = { id: '4711', name: 'Harbour', project: '', createdAt: null, older: false, differs: [] };
  table.keepBack(id, toStoredError(new AppError('SENT_ELSEWHERE', data)), [
    { ...candidate, isUnchecked: true },
  ]);
  const link = () => outbox.resolve({ id, how: 'adopt', remoteId: '4711' }, new AbortController().signal);
  return { kept, link, state: () => table.find(id).state };
}

it('does not link a draft to what the service does not have', async () => {
  const { link, state } = keptBack((taskId) =>
    Promise.reject(new AppError('NOT_FOUND', { what: `task ${taskId}` })),
  );
  await expect(link()).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { detail: 'not-at-service', name: '4711' },
  });
  expect(state()).toBe('failed');
});

it('does not link a draft while the service cannot be asked', async () => {
  const { link, state } = keptBack(() => Promise.reject(new AppError('OFFLINE', { host: 'service' })));
  await expect(link()).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(state()).toBe('failed');
});

it('links a draft to what the service has, and keeps that', async () => {
  const { kept, link, state } = keptBack(async (taskId) => {
    const raw = { ...sampleTaskAnswer, task_id: taskId };
    return { parsed: wireTaskSchema.parse(raw), raw };
  });
  expect(await link()).toMatchObject({ state: 'sent', remoteId: '4711' });
  expect([kept, state()]).toEqual([[4711], 'sent']);
});
