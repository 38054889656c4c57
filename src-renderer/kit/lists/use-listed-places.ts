import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Subject } from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';
import { useListedMarks } from './use-listed-marks.ts';

interface ListedPlacesOptions<Places> {
  subject: Subject;
  query: UseQueryOptions<Places>;
  /** Converts the answer to map marks. */
  toMarks: (places: Places) => SubjectMarks;
}

/** Shows the places of a list on the map while the list is mounted; returns them, undefined until they are loaded. */
export function useListedPlaces<Places>({ subject, query, toMarks }: ListedPlacesOptions<Places>) {
  const places = useQuery({ ...query, placeholderData: keepPreviousData }).data;
  const marks = useMemo(() => (places === undefined ? undefined : toMarks(places)), [places, toMarks]);
  useListedMarks(subject, marks);
  return places;
}
