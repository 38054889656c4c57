import { useEffect } from 'react';
import { type MapState, mapStore } from '../state/map-store.ts';
import { hover, type Subject } from '../state/selection.ts';

type Marks = Pick<MapState, 'targets' | 'orderPlaces' | 'commandPlaces' | 'footprints'>;

/** Shows on the map what a list shows, for as long as the list is there; elsewhere the map shows all tasks and scenes. */
export function useListedMarks<Name extends keyof Marks>(
  name: Name,
  subject: Subject,
  marks: Marks[Name] | undefined,
) {
  useEffect(() => {
    if (marks) mapStore.setState({ [name]: marks });
  }, [name, marks]);
  useEffect(
    () => () => {
      mapStore.setState({ [name]: null });
      hover(subject, null);
    },
    [name, subject],
  );
}
