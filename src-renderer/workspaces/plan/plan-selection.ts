import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { mapStore } from '../../state/map-store.ts';
import { restoreSelected, select, selectedOf } from '../../state/selection.ts';
import { endEditing } from '../../subjects/draft/draft-store.ts';
import { focusPane } from '../../ui/panes.ts';

/**
 * A form for something new stands beside no task of before: what was selected elsewhere waits until Plan is left. A task
 * that is selected here, on the map or because it was just sent, has its details beside the form.
 */
export function useOwnSelection() {
  useEffect(() => {
    const before = selectedOf('task');
    select('task', null);
    return () => {
      // Restored without a flight: the map stays where the plan is.
      if (before === null || selectedOf('task') !== null) return;
      restoreSelected({ task: before });
    };
  }, []);
}

/** A place chosen on the map for a new task goes into the form of a new task, never into one that is being changed. */
export function usePlaceFromMap(format: CoordinateFormat, write: (place: string) => void) {
  const given = useStore(mapStore, (state) => state.placeToPlan);
  const take = useRef(write);
  useEffect(() => {
    take.current = write;
  });
  useEffect(() => {
    if (given === null) return;
    mapStore.setState({ placeToPlan: null });
    endEditing();
    take.current(formatCoordinate(given, format));
    focusPane('list');
  }, [given, format]);
}
