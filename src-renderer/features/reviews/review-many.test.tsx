import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import type { StatedMany } from '../../../src-preload/contract/reviews.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ReviewMany } from './review-many.tsx';

const ids = ['11', '12', '13'];

async function show(result: Partial<StatedMany> = {}) {
  return showPage(<ReviewMany ids={ids} onClose={() => undefined} />, {
    answers: (os) => ({
      reviews: {
        stateMany: os.reviews.stateMany.handler(() => ({
          changed: 3,
          same: 0,
          full: 0,
          unknown: 0,
          ...result,
        })),
        history: os.reviews.history.handler(() => ({ undo: null, redo: null })),
      },
    }),
  });
}
const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const result = () => screen.getByTestId('review-many-result').textContent;
const packed = ids.join(idSeparator);

it('gives all selected scenes a verdict, and says what became of it', async () => {
  const { user, main } = await show({ changed: 1, same: 1, unknown: 1 });
  await user.click(button('Accept'));
  await waitFor(() =>
    expect(result()).toBe(
      'Verdict: 1 scene changed. 1 was so already. 1 scene is not in the library any more.',
    ),
  );
  await user.type(field('Reason for a rejection'), 'Haze');
  await user.click(button('Reject'));
  await waitFor(() => expect(main.asked('reviews.stateMany')).toHaveLength(2));
  expect(main.asked('reviews.stateMany')).toEqual([
    { ids: packed, statement: { field: 'verdict', value: { verdict: 'accepted', reason: '' } } },
    { ids: packed, statement: { field: 'verdict', value: { verdict: 'rejected', reason: 'Haze' } } },
  ]);
});

it('adds and removes tags, also one that no Enter has ended, and removes the rating', async () => {
  const { user, main } = await show();
  await user.type(field('Tags to add or remove'), 'port,ship');
  await user.click(button('Add tags'));
  await waitFor(() => expect(result()).toBe('Tags: 3 scenes changed.'));
  await user.click(button('Remove tags'));
  await waitFor(() => expect(main.asked('reviews.stateMany')).toHaveLength(2));
  await waitFor(() => expect(button('Remove the rating').hasAttribute('disabled')).toBe(false));
  await user.click(button('Remove the rating'));
  await waitFor(() => expect(main.asked('reviews.stateMany')).toHaveLength(3));
  expect(main.asked('reviews.stateMany')).toEqual([
    { ids: packed, statement: { field: 'tags', add: ['port', 'ship'], remove: [] } },
    { ids: packed, statement: { field: 'tags', add: [], remove: ['port', 'ship'] } },
    { ids: packed, statement: { field: 'rating', value: null } },
  ]);
});
