import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageScope, settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { contractKey } from './nominal-size.ts';
import { NominalSizes } from './nominal-sizes.tsx';

const key = contractKey(pageScope);

function show(nominalSizes: unknown = {}) {
  let saved = settingsOf({ workspace: { nominalSizes } });
  return showPage(<NominalSizes />, {
    settings: saved,
    answers: (os) => ({
      tasking: {
        reference: os.tasking.reference.handler(() => ({
          products: [
            { pk: 169, name: 'Multispectral' },
            { pk: 170, name: 'Panchromatic' },
          ],
          clients: [],
          projects: [],
          fetchedAt: null,
          problems: { products: null, clients: null },
        })),
      },
      settings: {
        get: os.settings.get.handler(() => saved),
        set: os.settings.set.handler(({ input }) => {
          saved = settingsOf({ workspace: input.workspace ?? {} });
          return saved;
        }),
      },
    }),
  });
}
const field = () => screen.findByRole('combobox', { name: 'Multispectral (169)' });

it('sets no size until the user does, and stores it by contract and product', async () => {
  const { user, main } = await show({ other: { 3: { widthKm: 1, heightKm: 1 } } });
  expect(await field()).toHaveProperty('value', '');
  await user.type(await field(), '5x10');
  await user.tab();
  await waitFor(() => expect(main.asked('settings.set')).toHaveLength(1));
  expect(main.asked('settings.set')).toEqual([
    {
      workspace: {
        nominalSizes: {
          other: { 3: { widthKm: 1, heightKm: 1 } },
          [key]: { 169: { widthKm: 5, heightKm: 10 } },
        },
      },
    },
  ]);
});

it('shows an error for text that it cannot read, and does not save it', async () => {
  const { user, main } = await show();
  await user.type(await field(), 'large');
  await user.tab();
  expect(await screen.findByText('Enter a width and a height in kilometres, such as 5 × 10.')).toBeDefined();
  expect(main.asked('settings.set')).toEqual([]);
});

it('deletes a size that is cleared', async () => {
  const { user, main } = await show({ [key]: { 169: { widthKm: 5, heightKm: 5 } } });
  await waitFor(async () => expect(await field()).toHaveProperty('value', '5 × 5'));
  await user.clear(await field());
  await user.tab();
  await waitFor(() =>
    expect(main.asked('settings.set')).toEqual([{ workspace: { nominalSizes: { [key]: {} } } }]),
  );
});

it('saves both sizes if a second one is typed before the first is saved', async () => {
  const { user, main } = await show();
  await user.type(await field(), '5x10');
  await user.type(screen.getByRole('combobox', { name: 'Panchromatic (170)' }), '5x5');
  await user.tab();
  await waitFor(() => expect(main.asked('settings.set')).toHaveLength(2));
  expect(main.asked('settings.set').at(-1)).toEqual({
    workspace: {
      nominalSizes: { [key]: { 169: { widthKm: 5, heightKm: 10 }, 170: { widthKm: 5, heightKm: 5 } } },
    },
  });
});
