import type { SpotlightActionData } from '@mantine/spotlight';
import { searchViewOf } from '../gazetteer/place-extent.ts';
import { useFoundPlaces } from '../gazetteer/use-found-places.ts';
import { usePlaceWords } from '../gazetteer/use-place-words.ts';
import { parseCoordinate } from '../kit/i18n/read-place.ts';
import { mapStore } from '../kit/state/map-store.ts';
import { showFound } from '../map/show-found.ts';
import { showMap } from './show-map.ts';

const mostNames = 5;
/**
 * Returns true for a text that may be a name. One letter is the beginning of a command, but one Chinese character may
 * be a name.
 */
const isName = (text: string) => text.trim().length > 1 || /[^\0-\u007f]/.test(text);

/**
 * Returns palette entries for the places whose names match the typed text, and whether more may follow. They need
 * neither network nor debouncing.
 */
export function usePlaceNameEntries(text: string): { actions: SpotlightActionData[]; isSearching: boolean } {
  const words = usePlaceWords();
  const query = isName(text) && parseCoordinate(text) === null ? text : '';
  const near = searchViewOf(mapStore.getState().view);
  const { places, isCurrent, failure } = useFoundPlaces(query, near, mostNames);
  const actions = places.map((place) => {
    const name = words.nameOf(place);
    const spelling = place.matched === null || place.matched === name ? [] : [place.matched];
    return {
      id: `name-${place.entry}`,
      label: name,
      description: [...spelling, words.factsOf(place)].join(' · '),
      // The gazetteer has already matched the names; the palette filters again by these keywords.
      keywords: text,
      onClick() {
        showMap();
        showFound(place, name);
      },
    };
  });
  return { actions, isSearching: !isCurrent && failure === null };
}
