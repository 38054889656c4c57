import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeGazetteer, whereOf } from '../../../testing/page/fake-gazetteer.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { GazetteerError } from '../../gazetteer/gazetteer.ts';
import { mapStore, showHere } from '../../kit/state/map-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { HerePanel } from './here-panel.tsx';

const place = { at: [11.8, 48.45] as const, name: null };
const written = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
/** What is said of the place, without the sun, which moves on. */
const facts = () => written().slice(0, -1);

async function open(where = whereOf()) {
  fakeGazetteer({ whereIs: async () => where });
  const closed: string[] = [];
  const shown = await showPage(<HerePanel map={null} onClosed={() => closed.push('closed')} />);
  act(() => showHere(place));
  return { ...shown, closed };
}

it('says the coordinates in two notations, towns, division and country', async () => {
  await open();
  expect(await screen.findByText('48.45000, 11.80000')).toBeTruthy();
  expect(screen.getByText('48°27′00.0″N 011°48′00.0″E')).toBeTruthy();
  await screen.findByText(/Freising/);
  expect(facts()).toEqual([
    'Nearest town: 8 km NE of Freising, Germany · 40 km from Munich',
    'Division: Bavaria',
    'Country: Germany',
  ]);
});

it('says in a close view how exact coasts and borders are, and not in others', async () => {
  act(() => mapStore.setState({ view: { centre: place.at, zoom: 9 } }));
  await open();
  await screen.findByText(/Freising/);
  const note = /^Coasts and borders are exact to about 3 km\./;
  expect(screen.queryByText(note)).toBeNull();
  act(() => mapStore.setState({ view: { centre: place.at, zoom: 9.5 } }));
  expect(screen.getByText(note)).toBeTruthy();
});

it('says where the sun stands there now, also where no name is known', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 5, 21, 11, 15));
  await open();
  await screen.findByText('48.45000, 11.80000');
  expect(written().at(-1)).toBe('Sun now: 65° above the horizon, azimuth 180°, 12:00 local solar time');
});

it('says at sea which sea, and the nearest country', async () => {
  await open(
    whereOf({
      division: null,
      largerTown: null,
      water: { name: 'North Sea', kind: 'sea' },
      country: { code: 'NL', name: 'Netherlands', distanceKm: 123.4 },
    }),
  );
  await screen.findByText(/North Sea/);
  expect(facts().slice(1)).toEqual([
    'Nearest country: Netherlands, about 123 km away',
    'Sea or lake: North Sea · Sea',
  ]);
});

it('says that a place is disputed instead of choosing between its countries', async () => {
  await open(
    whereOf({
      division: null,
      country: { code: 'RU', name: 'Russia', distanceKm: 0 },
      otherCountry: 'UA',
    }),
  );
  await screen.findByText('Disputed: the outlines have it in Russia, the names of places in Ukraine.');
  expect(facts()).toContain('Country: Russia or Ukraine');
});

it('says who holds and who claims a disputed area, and names all of them as its country', async () => {
  await open(
    whereOf({
      division: null,
      country: { code: 'CN', name: 'China', distanceKm: 0 },
      dispute: { administeredBy: ['CN'], claimedBy: ['TW', 'IN'] },
    }),
  );
  await screen.findByText('Disputed: administered by China, claimed by India and Taiwan.');
  expect(facts()).toContain('Country: China, India, or Taiwan');
});

it('says of an area that no state administers only who claims it', async () => {
  await open(
    whereOf({
      division: null,
      country: { code: 'GE', name: 'Georgia', distanceKm: 0 },
      dispute: { administeredBy: [], claimedBy: ['GE'] },
    }),
  );
  await screen.findByText('Disputed: claimed by Georgia.');
  expect(facts()).toContain('Country: Georgia');
});

it('adds the place that was found to the lists of places', async () => {
  const { user } = await open();
  act(() => showHere({ at: [11.7, 48.4], name: 'Freising' }));
  await user.click(await screen.findByRole('button', { name: 'Add as a place' }));
  expect(mapStore.getState().placeToAdd).toEqual({ at: [11.7, 48.4], name: 'Freising' });
});

it('plans a task at the place', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'New task here' }));
  expect(mapStore.getState().placeToPlan).toEqual({ at: place.at, kept: null });
  expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'task' });
});

it('closes by its button and by Escape, and takes the mark away', async () => {
  const { user, closed } = await open();
  await user.click(await screen.findByRole('button', { name: /^Close/ }));
  expect(mapStore.getState().here).toBeNull();
  act(() => showHere({ ...place, name: 'Freising' }));
  (await screen.findByRole('button', { name: 'New task here' })).focus();
  expect(screen.getByRole('heading', { name: 'Freising' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByTestId('here-panel')).toBeNull();
  expect(closed).toEqual(['closed', 'closed']);
});

it('still says the coordinates when the names cannot be read', async () => {
  fakeGazetteer({ whereIs: () => Promise.reject(new GazetteerError('missing')) });
  await showPage(<HerePanel map={null} onClosed={() => undefined} />);
  act(() => showHere(place));
  expect(await screen.findByText('48.45000, 11.80000')).toBeTruthy();
  expect(facts()).toEqual([]);
});
