import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchViewOf } from '../gazetteer/place-extent.ts';
import { useFoundPlaces } from '../gazetteer/use-found-places.ts';
import { usePlaceWords } from '../gazetteer/use-place-words.ts';
import { useSettings } from '../kit/client/api.tsx';
import { formatCoordinate, type LonLat } from '../kit/i18n/coordinates.ts';
import { readPlaceOnMap } from '../kit/i18n/read-place.ts';
import { mapStore, showHere, zoomToPoint } from '../kit/state/map-store.ts';
import { showFound } from './show-found.ts';

const maxPlaces = 8;

/** A row of the list of found places. */
export interface PlaceChoice {
  key: string;
  name: string;
  /** The other spelling that was found; null for none. */
  spelling: string | null;
  facts: string;
  /** True for a named place, false for a typed coordinate. */
  isNamed: boolean;
  /** Moves the map to the place. */
  show(): void;
}

/** Returns the places that a typed coordinate can mean; several if it is ambiguous. */
function useReadChoices(text: string, middle: LonLat | null): PlaceChoice[] {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  if (text.trim() === '') return [];
  const reading = readPlaceOnMap(text, middle);
  const choice = (at: LonLat, facts: string): PlaceChoice => ({
    key: `at-${at.join('-')}`,
    name: t('shell.command.goTo', { place: formatCoordinate(at, format) }),
    spelling: null,
    facts,
    isNamed: false,
    show() {
      zoomToPoint(at);
      showHere({ at, name: null });
    },
  });
  if ('place' in reading) return [choice(reading.place.at, t('settings.coordinates'))];
  if (!('question' in reading)) return [];
  return reading.question.choices.map(({ meaning, at }) => choice(at, t(`place.meaning.${meaning}`)));
}

/** Returns the rows for a typed text: coordinates first, then the places of that name. */
export function usePlaceChoices(text: string) {
  const words = usePlaceWords();
  // Only a new text reads the view, so that the list does not change under the pointer when the map moves.
  const [near, setNear] = useState(() => searchViewOf(mapStore.getState().view));
  const read = useReadChoices(text, near?.at ?? null);
  const { places, isCurrent, failure } = useFoundPlaces(read.length > 0 ? '' : text, near, maxPlaces);
  const choices = [
    ...read,
    ...places.map((place): PlaceChoice => {
      const name = words.nameOf(place);
      return {
        key: `place-${place.entry}`,
        name,
        spelling: place.matched === name ? null : place.matched,
        facts: words.factsOf(place),
        isNamed: true,
        show: () => showFound(place, name),
      };
    }),
  ];
  return { choices, isCurrent, failure, followView: () => setNear(searchViewOf(mapStore.getState().view)) };
}
