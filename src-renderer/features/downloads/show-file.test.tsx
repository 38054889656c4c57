import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { fileOf, sceneOf, transferOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { selectedOf } from '../../kit/state/selection.ts';
import { useShowFile } from './show-file.ts';

function Show() {
  const show = useShowFile();
  return (
    <button type="button" onClick={() => show(transferOf())}>
      Show
    </button>
  );
}

async function press(scene: () => SceneDetails) {
  const page = await showPage(<Show />, {
    answers: (os) => ({ library: { get: os.library.get.handler(scene) } }),
  });
  await page.user.click(screen.getByRole('button', { name: 'Show' }));
}

it('draws the raster that has come', async () => {
  await press(() => sceneOf({ files: [fileOf({ state: 'on-disk' })] }));
  await waitFor(() => expect(mapStore.getState().shownRaster).toMatchObject({ fileId: 1, goThere: true }));
  expect(selectedOf('scene')).toBe(7);
});

it('goes to the footprint while the raster is not there', async () => {
  await press(() => sceneOf());
  await waitFor(() =>
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [16, 48, 17, 49] }),
  );
  expect(mapStore.getState().shownRaster).toBeNull();
  expect(selectedOf('scene')).toBe(7);
});

it('says that the scene is gone', async () => {
  await press(() => {
    throw new AppError('NOT_FOUND', { what: 'scene 7' });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The scene 7');
});
