import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewQueueIdSchema } from '../../../src-preload/contract/reviews.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { QueueBar } from './queue-bar.tsx';
import { moveInQueue } from './review-actions.ts';

const queueId = reviewQueueIdSchema.parse(1);
const sceneId = (id: number) => librarySceneIdSchema.parse(id);
const [first, second, third, other] = [sceneId(11), sceneId(12), sceneId(13), sceneId(99)];
const scenes = [first, second, third];

/** Shows a queue of three scenes at its second one, while `shown` is displayed. */
async function show(shown: LibrarySceneId = second) {
  const world = { position: 1 };
  reviewStore.setState({ queueId });
  select('scene', shown);
  const page = await showPage(<QueueBar queueId={queueId} librarySceneId={shown} />, {
    answers: (os) => ({
      reviews: {
        queues: os.reviews.queues.handler(() => [
          {
            queueId,
            name: 'Coast',
            madeAt: '2026-03-02T10:30:00Z',
            total: 3,
            left: 2,
            position: world.position,
            librarySceneId: scenes[world.position] ?? null,
          },
        ]),
        queuePosition: os.reviews.queuePosition.handler(({ input }) => {
          const position = scenes.indexOf(input.librarySceneId);
          return { position: position === -1 ? null : position };
        }),
        openAt: os.reviews.openAt.handler(({ input }) => {
          world.position = Number(input.position);
          return { position: world.position, librarySceneId: scenes[world.position] ?? first };
        }),
        open: os.reviews.open.handler(() => null),
      },
      library: { get: os.library.get.handler(({ input }) => sceneOf(input)) },
    }),
  });
  return { ...page, world };
}

const status = () => screen.getByRole('status').textContent;

it('says where the scene on the screen is in the queue, also where the queue is at another one', async () => {
  const { redraw } = await show();
  await waitFor(() => expect(status()).toBe('Scene 2 of 3 · 2 left'));
  redraw(<QueueBar queueId={queueId} librarySceneId={third} />);
  await waitFor(() => expect(status()).toBe('Scene 3 of 3 · 2 left'));
  const next = screen.getByRole('button', { name: 'Next scene (J)' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
});

it('says that a scene is not in the queue, and leads back to the scene of the queue', async () => {
  const { user, main } = await show(other);
  await waitFor(() => expect(status()).toBe('This scene is not in the queue'));
  expect(screen.queryByRole('button', { name: 'Next scene (J)' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to scene 2 of 3' }));
  await waitFor(() => expect(selectedOf('scene')).toBe(second));
  expect(main.asked('reviews.openAt')).toEqual([{ queueId, position: 1 }]);
});

it('goes by keyboard from the scene on the screen, and from outside of the queue back to its scene', async () => {
  const { main } = await show(third);
  await moveInQueue(main.client, queueId, 'previous');
  expect(selectedOf('scene')).toBe(second);
  await moveInQueue(main.client, queueId, 'next');
  expect(selectedOf('scene')).toBe(third);
  select('scene', other);
  await moveInQueue(main.client, queueId, 'previous');
  expect(selectedOf('scene')).toBe(third);
});
