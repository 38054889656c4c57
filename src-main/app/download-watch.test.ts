import { expect, it, vi } from 'vitest';
import { emptySummary, type TransferSummary } from '../../src-preload/contract/delivery.ts';
import type { DownloadSettings } from '../../src-preload/contract/settings.ts';
import type { Delivery } from '../features/downloads/queue/delivery.ts';
import type { ProgressListener } from '../features/downloads/queue/progress-announcer.ts';
import { createDownloadWatch } from './download-watch.ts';

function createScene() {
  const settings: DownloadSettings = {
    bytesPerSecond: 9_000,
    connectionsPerFile: 2,
    filesAtOnce: 3,
    quietHours: null,
    pauseWhenMetered: false,
    notifyWhenDone: true,
    keepAwake: true,
    folderPattern: '{project}/{scene}',
  };
  let listener: ProgressListener = () => undefined;
  const scene = {
    settings,
    at: new Date(2026, 0, 2, 12, 0),
    metered: vi.fn(async () => false),
    notices: [] as unknown[],
    progress: [] as (number | null)[],
    underWay: [] as boolean[],
    changed: vi.fn(),
    move(summary: Partial<TransferSummary>) {
      current = { ...current, ...summary };
      listener([], []);
    },
  };
  let current = emptySummary;
  const watch = createDownloadWatch({
    settings: () => scene.settings,
    now: () => scene.at,
    isMetered: () => scene.metered(),
    words: ({ done }) => ({ title: 'done', body: String(done) }),
    platform: {
      notify: (notice) => scene.notices.push(notice),
      showProgress: (share) => scene.progress.push(share),
    },
    underWay: (isUnderWay) => scene.underWay.push(isUnderWay),
    changed: scene.changed,
  });
  const queue: Pick<Delivery, 'summary' | 'onProgress'> = {
    summary: () => current,
    onProgress(told) {
      listener = told;
      return () => {
        listener = () => undefined;
      };
    },
  };
  return { scene, watch, stop: watch.start(queue) };
}

it('shows how far all are, and tells once when they have ended', async () => {
  const { scene, stop } = createScene();
  scene.move({ running: 2, doneBytes: 10_000_000, totalBytes: 40_000_000 });
  scene.move({ running: 0, done: 2, doneBytes: 40_000_000 });
  scene.move({});
  expect(scene.progress).toEqual([0.25, null, null]);
  expect(scene.underWay).toEqual([true, false, false]);
  expect(scene.notices).toEqual([{ title: 'done', body: '2' }]);
  scene.settings = { ...scene.settings, notifyWhenDone: false };
  scene.move({ running: 1 });
  scene.move({ running: 0 });
  expect(scene.notices).toHaveLength(1);
  stop();
});

it('shows the share of the files until the sizes of all are known', () => {
  const { scene, stop } = createScene();
  scene.move({ running: 2, queued: 1, done: 1, unsized: 2, doneBytes: 9_000, totalBytes: 9_500 });
  scene.move({ unsized: 0, totalBytes: 18_000 });
  expect(scene.progress).toEqual([0.25, 0.5]);
  stop();
});

it('tells when the clock, the network or the settings change what is allowed', async () => {
  const { scene, watch, stop } = createScene();
  await watch.check();
  scene.changed.mockClear();
  await watch.check();
  expect(scene.changed).not.toHaveBeenCalled();
  scene.settings = {
    ...scene.settings,
    quietHours: { from: '13:00', to: '14:00', bytesPerSecond: 0 },
    pauseWhenMetered: true,
  };
  scene.at = new Date(2026, 0, 2, 13, 0);
  await watch.check();
  expect(scene.changed).toHaveBeenCalledTimes(1);
  expect(watch.pauseReason()).toMatchObject({ because: 'quiet-hours', until: '14:00' });
  expect(watch.limits().bytesPerSecond).toBe(0);
  scene.at = new Date(2026, 0, 2, 14, 0);
  scene.metered.mockResolvedValue(true);
  // The system is asked with every fourth look.
  for (let turn = 0; turn < 4; turn += 1) await watch.check();
  expect(watch.pauseReason()?.because).toBe('metered');
  expect(scene.metered).toHaveBeenCalledTimes(2);
  stop();
});
