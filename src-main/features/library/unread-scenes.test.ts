import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CaptureId, captureIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore } from '../../../testing/open-test-store.ts';
import { testScope } from '../../../testing/task-rows.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { AppError } from '../../core/app-error.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneTable } from './scene-table.ts';
import { createUnreadScenes } from './unread-scenes.ts';

let opened: ReturnType<typeof openTestStore>;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

const captureIds = (count: number) =>
  Array.from({ length: count }, (_, n) => captureIdSchema.parse(`c${String(n).padStart(5, '0')}`));

/** A library that knows no scene; `answer` is called for each capture that is read. */
function begin(captures: readonly CaptureId[], answer: (id: CaptureId) => Promise<void> = async () => {}) {
  const scenes = createSceneTable({
    store: opened.store,
    now: () => new Date('2026-03-01T00:00:00Z'),
    taskOfCapture: () => null,
    transferring: () => false,
  });
  const put = (id: CaptureId) => {
    const raw = {
      scene_id: `scene of ${id}`,
      timestamp: '2026-02-01T10:00:00Z',
      rasters: [],
      attachments: [],
    };
    scenes.put(testScope, id, { parsed: wireSceneSchema.parse(raw), raw });
  };
  const asked: CaptureId[] = [];
  const closing = new AbortController();
  const changed = vi.fn();
  const unread = createUnreadScenes({
    store: opened.store,
    published: (_, { after, limit }) => captures.filter((id) => after === null || id > after).slice(0, limit),
    async read(_, id) {
      asked.push(id);
      await answer(id);
      put(id);
    },
    isOfOne: (error) => error instanceof AppError && error.code === 'NOT_FOUND',
    changed,
    closing: closing.signal,
  });
  const isIdle = () =>
    vi.waitFor(async () => expect((await unread.unread(testScope)).reading).toBeNull(), { timeout: 20_000 });
  return { unread, asked, put, changed, isIdle, closing };
}

it('counts the published captures without a scene, beyond one page, and reads exactly these', async () => {
  const captures = captureIds(1_203);
  const { unread, asked, put, isIdle } = begin(captures);
  for (const id of captures.slice(0, 1_190)) put(id);
  expect(await unread.unread(testScope)).toEqual({ captures: 13, reading: null, error: null });
  unread.start(testScope);
  // A second press starts nothing else.
  unread.start(testScope);
  await isIdle();
  expect(asked.toSorted()).toEqual(captures.slice(1_190));
  expect(await unread.unread(testScope)).toEqual({ captures: 0, reading: null, error: null });
});

it('asks no more than two at once, and tells the progress', async () => {
  const captures = captureIds(5);
  const waiting: (() => void)[] = [];
  const { unread, asked, isIdle } = begin(captures, () => new Promise((resolve) => waiting.push(resolve)));
  unread.start(testScope);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[0]?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  expect(asked).toHaveLength(3);
  expect((await unread.unread(testScope)).reading).toEqual({ done: 1, total: 5, failed: 0 });
  unread.stop(testScope);
  for (const resolve of waiting) resolve();
  await isIdle();
  expect(asked).toHaveLength(3);
  expect((await unread.unread(testScope)).captures).toBe(2);
});

it('goes on after a capture that the service does not have, and ends when the service fails, with the reason', async () => {
  const captures = captureIds(6);
  const { unread, asked, isIdle } = begin(captures, async (id) => {
    if (id === captures[1]) throw new AppError('NOT_FOUND', { what: id });
    if (id === captures[3]) throw new AppError('OFFLINE', { host: 'api.test' });
  });
  unread.start(testScope);
  await isIdle();
  expect(asked.length).toBeLessThanOrEqual(5);
  const { captures: left, error } = await unread.unread(testScope);
  expect(error).toMatchObject({ code: 'OFFLINE' });
  expect(left).toBeGreaterThanOrEqual(2);
});

it('does not count a capture again that was read and has no scenes', async () => {
  const captures = captureIds(1);
  const { unread, isIdle } = begin(captures);
  unread.start(testScope);
  await isIdle();
  opened.store.run('DELETE FROM scene');
  expect((await unread.unread(testScope)).captures).toBe(0);
});
