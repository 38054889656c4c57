import type { ViewedList } from '../../kit/views/viewed-list.ts';
import { placeStore } from './place-store.ts';
import { placesAppearance, plainPlaces, showPlacesAppearance } from './saved-places.ts';

/** The list of places, for its saved views. */
export const viewedPlaces: ViewedList = {
  name: 'places',
  appearance: () => placesAppearance(placeStore.getState()),
  apply: (content) => showPlacesAppearance({ ...plainPlaces, ...content }),
  subscribe: placeStore.subscribe,
};
