import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type PlaceScene, placeSceneSchema } from '../../src-preload/contract/library.ts';
import { fileOf, sceneOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { shownRasters } from '../kit/state/compare-store.ts';
import { selectedOf } from '../kit/state/selection.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { Notices } from './notices.tsx';

const bands = ['red', 'green', 'blue'];
const capture = (id: number, timestamp: string): PlaceScene => {
  const { footprint, files, lastModified, raw, ...scene } = sceneOf();
  return placeSceneSchema.parse({
    ...scene,
    librarySceneId: id,
    timestamp,
    rasters: [{ fileId: id * 10, fileName: 'a.tif', bands }],
  });
};

async function show(captures: PlaceScene[]) {
  const file = fileOf({ fileId: 70, bands, state: 'on-disk', savedAt: '2026-03-03T00:00:00Z' });
  return showPage(<Notices />, {
    answers: (os) => ({
      app: {
        notices: os.app.notices.handler(() => [
          {
            id: 'notice-1',
            kind: 'scenes-arrived' as const,
            at: '2026-03-03T00:00:00Z',
            data: { librarySceneId: '7', name: 'Punjab rice', total: '3' },
          },
        ]),
        dismissNotice: os.app.dismissNotice.handler(() => undefined),
      },
      library: {
        get: os.library.get.handler(() => sceneOf({ librarySceneId: 7, files: [file] })),
        ofPlace: os.library.ofPlace.handler(() => ({ scenes: captures, isMore: false })),
      },
    }),
  });
}

it('opens the new scene compared with the previous capture, by one key', async () => {
  const { user, main } = await show([
    capture(4, '2026-01-01T00:00:00Z'),
    capture(5, '2026-02-01T00:00:00Z'),
    capture(7, '2026-03-02T10:30:00Z'),
    capture(9, '2026-04-01T00:00:00Z'),
  ]);
  const told = await screen.findByText('New scenes have arrived: 3. The newest: Punjab rice');
  // Over the map, where it moves nothing of the window.
  expect(told.closest('[data-testid="arrivals"]')).not.toBeNull();
  (await screen.findByRole('button', { name: 'Compare with the capture before' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(main.asked('app.dismissNotice')).toEqual([{ id: 'notice-1' }]));
  expect(shownRasters().map(({ librarySceneId }) => librarySceneId)).toEqual([7, 5]);
  expect(selectedOf('scene')).toBe(7);
  expect(uiStore.getState().workspace).toBe('library');
});

it('opens the first scene of its place alone', async () => {
  const { user, main } = await show([capture(7, '2026-03-02T10:30:00Z')]);
  await user.click(await screen.findByRole('button', { name: 'Show it' }));
  await waitFor(() => expect(main.asked('app.dismissNotice')).toHaveLength(1));
  expect(shownRasters().map(({ librarySceneId }) => librarySceneId)).toEqual([7]);
});
