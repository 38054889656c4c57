import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeGazetteer, foundPlace } from '../../../testing/page/fake-gazetteer.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import type { FoundPlace } from '../../gazetteer/found-place.ts';
import { GazetteerError } from '../../gazetteer/gazetteer.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { PlaceSearch } from './place-search.tsx';

const munich = foundPlace({
  entry: 7,
  name: 'Munich',
  matched: 'München',
  kind: 'town',
  country: 'DE',
  division: 'Bavaria',
  amount: 1_260_391,
  at: [11.57549, 48.13743],
});
const munichUs = foundPlace({
  entry: 8,
  name: 'Munich',
  kind: 'town',
  country: 'US',
  division: 'North Dakota',
  amount: 199,
});
const field = () => screen.getByRole('combobox', { name: 'Find a place' });
const rows = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('lists what was found with its spelling, kind, division, country and people', async () => {
  const { searches } = fakeGazetteer({ find: async () => [munich, munichUs] });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munchen');
  await screen.findByText('München');
  expect(rows()).toEqual([
    'MunichMünchenCity · Bavaria, Germany · 1,260,391 inhabitants',
    'MunichVillage · North Dakota, United States · 199 inhabitants',
  ]);
  expect(screen.getByRole('status').textContent).toBe('2 places found');
  expect(screen.getByText(/GeoNames.*Natural Earth/)).toBeTruthy();
  expect(searches.at(-1)).toMatchObject({ query: 'munchen', near: null });
});

it('writes countries and sizes in the language of the window', async () => {
  fakeGazetteer({
    find: async () => [munich, foundPlace({ kind: 'country', name: 'Germany', country: 'DE', amount: null })],
  });
  const { user } = await showPage(<PlaceSearch />, { language: 'es' });
  await user.type(screen.getByRole('combobox'), 'ale');
  await screen.findByText('Alemania');
  expect(rows()[0]).toContain('Bavaria, Alemania');
});

it('goes to the first place with Enter, marks it and keeps its name in the field', async () => {
  fakeGazetteer({ find: async () => [munich, munichUs] });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munchen');
  await screen.findByText('München');
  await user.keyboard('{Enter}');
  expect(mapStore.getState().here).toEqual({ at: munich.at, name: 'Munich' });
  expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box' });
  expect(field()).toHaveProperty('value', 'Munich');
  expect(screen.queryByRole('option')).toBeNull();
});

it('goes to the place that the arrows have selected', async () => {
  fakeGazetteer({ find: async () => [munich, munichUs] });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munchen');
  await screen.findByText('München');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(mapStore.getState().here?.at).toEqual(munichUs.at);
});

it('waits with Enter for the places of the text that was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<FoundPlace[]>();
  fakeGazetteer({ find: ({ query }) => (query === 'munich' ? promise : Promise.resolve([munichUs])) });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munic');
  await screen.findByText(/North Dakota/);
  await user.type(field(), 'h{Enter}');
  expect(mapStore.getState().here).toBeNull();
  resolve([munich]);
  await waitFor(() => expect(mapStore.getState().here?.at).toEqual(munich.at));
});

it('takes coordinates in any notation, and asks which if there are several', async () => {
  const { searches } = fakeGazetteer({});
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), '48.2, 16.37');
  expect(rows()).toEqual(['Go to 48.20000, 16.37000Coordinates']);
  await user.keyboard('{Enter}');
  expect(mapStore.getState()).toMatchObject({
    here: { at: [16.37, 48.2], name: null },
    viewRequest: { kind: 'point' },
  });
  await user.clear(field());
  await user.type(field(), '33S 500000 3900000');
  expect(rows()).toHaveLength(2);
  expect(searches.map(({ query }) => query)).not.toContain('48.2, 16.37');
});

it('says what is wrong with the names, and still takes coordinates', async () => {
  fakeGazetteer({ find: () => Promise.reject(new GazetteerError('damaged')) });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munich');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The file with the place names is damaged',
  );
  await user.clear(field());
  await user.type(field(), '48.2, 16.37');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  expect(mapStore.getState().here?.at).toEqual([16.37, 48.2]);
});

it('says that nothing was found', async () => {
  fakeGazetteer({});
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'qqqq');
  expect(await screen.findByText(/^No place found/)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(mapStore.getState().here).toBeNull();
});

it('closes the list with Escape, then clears the field and the mark', async () => {
  fakeGazetteer({ find: async () => [munich] });
  const { user } = await showPage(<PlaceSearch />);
  await user.type(field(), 'munchen');
  await screen.findByText('München');
  await user.keyboard('{Enter}');
  await user.type(field(), 'x');
  await screen.findByRole('option');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(mapStore.getState().here).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(field()).toHaveProperty('value', '');
  expect(mapStore.getState().here).toBeNull();
});

it('has the roles of a combobox with a list', async () => {
  fakeGazetteer({ find: async () => [munich, munichUs] });
  const { user } = await showPage(<PlaceSearch />);
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await user.type(field(), 'munchen');
  await screen.findByText('München');
  const list = screen.getByRole('listbox', { name: 'Places found' });
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(field().getAttribute('aria-controls')).toBe(list.id);
  await user.keyboard('{ArrowDown}');
  const [first] = within(list).getAllByRole('option');
  expect(field().getAttribute('aria-activedescendant')).toBe(first?.id);
});
