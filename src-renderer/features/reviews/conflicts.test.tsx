import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { reviewsOfSceneSchema, type Verdict } from '../../../src-preload/contract/reviews.ts';
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

it('names the verdicts and the decisions of all, if two have decided differently', async () => {
  const reviewOf = (name: string, verdict: Verdict, decision: Verdict) => ({
    ...all.reviews[0],
    reviewerId: `b0000000000${name.length}`,
    name,
    isMine: name === 'Ana',
    verdict: [{ value: { verdict, reason: '' }, at }],
    decision: [{ value: decision, at }],
  });
  const both = reviewsOfSceneSchema.parse({
    ...all,
    isDisputed: false,
    reviews: [reviewOf('Ana', 'accepted', 'rejected'), reviewOf('Bruno', 'rejected', 'accepted')],
  });
  const state = vi.fn();
  const page = await showPage(<Conflicts librarySceneId={librarySceneId} all={both} state={state} />);
  const said = screen.getByTestId('review-conflicts').textContent;
  expect(said).toContain('Ana: Accepted');
  expect(said).toContain('Ana: Decision: Rejected');
  expect(said).toContain('Bruno: Decision: Accepted');
  await page.user.click(screen.getByRole('button', { name: 'Accepted' }));
  expect(state).toHaveBeenCalledExactlyOnceWith({ field: 'decision', value: 'accepted' });
});
