import { lazy } from 'react';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../subject.ts';
import { describedPlaces } from './described-places.tsx';
import { placesOnMap } from './place-marks.ts';
import { useFoundPlaces } from './use-found-places.ts';

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
  useFound: useFoundPlaces,
  checkStored: (client, placeId) => client.places.get({ placeId }),
});
