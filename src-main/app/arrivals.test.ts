import { expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema, ruleIdSchema } from '../../src-preload/contract/ids.ts';
import { fileOf, sceneOf } from '../../testing/page/samples.ts';
import { AppError } from '../core/app-error.ts';
import { createNotices } from '../features/support/notices.ts';
import { createArrivals, noticeWithScene } from './arrivals.ts';

const rule = ruleIdSchema.parse('rule-1');
const sceneId = librarySceneIdSchema.parse(7);
const file = (n: number) => libraryFileIdSchema.parse(n);

type State = 'planned' | 'fetching' | 'fetched';

/** A scene with two rasters and a footprint; the rule fetches all of them. */
function createWorld({ showNew = true, states = ['fetched', 'fetched', 'fetched'] as State[] } = {}) {
  const prepared: number[] = [];
  const timers: (() => void)[] = [];
  const notices = createNotices({ now: () => new Date(0), changed: () => undefined });
  const onDisk = new Set<number>();
  const world = { prepared, notices, onDisk, states, undrawable: new Set<number>() };
  const row = (n: number, kind: 'raster' | 'attachment') => ({
    fileId: file(n),
    librarySceneId: sceneId,
    kind,
    name: `f${n}`,
    fileName: `f${n}`,
    bands: '[]',
    path: onDisk.has(n) ? `p${n}` : null,
    missing: 0,
    sizeBytes: 1,
    sha256: null,
    savedAt: null,
    rasterInfo: null,
  });
  const failed: unknown[] = [];
  const arrivals = createArrivals({
    rules: {
      get: () => ({
        id: rule,
        name: 'r',
        enabled: true,
        scope: { connectionId: sceneOf().connectionId, contractId: null },
        match: {},
        kinds: [],
        mostClouds: null,
        area: null,
        unpack: false,
        folder: null,
        quotaBytes: null,
        includeEarlier: false,
        showNew,
        createdAt: '',
        fileCount: 0,
        bytes: 0,
        withheldCount: 0,
        queuedCount: 0,
        leftOutCount: 0,
        lastRanAt: null,
        error: null,
      }),
      ofFiles: (ids) =>
        ids.flatMap((fileId) => {
          const state = world.states[fileId - 1];
          return state === undefined ? [] : [{ ruleId: rule, fileId, state, sizeBytes: 1, at: '' }];
        }),
    },
    scenes: {
      file: (id) => row(id, 'raster'),
      filesOf: () => [row(1, 'raster'), row(2, 'raster'), row(3, 'attachment')],
      get: () => sceneOf({ librarySceneId: sceneId, timestamp: '2026-03-05T00:00:00Z', files: [fileOf()] }),
    },
    async prepare(fileId) {
      if (world.undrawable.has(fileId))
        throw new AppError('RASTER_UNDRAWABLE', { fileName: 'a', reason: 'not-readable', detail: '' });
      prepared.push(fileId);
    },
    notices,
    setTimer(run) {
      timers.push(run);
      return () => undefined;
    },
    onError: (error) => failed.push(error),
  });
  return {
    world,
    async arrive(...files: number[]) {
      for (const n of files) {
        onDisk.add(n);
        arrivals.saved(file(n));
      }
      for (const run of timers.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
      expect(failed).toEqual([]);
    },
    told: () => notices.list().map(({ kind, data }) => ({ kind, ...data })),
  };
}

it('tells of a scene when all of its files have arrived and are prepared', async () => {
  const { world, arrive, told } = createWorld({ states: ['fetching', 'planned', 'fetching'] });
  await arrive(1);
  await arrive(3);
  expect(told()).toEqual([]);
  await arrive(2);
  expect(world.prepared).toEqual([1, 2]);
  expect(told()).toMatchObject([{ kind: 'scenes-arrived', total: '1', librarySceneId: '7' }]);
});

it('is silent without the consent of the rule, and for files that no rule fetched', async () => {
  const silent = createWorld({ showNew: false });
  await silent.arrive(1, 2, 3);
  expect(silent.told()).toEqual([]);
  const foreign = createWorld({ states: [] });
  await foreign.arrive(1, 2, 3);
  expect(foreign.told()).toEqual([]);
});

it('tells of a scene once, however its files come', async () => {
  const { world, arrive, told } = createWorld();
  await arrive(1, 2, 3);
  await arrive(2);
  expect(told()).toMatchObject([{ total: '1' }]);
  expect(world.prepared).toEqual([1, 2]);
});

it('tells of one raster though the other cannot be drawn, and of none if none can', async () => {
  const one = createWorld();
  one.world.undrawable.add(1);
  await one.arrive(1, 2, 3);
  expect(one.told()).toHaveLength(1);
  const none = createWorld();
  for (const n of [1, 2]) none.world.undrawable.add(n);
  await none.arrive(1, 2, 3);
  expect(none.told()).toEqual([]);
});

it('counts the scenes and offers the newest, in whatever order they come', () => {
  const notices = createNotices({ now: () => new Date(0), changed: () => undefined });
  for (const at of ['2026-03-05', '2026-01-01'])
    notices.replace('scenes-arrived', (last) => noticeWithScene(last, { at, name: at }));
  expect(notices.list().map(({ data }) => data)).toEqual([
    { at: '2026-03-05', name: '2026-03-05', total: '2' },
  ]);
});
