import type { PlaceList } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFilter, PlaceSearch } from '../../../src-preload/contract/places.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { loadPlaceFacets } from './place-facets.ts';
import { createPlaceListQueries } from './place-list-queries.ts';
import { selectLists, storedListRow } from './place-rows.ts';
import { loadPlacesOnMap } from './places-on-map.ts';
import { loadTextMatches } from './text-matches.ts';
import { createWholePlaceQueries } from './whole-place-queries.ts';

/**
 * Creates the queries of the lists of places and of the map. They may read all places, so the screens run them in the list
 * reader's thread.
 */
export function createPlaceQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    lists: (): PlaceList[] => readableRows(store, storedListRow, selectLists).rows,
    ...createPlaceListQueries({ store }),
    ...createWholePlaceQueries({ store }),
    facets: (filter: PlaceFilter) => loadPlaceFacets(store, filter),
    onMap: (filter: PlaceFilter) => loadPlacesOnMap(store, filter),
    matches: (search: PlaceSearch) => loadTextMatches(store, search),
  };
}
