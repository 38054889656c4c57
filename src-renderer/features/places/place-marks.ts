import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlacesOnMap } from '../../../src-preload/contract/places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { selectedOf } from '../../kit/state/selection.ts';
import type { MarkKey, SubjectMarks } from '../../kit/state/subject-marks.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import { placeStore, togglePlace } from './place-store.ts';

/** Returns places as map marks. */
export const placesAsMarks = (places: PlacesOnMap): SubjectMarks => ({ shape: 'places', places });

/** Returns the places of all visible lists. */
function useVisiblePlaces(): SubjectMarks | null {
  const { query } = useApi();
  // Nothing is fetched while no list has a place.
  const isAny = useQuery(query.places.lists.queryOptions()).data?.some(
    ({ visible, count }) => visible && count > 0,
  );
  const places = useQuery(
    query.places.onMap.queryOptions({ input: isAny ? { filter: { visibleOnly: true } } : skipToken }),
  ).data;
  return useMemo(() => (isAny && places ? placesAsMarks(places) : null), [isAny, places]);
}

const useChosenPlaces = (): ReadonlySet<MarkKey> => useStore(placeStore, ({ chosen }) => chosen);

/** Declares places on the map, in the colours of their lists. The selected point can be dragged while Places is open. */
export const placesOnMap: MapSubject = {
  subject: 'place',
  height: 1,
  draws: ['points', 'outlines'],
  hiddenBy: ['moment'],
  hasOwnColours: true,
  useUnlisted: useVisiblePlaces,
  listedIn: 'places',
  revealsSelected: true,
  isHitInside: true,
  isHitFirstWhileListed: true,
  useChosen: useChosenPlaces,
  onShiftClick: togglePlace,
  opens: { workspace: 'places', unlessIn: 'plan' },
  drag: {
    canDrag: (key) =>
      uiStore.getState().workspace === 'places' &&
      selectedOf('place') === key &&
      placeStore.getState().reshaped === null,
    onDrop: (key, to) => placeStore.setState({ dragged: { placeId: placeIdSchema.parse(key), to } }),
  },
};
