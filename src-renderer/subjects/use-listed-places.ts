import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Subject } from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';
import { useListedMarks } from './use-listed-marks.ts';

interface ListedPlacesOptions<Places> {
  subject: Subject;
  query: UseQueryOptions<Places>;
  /** Returns what the map draws of the answer. */
  toMarks: (places: Places) => SubjectMarks;
}

/** Reads the places of a list and shows them on the map as long as the list is mounted; returns them, undefined until the answer is here. */
export function useListedPlaces<Places>({ subject, query, toMarks }: ListedPlacesOptions<Places>) {
  const places = useQuery({ ...query, placeholderData: keepPreviousData }).data;
  const marks = useMemo(() => (places === undefined ? undefined : toMarks(places)), [places, toMarks]);
  useListedMarks(subject, marks);
  return places;
}
