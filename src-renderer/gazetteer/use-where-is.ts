import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { WhereIs } from './found-place.ts';
import { useGazetteer } from './gazetteer-store.ts';

const keptMs = 300_000;

/**
 * Returns the description of a place from the embedded data; null until it is known, and if the data cannot be read.
 */
export function useWhereIs(at: LonLat | null): WhereIs | null {
  const gazetteer = useGazetteer();
  const { language } = useTranslation().i18n;
  return (
    useQuery({
      queryKey: ['gazetteer', 'where', at?.[0], at?.[1], language],
      queryFn: at === null ? skipToken : ({ signal }) => gazetteer.whereIs(at, language, signal),
      gcTime: keptMs,
    }).data ?? null
  );
}
