import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FoundPlace, SearchView } from './found-place.ts';
import { GazetteerError } from './gazetteer.ts';
import type { GazetteerFailure } from './gazetteer-messages.ts';
import { useGazetteer } from './gazetteer-store.ts';

/** How long earlier answers are cached, for a letter that is deleted and typed again. */
const keptMs = 60_000;

/** The places whose names match a text. */
export interface FoundPlaces {
  places: readonly FoundPlace[];
  /** False while the places are still those of the previous text. */
  isCurrent: boolean;
  failure: GazetteerFailure | null;
}

/**
 * Returns the places whose names match a text, best match first, preferring those near the view; none for an empty
 * text. During a search, the places of the previous text stay.
 */
export function useFoundPlaces(text: string, near: SearchView | null, limit: number): FoundPlaces {
  const gazetteer = useGazetteer();
  const { language } = useTranslation().i18n;
  const query = text.trim();
  const found = useQuery({
    queryKey: ['gazetteer', 'find', query, near?.at, near?.reachKm, limit, language],
    queryFn: ({ signal }) => gazetteer.find({ query: text, near, limit, language }, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    gcTime: keptMs,
  });
  if (query === '') return { places: [], isCurrent: true, failure: null };
  return {
    places: found.data ?? [],
    isCurrent: found.isFetched && !found.isPlaceholderData,
    failure: found.error instanceof GazetteerError ? found.error.failure : null,
  };
}
