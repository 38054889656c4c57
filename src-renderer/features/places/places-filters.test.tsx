import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { filterOfPlaces } from './place-filter.ts';
import { placeStore } from './place-store.ts';
import { PlacesFilters } from './places-filters.tsx';

afterEach(() => vi.restoreAllMocks());

it('says how days and numbers are read that can be read in two ways, for the attribute that is compared or sorted by', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  await showPage(<PlacesFilters />, {
    answers: (os) => ({
      places: {
        facets: os.places.facets.handler(() => ({
          attributes: [
            {
              name: 'Seen',
              count: 3,
              isNumber: false,
              isBoolean: false,
              isDate: false,
              ambiguousDay: '03/04/2026',
              ambiguousNumber: null,
            },
            {
              name: 'Size',
              count: 3,
              isNumber: false,
              isBoolean: false,
              isDate: false,
              ambiguousDay: null,
              ambiguousNumber: '1,234',
            },
          ],
          tags: [],
          kinds: { point: 3, area: 0, none: 0 },
        })),
      },
    }),
  });
  await screen.findByPlaceholderText('Any attribute');
  expect(screen.queryByRole('note')).toBeNull();
  act(() => placeStore.setState({ attribute: { name: 'Seen', test: 'atLeast', value: '' } }));
  expect((await screen.findByRole('note')).textContent).toContain(
    '03/04/2026 in “Seen” are read as 3 Apr 2026',
  );
  act(() => placeStore.setState({ attribute: null, sort: { key: 'attribute Size', descending: false } }));
  expect((await screen.findByRole('note')).textContent).toContain('1,234 in “Size” are read as 1,234,');
});

it('a filter has the region of the user, and the day whose month is a name', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-ES']);
  const state = { listIds: [], search: '', tag: null, kind: null, isInView: false };
  const options = { box: null, language: 'es', isByAttribute: false };
  const attribute = { name: 'Fecha', test: 'atLeast' as const, value: '1 de junio de 2026' };
  const region = { isDayFirst: true, isCommaDecimal: true };
  expect(filterOfPlaces({ ...state, attribute }, options)).toEqual({
    attribute: { ...attribute, day: '2026-06-01' },
    region,
  });
  expect(filterOfPlaces({ ...state, attribute: null }, { ...options, isByAttribute: true })).toEqual({
    region,
  });
  expect(filterOfPlaces({ ...state, attribute: null }, options)).toEqual({});
});
