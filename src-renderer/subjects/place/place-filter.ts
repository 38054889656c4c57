import type { PlaceFilter } from '../../../src-preload/contract/places.ts';
import type { PlacesState } from './place-store.ts';

/** Returns the filter of the table. `box` is the view of the map. */
export function filterOfPlaces(
  {
    listIds,
    search,
    tag,
    kind,
    isInView,
  }: Pick<PlacesState, 'listIds' | 'search' | 'tag' | 'kind' | 'isInView'>,
  box: readonly [number, number, number, number] | null,
): PlaceFilter {
  return {
    ...(listIds.length === 0 ? {} : { listIds: [...listIds] }),
    ...(search === '' ? {} : { search }),
    ...(tag === null ? {} : { tag }),
    ...(kind === null ? {} : { kind }),
    ...(isInView && box ? { box: [...box] } : {}),
  };
}
