import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { fileOf, sceneOf, settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { changeAbove, compareStore, compareWith, endComparison } from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { useSavedComparison } from './saved-comparison.ts';

const [fileId, librarySceneId] = [libraryFileIdSchema.parse(1), librarySceneIdSchema.parse(7)];
const above = (id: number, opacity = 1) => ({
  fileId: libraryFileIdSchema.parse(id),
  librarySceneId: librarySceneIdSchema.parse(id * 10),
  style: null,
  opacity,
});
const kept = {
  librarySceneId,
  above: [above(2, 0.4), above(3)],
  mode: 'opacity',
  swipe: 0.25,
  isStretchShared: true,
  isStripOpen: true,
};

beforeEach(() => {
  mapStore.setState({
    shownRaster: { fileId, librarySceneId, style: null, goThere: false },
  });
});

function Part() {
  useSavedComparison();
  return null;
}

/** Shows a raster with what the last run saved; only the file 2 is on the disk. */
const start = (comparison: unknown) =>
  showPage(<Part />, {
    settings: settingsOf({ workspace: { comparison } }),
    answers: (os) => ({
      settings: {
        get: os.settings.get.handler(() => settingsOf({ workspace: { comparison } })),
        set: os.settings.set.handler(() => settingsOf()),
      },
      library: {
        get: os.library.get.handler(({ input }) => {
          const id = libraryFileIdSchema.parse(input.librarySceneId / 10);
          return sceneOf({ files: [fileOf({ fileId: id, state: id === 2 ? 'on-disk' : 'missing' })] });
        }),
      },
    }),
  });

it('compares again what was compared at the last end, with the files that are still there, and blinks not', async () => {
  await start(kept);
  await waitFor(() =>
    expect(compareStore.getState()).toMatchObject({
      mode: 'opacity',
      swipe: 0.25,
      isStretchShared: true,
      isStripOpen: true,
      comparison: { librarySceneId, above: [above(2, 0.4)] },
      blink: { isRunning: false },
    }),
  );
});

it.each([
  ['of another raster', { ...kept, librarySceneId: 8 }],
  ['that makes no sense', { ...kept, mode: 'dream' }],
  ['whose files are gone', { ...kept, above: [above(3)] }],
])('leaves a comparison %s', async (_name, saved) => {
  const { main } = await start(saved);
  await waitFor(() => expect(main.asked('settings.get').length).toBeGreaterThan(0));
  await waitFor(() => expect(compareStore.getState().isRestored).toBe(true));
  expect(compareStore.getState().comparison).toBeNull();
});

it('saves the comparison when it changes, and that there is none any more', async () => {
  const { main } = await start(null);
  await waitFor(() => expect(compareStore.getState().isRestored).toBe(true));
  const saved = () => main.asked('settings.set').at(-1);
  let opacity = 1;
  await waitFor(() => {
    // Changes are followed once it was looked for the last one.
    opacity -= 0.01;
    compareWith(above(2));
    changeAbove(above(2).fileId, { opacity });
    window.dispatchEvent(new Event('pagehide'));
    expect(saved()).toMatchObject({
      workspace: { comparison: { librarySceneId, above: [above(2, opacity)] } },
    });
  });
  endComparison();
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(saved()).toEqual({ workspace: { comparison: null } }));
});
