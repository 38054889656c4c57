import type { AttributeFilter, PlaceFilter } from '../../../src-preload/contract/places.ts';
import type { PlacesState } from './place-store.ts';

/** True if a filter by an attribute has a value, or needs none. */
export const isFiltering = (attribute: AttributeFilter | null): attribute is AttributeFilter =>
  attribute !== null && (attribute.test === 'empty' || attribute.value.trim() !== '');

/** Returns the filter of the table. `box` is the view of the map. */
export function filterOfPlaces(
  {
    listIds,
    search,
    tag,
    kind,
    attribute,
    isInView,
  }: Pick<PlacesState, 'listIds' | 'search' | 'tag' | 'kind' | 'attribute' | 'isInView'>,
  box: readonly [number, number, number, number] | null,
): PlaceFilter {
  return {
    ...(listIds.length === 0 ? {} : { listIds: [...listIds] }),
    ...(search === '' ? {} : { search }),
    ...(tag === null ? {} : { tag }),
    ...(kind === null ? {} : { kind }),
    ...(isFiltering(attribute) ? { attribute } : {}),
    ...(isInView && box ? { box: [...box] } : {}),
  };
}
