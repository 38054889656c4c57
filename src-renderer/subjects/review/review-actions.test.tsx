import { expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema } from '../../../src-preload/contract/reviews.ts';
import { createPageMain } from '../../../testing/page/page-main.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { mapStore } from '../../state/map-store.ts';
import { selectedOf } from '../../state/selection.ts';
import { openQueueAt } from './review-actions.ts';

const queueId = reviewQueueIdSchema.parse(1);

it('leaves the reviewer at the scene that was gone to, although the one before answers later', async () => {
  const [first, second] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const { client } = createPageMain((os) => ({
    reviews: {
      openAt: os.reviews.openAt.handler(({ input }) => ({
        position: Number(input.position),
        librarySceneId: librarySceneIdSchema.parse(1 + Number(input.position)),
      })),
      open: os.reviews.open.handler(({ input }) =>
        input.librarySceneId === 1 ? first.promise : second.promise,
      ),
    },
    library: {
      get: os.library.get.handler(({ input: { librarySceneId } }) =>
        sceneOf({ librarySceneId, files: [fileOf({ fileId: 10 + librarySceneId, state: 'on-disk' })] }),
      ),
    },
  }));
  const before = openQueueAt(client, queueId, 0);
  await expect.poll(() => selectedOf('scene')).toBe(1);
  const after = openQueueAt(client, queueId, 1);
  await expect.poll(() => selectedOf('scene')).toBe(2);
  first.resolve(null);
  await before;
  expect(selectedOf('scene')).toBe(2);
  second.resolve(null);
  await after;
  expect(mapStore.getState().shownRaster?.librarySceneId).toBe(2);
});
