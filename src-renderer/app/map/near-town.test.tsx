import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { fakeGazetteer, whereOf } from '../../../testing/page/fake-gazetteer.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { NearTown } from './near-town.tsx';

const centre: LonLat = [11.8, 48.45];
const moveTo = (zoom: number) => act(() => mapStore.setState({ view: { centre, zoom } }));

it('says in a near view which town its centre is near to, and asks for none from afar', async () => {
  const asked: LonLat[] = [];
  fakeGazetteer({
    whereIs: async (at) => {
      asked.push(at);
      return whereOf();
    },
  });
  await showPage(<NearTown />);
  moveTo(6);
  expect(screen.queryByTestId('near-town')).toBeNull();
  expect(asked).toEqual([]);
  moveTo(7);
  expect((await screen.findByTestId('near-town')).textContent).toBe('Centre: 8 km NE of Freising, Germany');
  expect(asked).toEqual([centre]);
});
