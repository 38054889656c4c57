import { expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema } from '../../../src-preload/contract/reviews.ts';
import { createPageMain } from '../../../testing/page/page-main.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { cancelMove } from './deferred-keys.ts';
import { moveInQueue, openQueueAt } from './review-actions.ts';

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

it('stays at the scene that the user selects while the place in the queue is asked for', async () => {
  const asked = Promise.withResolvers<void>();
  const opened: unknown[] = [];
  const { client } = createPageMain((os) => ({
    reviews: {
      queues: os.reviews.queues.handler(async () => {
        await asked.promise;
        return [];
      }),
      queuePosition: os.reviews.queuePosition.handler(() => ({ position: 3 })),
      openAt: os.reviews.openAt.handler(({ input }) => {
        opened.push(input);
        return { position: 1, librarySceneId: librarySceneIdSchema.parse(2) };
      }),
    },
  }));
  reviewStore.setState({ queueId });
  select('scene', librarySceneIdSchema.parse(1));
  const move = moveInQueue(client, queueId, 'next');
  select('scene', librarySceneIdSchema.parse(5));
  asked.resolve();
  await move;
  expect(opened).toEqual([]);
  expect(selectedOf('scene')).toBe(5);
  expect(reviewStore.getState().goingTo).toBe(5);
  cancelMove();
});
