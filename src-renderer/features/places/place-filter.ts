import type { AttributeFilter, PlaceFilter } from '../../../src-preload/contract/places.ts';
import { textReadingOf } from '../../kit/i18n/format.ts';
import { readDay } from '../../kit/i18n/read-day.ts';
import type { PlacesState } from './place-store.ts';

/** True if a filter by an attribute has a value, or needs none. */
export const isFiltering = (attribute: AttributeFilter | null): attribute is AttributeFilter =>
  attribute !== null && (attribute.test === 'empty' || attribute.value.trim() !== '');

/** Returns the filter by an attribute; main does not know the names of months in the language of the screen. */
function withNamedDay(attribute: AttributeFilter, language: string): AttributeFilter {
  const read = /[a-z]{3}/i.test(attribute.value) ? readDay(attribute.value, language) : null;
  return read !== null && 'value' in read && read.value !== null
    ? { ...attribute, day: read.value }
    : attribute;
}

/**
 * Returns the filter of the table, by which it is also sorted. `box` is the view of the map; `isByAttribute` is true if the table is sorted by
 * an attribute.
 */
export function filterOfPlaces(
  {
    listIds,
    search,
    tag,
    kind,
    attribute,
    isInView,
  }: Pick<PlacesState, 'listIds' | 'search' | 'tag' | 'kind' | 'attribute' | 'isInView'>,
  {
    box,
    language,
    isByAttribute,
  }: {
    box: readonly [number, number, number, number] | null;
    language: string;
    isByAttribute: boolean;
  },
): PlaceFilter {
  return {
    ...(listIds.length === 0 ? {} : { listIds: [...listIds] }),
    ...(search === '' ? {} : { search }),
    ...(tag === null ? {} : { tag }),
    ...(kind === null ? {} : { kind }),
    ...(isFiltering(attribute) ? { attribute: withNamedDay(attribute, language) } : {}),
    ...(isFiltering(attribute) || isByAttribute ? { region: textReadingOf(language) } : {}),
    ...(isInView && box ? { box: [...box] } : {}),
  };
}
