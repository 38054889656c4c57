import { useEffect } from 'react';
import { type MapState, mapStore } from '../state/map-store.ts';
import { hover, type Subject } from '../state/selection.ts';

/** The marks of the lists, by their names in the map store. */
type MarksInStore = Pick<MapState, 'targets' | 'orderPlaces' | 'commandPlaces' | 'footprints'>;
/** The type of the marks under each name, without null. */
export type ListedMarks = { [Name in keyof MarksInStore]: NonNullable<MarksInStore[Name]> };

/**
 * Shows on the map what a list shows, as long as the list is mounted. In other workspaces the map shows all tasks and
 * scenes.
 */
export function useListedMarks<Name extends keyof ListedMarks>(
  name: Name,
  subject: Subject,
  marks: ListedMarks[Name] | undefined,
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
