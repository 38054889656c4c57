import { lazy } from 'react';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { describedPlaces } from './described-places.tsx';
import { placesOnMap } from './place-marks.ts';
import { usePlaceSearch } from './use-place-search.ts';

const PlaceDetailsPane = lazy(() =>
  import('./place-details.tsx').then((module) => ({ default: module.PlaceDetailsPane })),
);

/** The subject of places, which belong to no contract. */
export const placeSubject = declareSubject('place', {
  keys: placeIdSchema,
  ofAllContracts: true,
  details: (placeId) => ({ key: `place ${placeId}`, pane: <PlaceDetailsPane placeId={placeId} /> }),
  onMap: placesOnMap,
  described: describedPlaces,
  usePaletteSearch: usePlaceSearch,
  checkStored: (client, placeId) => client.places.get({ placeId }),
});
