import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewsOfSceneSchema } from '../../../src-preload/contract/reviews.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Conflicts } from './conflicts.tsx';

const librarySceneId = librarySceneIdSchema.parse(1);
const at = '2026-03-02T10:00:00.000Z';
const all = reviewsOfSceneSchema.parse({
  librarySceneId,
  summary: { state: 'conflict', rating: null, tags: [], conflicts: 1, remarks: 0, reviewers: 1 },
  reviews: [
    {
      reviewerId: 'a00000000001',
      name: 'Ana',
      isMine: true,
      verdict: (['rejected', 'accepted'] as const).map((verdict) => ({ value: { verdict, reason: '' }, at })),
      rating: [],
      tags: [],
      notes: [],
      decision: [],
      remarks: [],
      seen: null,
    },
  ],
  problems: [],
  isWaiting: false,
  isDisputed: true,
});

it('a statement under the user’s name from elsewhere is told, with both values to choose from', async () => {
  const state = vi.fn();
  const page = await showPage(<Conflicts librarySceneId={librarySceneId} all={all} state={state} />, {
    answers: (os) => ({
      reviews: { confirmElsewhere: os.reviews.confirmElsewhere.handler(() => null) },
    }),
  });
  expect((await screen.findByTestId('review-elsewhere')).textContent).toContain('under your name');
  await page.user.click(screen.getByRole('button', { name: /Keep “Accepted/ }));
  expect(state).toHaveBeenCalledExactlyOnceWith({
    field: 'verdict',
    value: { verdict: 'accepted', reason: '' },
  });
  await page.user.click(screen.getByRole('button', { name: 'I stated it on another computer' }));
  expect(page.main.asked('reviews.confirmElsewhere')).toEqual([{ librarySceneId }]);
});
