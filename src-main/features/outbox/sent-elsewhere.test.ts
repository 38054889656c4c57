import { expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import { testScope } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError } from '../../core/app-error.ts';
import { wireTaskSchema } from '../../service/api/wire.ts';
import type { CommandRow } from './command-row.ts';
import { createSentElsewhere, type HandedOver } from './sent-elsewhere.ts';

const handedAt = Date.parse('2026-02-20T12:00:00Z');
const before = '2026-02-20T10:00:00Z';
const after = '2026-02-20T14:00:00Z';

const command: CommandRow = {
  seq: 1,
  id: submissionIdSchema.parse('draft'),
  scope: testScope,
  contractName: 'North',
  state: 'waiting',
  lookup: null,
  name: sampleTask.task_name,
  project: sampleTask.project_name,
  input: { kind: 'task', request: sampleTask },
  knownBefore: [],
  createdAt: before,
  beganAt: null,
  beganServiceMs: null,
  checkedAt: null,
  attempts: 0,
  remoteId: null,
  candidates: [],
  error: null,
};

interface Asked {
  tasks?: Record<string, unknown>[];
  handed?: HandedOver | null;
  linked?: string[];
  isOffline?: boolean;
  /** What the service has besides the listing, by its number. */
  byId?: Record<string, unknown>;
}

/** What the check says of a draft, with the tasks of its project at the service; `asked` counts the listings. */
async function check({
  tasks = [],
  handed = { sinceMs: handedAt, sent: null },
  linked = [],
  isOffline,
  byId = {},
}: Asked) {
  let asked = 0;
  const saved: string[] = [];
  const checked = createSentElsewhere({
    handedOver: () => handed,
    table: { isLinked: (_scope, _kind, id) => linked.includes(id) },
    remoteStores: {
      tasks: { put: (_scope, row) => saved.push(String(row.parsed.task_id)), idsWithName: () => [] },
    },
    service: {
      forScope: () => ({
        ...unusedClient,
        async *taskPages() {
          asked += 1;
          if (isOffline) throw new AppError('OFFLINE', { host: 'service' });
          const rows = tasks.map((fields, n) => {
            const raw = { ...sampleTaskAnswer, task_id: n + 1, created_time: after, ...fields };
            return { parsed: wireTaskSchema.parse(raw), raw };
          });
          yield { rows, unreadable: 0, total: rows.length };
        },
        async task(taskId) {
          if (isOffline) throw new AppError('OFFLINE', { host: 'service' });
          const fields = byId[taskId];
          if (fields === undefined) throw new AppError('NOT_FOUND', { what: `task ${taskId}` });
          const raw = { ...sampleTaskAnswer, ...Object(fields), task_id: taskId, created_time: after };
          return { parsed: wireTaskSchema.parse(raw), raw };
        },
      }),
    },
  });
  return { found: await checked(command, new AbortController().signal), asked: () => asked, saved };
}

it('asks nothing for a command that was never handed over', async () => {
  const { found, asked } = await check({ handed: null, tasks: [{}] });
  expect([found, asked()]).toEqual([null, 0]);
});

it('lets a draft go if the service has nothing like it', async () => {
  expect((await check({ tasks: [{ task_name: 'another' }, { project_name: 'another' }] })).found).toBeNull();
});

it('finds the same draft, sent by another Nadir, whenever that was', async () => {
  for (const created_time of [before, after]) {
    const { found } = await check({ tasks: [{ created_time }] });
    expect(found?.error).toMatchObject({
      code: 'SENT_ELSEWHERE',
      data: { kind: 'task', remoteId: '1', by: '' },
    });
    expect(found?.candidates).toMatchObject([{ id: '1', differs: [] }]);
  }
});

it('finds what was changed before it was sent, if it was made after the hand-over', async () => {
  expect((await check({ tasks: [{ product: 7 }] })).found?.candidates).toMatchObject([
    { differs: ['product'] },
  ]);
  expect((await check({ tasks: [{ product: 7, created_time: before }] })).found).toBeNull();
});

it('leaves out what a command of this computer has made', async () => {
  expect((await check({ tasks: [{}], linked: ['1'] })).found).toBeNull();
});

it('believes a package without a network, and names who has sent it', async () => {
  const sent = { by: 'Ben', at: after, remoteId: '4711' };
  const { found } = await check({ handed: { sinceMs: handedAt, sent }, isOffline: true });
  expect(found?.error.data).toMatchObject({ by: 'Ben', at: after, remoteId: '4711' });
  expect(found?.candidates).toMatchObject([{ id: '4711', isUnchecked: true }]);
});

it('offers nothing that only a package names, if the service does not have it', async () => {
  const sent = { by: 'Ben', at: after, remoteId: '4711' };
  const { found } = await check({ handed: { sinceMs: handedAt, sent } });
  expect(found?.error.data).toMatchObject({ by: 'Ben', remoteId: '4711', isAbsent: true });
  expect(found?.candidates).toEqual([]);
});

it('compares what a package names with the draft, also where the listing does not show it', async () => {
  const sent = { by: 'Ben', at: after, remoteId: '4711' };
  for (const [fields, differs] of [
    [{ project_name: 'another' }, ['project']],
    [{ task_name: 'another' }, ['name']],
  ] as const) {
    const { found, saved } = await check({ handed: { sinceMs: handedAt, sent }, byId: { 4711: fields } });
    // So that its details can be opened.
    expect(saved).toEqual(['4711']);
    expect(found?.candidates).toMatchObject([{ id: '4711', differs }]);
    expect(found?.error.data).not.toHaveProperty('isAbsent');
    expect(found?.candidates[0]).not.toHaveProperty('isUnchecked');
  }
});

it('does not let a draft go if the service cannot be asked', async () => {
  await expect(check({ isOffline: true })).rejects.toMatchObject({ code: 'OFFLINE' });
});
