import { expect, it } from 'vitest';
import type { Change } from '../../src-preload/contract/contract.ts';
import { emptySummary, type Transfer, type TransferUpdate } from '../../src-preload/contract/delivery.ts';
import {
  connectionIdSchema,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import { tellChanges } from '../app/app-procedures.ts';
import { joinUpdates } from '../features/downloads/queue/delivery-procedures.ts';
import { iterate } from './iterate.ts';

const idOf = (n: number) => libraryFileIdSchema.parse(n);

function transfer(n: number, doneBytes: number): Transfer {
  return {
    fileId: idOf(n),
    librarySceneId: librarySceneIdSchema.parse(1),
    sceneName: 's',
    taskName: null,
    project: null,
    takenAt: null,
    fileName: 'f',
    state: 'running',
    doneBytes,
    totalBytes: null,
    bytesPerSecond: null,
    position: n,
    ranges: 0,
    attempts: 0,
    restartedBecause: null,
    error: null,
    waitsUntil: null,
    queuedAt: '2026-01-01T00:00:00Z',
    finishedAt: null,
    sha256: null,
  };
}
const update = (more: Partial<TransferUpdate>): TransferUpdate => ({
  fresh: false,
  transfers: [],
  removed: [],
  summary: emptySummary,
  ...more,
});

/** Returns everything that a late listener receives: it reads only after all was pushed. */
async function readLate(push: (push: (value: TransferUpdate) => void) => void): Promise<TransferUpdate[]> {
  const ended = new AbortController();
  const got: TransferUpdate[] = [];
  let told: (value: TransferUpdate) => void = () => undefined;
  const events = iterate<TransferUpdate>(
    (tell) => {
      told = tell;
      push(tell);
      return () => undefined;
    },
    [ended.signal],
    joinUpdates,
  );
  for await (const each of events) {
    got.push(each);
    if (got.length === 1) told(update({ removed: [idOf(9_999)] }));
    if (each.removed.includes(idOf(9_999))) ended.abort();
  }
  return got;
}

it('a window that does not keep up hears of every transfer that moved', async () => {
  const got = await readLate((push) => {
    for (let n = 1; n <= 3_000; n += 1) push(update({ transfers: [transfer(n, 1)] }));
  });
  expect(new Set(got.flatMap(({ transfers }) => transfers.map(({ fileId }) => fileId))).size).toBe(3_000);
});

it('joined news say what the last one said of each', () => {
  const both = joinUpdates(
    update({ fresh: true, transfers: [transfer(1, 1), transfer(2, 1), transfer(3, 1)], removed: [idOf(4)] }),
    update({ transfers: [transfer(2, 5), transfer(4, 1)], removed: [idOf(3)] }),
  );
  expect(both.fresh).toBe(true);
  expect(both.transfers.map(({ fileId, doneBytes }) => [fileId, doneBytes])).toEqual([
    [1, 1],
    [2, 5],
    [4, 1],
  ]);
  expect(both.removed).toEqual([3]);
  const fresh = update({ fresh: true, transfers: [transfer(7, 1)] });
  expect(joinUpdates(both, fresh)).toBe(fresh);
});

it('a page that does not keep up hears of every kind of change', async () => {
  const connectionId = connectionIdSchema.parse('desk');
  const ended = new AbortController();
  const heard: string[] = [];
  let tell: (change: Change) => void = () => undefined;
  const changes = tellChanges(
    (listener) => {
      tell = listener;
      return () => undefined;
    },
    [ended.signal],
  );
  // The first one is there before the page reads on.
  expect((await changes.next()).value).toMatchObject({ topic: 'settings' });
  tell({ topic: 'places', connectionId: null });
  for (let n = 0; n < 3_000; n += 1) tell({ topic: 'tasks', connectionId });
  tell({ topic: 'orders', connectionId });
  for await (const { topic } of changes) {
    heard.push(topic);
    if (topic === 'orders') ended.abort();
  }
  expect(heard.slice(0, 1)).toEqual(['places']);
  expect(new Set(heard)).toEqual(new Set(['places', 'tasks', 'orders']));
});
