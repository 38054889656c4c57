import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ReviewerField } from './reviewer-name.tsx';

it('saves the new name with each press of a double click, although the stored one follows later', async () => {
  let name = 'root';
  const { main, user } = await showPage(<ReviewerField />, {
    answers: (os) => ({
      reviews: {
        self: os.reviews.self.handler(() => ({
          reviewerId: 'a00000000001',
          name,
          isUnnamed: name === 'root',
          known: [],
        })),
        setSelf: os.reviews.setSelf.handler(({ input }) => {
          name = input.name;
          return null;
        }),
      },
    }),
  });
  const field = await screen.findByLabelText('Reviewer', { selector: 'input' });
  await waitFor(() => expect(field).toHaveProperty('value', 'root'));
  await user.clear(field);
  await user.type(field, 'Dora');
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  await user.click(button);
  await waitFor(() => expect(main.asked('reviews.setSelf').length).toBeGreaterThan(1));
  expect(new Set(main.asked('reviews.setSelf').map((input) => JSON.stringify(input)))).toEqual(
    new Set([JSON.stringify({ name: 'Dora' })]),
  );
  expect(field).toHaveProperty('value', 'Dora');
});

it.each([
  ['It is my new name', { name: 'Luis' }],
  ['I am another person', { name: 'Luis', isAnotherPerson: true }],
])('asks whose the reviews of before are when another name is typed: %s', async (button, sent) => {
  const { main, user } = await showPage(<ReviewerField />, {
    answers: (os) => ({
      reviews: {
        self: os.reviews.self.handler(() => ({
          reviewerId: 'a00000000001',
          name: 'Rosa',
          isUnnamed: false,
          known: [],
        })),
        setSelf: os.reviews.setSelf.handler(() => null),
      },
    }),
  });
  const field = await screen.findByLabelText('Reviewer', { selector: 'input' });
  await waitFor(() => expect(field).toHaveProperty('value', 'Rosa'));
  await user.clear(field);
  await user.type(field, 'Luis{Enter}');
  expect(main.asked('reviews.setSelf')).toEqual([]);
  expect(screen.getByText(/^Is Luis a new name of Rosa/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(main.asked('reviews.setSelf')).toEqual([sent]));
});
