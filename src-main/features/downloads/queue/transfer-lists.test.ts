import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { openTestStore } from '../../../../testing/open-test-store.ts';
import { AppError, toStoredError } from '../../../core/app-error.ts';
import { deliveryMigrations } from './delivery-migrations.ts';
import { createTransferTable, type TransferTable } from './transfer-table.ts';

const idOf = (n: number) => libraryFileIdSchema.parse(n);
const ids = (rows: readonly { fileId: LibraryFileId }[]) => rows.map(({ fileId }) => fileId);

let opened: ReturnType<typeof openTestStore>;
let table: TransferTable;
let now: string;
beforeEach(() => {
  opened = openTestStore(deliveryMigrations);
  now = '2026-01-02T03:04:05.000Z';
  table = createTransferTable({ store: opened.store, now: () => new Date(now) });
  table.enqueue([1, 2, 3, 4, 5].map(idOf));
  table.setState(idOf(2), 'paused');
  table.setState(idOf(3), 'waiting', {
    error: toStoredError(new AppError('OFFLINE', { host: 'catalog' })),
    waitsUntil: '2026-01-02T03:05:05Z',
  });
  table.setState(idOf(4), 'failed');
  table.finish(idOf(5), { sizeBytes: 50, sha256: 'x' });
});
afterEach(() => opened.remove());

it('knows which files are on their way', () => {
  expect([1, 2, 3, 4, 5, 6].map((id) => table.isTransferring(idOf(id)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('lists in the order of the queue what is not finished, part by part', () => {
  expect(table.openIds()).toEqual([1, 2, 3, 4]);
  expect(table.allIds()).toEqual([1, 2, 3, 4, 5]);
  const first = table.openAfter(null, 3);
  expect(ids(first)).toEqual([1, 2, 3]);
  expect(ids(table.openAfter(first.at(-1) ?? null, 3))).toEqual([4]);
  expect(table.openAfter(table.get(idOf(4)), 3)).toEqual([]);
});

it('reads single ones in the order in which they are asked for', () => {
  expect(ids(table.rowsOf([5, 9, 1].map(idOf)))).toEqual([5, 1]);
  expect([table.get(idOf(9)), table.get(idOf(3))?.error?.code]).toEqual([null, 'OFFLINE']);
});

it('knows what waits, until when, and because of what', () => {
  expect(table.waiting()).toEqual([{ fileId: 3, waitsUntil: '2026-01-02T03:05:05Z' }]);
  expect([table.waitingFor(['OFFLINE']), table.waitingFor(['UNREACHABLE'])]).toEqual([[3], []]);
});

it('takes next what is queued, and not what runs already', () => {
  table.enqueue([idOf(4)]);
  expect(ids(table.next(5, []))).toEqual([1, 4]);
  expect(ids(table.next(5, [idOf(1)]))).toEqual([4]);
  expect(ids(table.next(1, []))).toEqual([1]);
  expect(ids(table.nextQueued(1))).toEqual([1]);
});

it('lists what is finished, the latest first, and counts it from a moment on', () => {
  now = '2026-01-02T04:00:00.000Z';
  table.finish(idOf(1), { sizeBytes: 7, sha256: 'y' });
  const { total, rows } = table.done(0, 1);
  expect([total, ids(rows), ids(table.done(1, 5).rows)]).toEqual([2, [1], [5]]);
  expect(table.doneSince(now)).toEqual({ files: 1, bytes: 7 });
  expect(table.doneSince('2026-01-02T03:04:05.000Z')).toEqual({ files: 2, bytes: 57 });
  expect(table.doneSince('2027')).toEqual({ files: 0, bytes: 0 });
  table.clearDone();
  expect([table.done(0, 5), table.doneSince('2026')]).toEqual([
    { total: 0, rows: [] },
    { files: 0, bytes: 0 },
  ]);
});

it('knows since when something is queued', () => {
  expect(table.openSince()).toBe('2026-01-02T03:04:05.000Z');
  for (const id of [1, 2, 3, 4]) table.remove(idOf(id));
  expect(table.openSince()).toBeNull();
});

it('sets all in some states to another one, and forgets why they waited', () => {
  expect(table.setAll(['queued', 'waiting'], 'paused').toSorted()).toEqual([1, 3]);
  expect(table.get(idOf(3))).toMatchObject({ state: 'paused', error: null, waitsUntil: null });
  expect(table.get(idOf(4))?.state).toBe('failed');
});
