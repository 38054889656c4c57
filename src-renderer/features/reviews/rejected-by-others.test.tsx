import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { type ReviewsOfScene, reviewsOfSceneSchema } from '../../../src-preload/contract/reviews.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ReviewTool } from './review-tool.tsx';

const at = '2026-03-02T10:00:00.000Z';
const review = (isMine: boolean, verdict: 'accepted' | 'rejected') => ({
  reviewerId: isMine ? 'a00000000001' : 'a00000000002',
  name: isMine ? 'Ana' : 'Bruno',
  isMine,
  verdict: [{ value: { verdict, reason: '' }, at }],
  rating: [],
  tags: [],
  notes: [],
  decision: [],
  remarks: [],
  seen: null,
});
const reviewsOf = (librarySceneId: number, reviews: ReturnType<typeof review>[]): ReviewsOfScene =>
  reviewsOfSceneSchema.parse({
    librarySceneId,
    summary: { state: 'rejected', rating: null, tags: [], conflicts: 0, remarks: 0, reviewers: 1 },
    reviews,
    problems: [],
    isWaiting: false,
  });

async function ask(reviewed: ReviewsOfScene[]) {
  const page = await showPage(
    <ReviewTool asked={{ filter: { onDiskOnly: false }, sort: 'time', descending: true }} />,
    {
      answers: (os) => ({
        library: {
          ids: os.library.ids.handler(() => reviewed.map((each) => each.librarySceneId).join(idSeparator)),
          list: os.library.list.handler(({ input: { filter } }) => ({
            rows: (filter.librarySceneIds ?? []).map((librarySceneId) =>
              sceneOf({ librarySceneId, taskName: `scene ${librarySceneId}` }),
            ),
            total: 1,
          })),
          filesOfMany: os.library.filesOfMany.handler(() => ({
            scenes: 2,
            away: 0,
            onDisk: { fileIds: '1', files: 1, scenes: 2, bytes: 1, withoutSource: 0, leaving: 0 },
            wanted: {
              fileIds: '',
              files: 0,
              scenes: 0,
              bytes: 0,
              unknownSizes: 0,
              orders: 0,
              withoutArchive: 0,
            },
          })),
        },
        reviews: {
          queues: os.reviews.queues.handler(() => []),
          readBeside: os.reviews.readBeside.handler(() => null),
          some: os.reviews.some.handler(() => reviewed),
        },
      }),
    },
  );
  await page.user.click(screen.getByRole('button', { name: 'Review…' }));
  await page.user.click(await screen.findByText('Delete the files of rejected scenes…'));
  await screen.findByRole('button', { name: 'Delete 1 file' });
}

it('the question for rejected files names scenes that only others rejected', async () => {
  await ask([
    reviewsOf(1, [review(true, 'rejected')]),
    reviewsOf(2, [review(true, 'accepted'), review(false, 'rejected')]),
  ]);
  screen.getByText('You have not rejected 1 of these scenes yourself; another reviewer has: scene 2');
});

it('the question says nothing of others where the user has rejected all', async () => {
  await ask([reviewsOf(1, [review(true, 'rejected'), review(false, 'rejected')])]);
  expect(screen.queryByText(/You have not rejected/)).toBeNull();
});
