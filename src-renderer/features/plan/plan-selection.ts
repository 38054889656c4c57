import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { placeText } from '../../kit/i18n/read-place.ts';
import { mapStore, type PlaceToPlan } from '../../kit/state/map-store.ts';
import { restoreSelected, select, selectedOf } from '../../kit/state/selection.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { endEditing } from './draft/draft-store.ts';

/**
 * Deselects the task while a new one is planned, and selects it again when the user leaves Plan. A task that is
 * selected on the map meanwhile has its details beside the form.
 */
export function useOwnSelection() {
  useEffect(() => {
    const before = selectedOf('task');
    select('task', null);
    return () => {
      // Restored without moving the map, so that it stays at the plan.
      if (before === null || selectedOf('task') !== null) return;
      restoreSelected({ task: before });
    };
  }, []);
}

/**
 * Writes a place that was selected on the map into the form of a new task, never into an edited one, with its saved
 * values.
 */
export function usePlaceFromMap(
  format: CoordinateFormat,
  write: (place: string, kept: PlaceToPlan['kept']) => void,
) {
  const placeToPlan = useStore(mapStore, (state) => state.placeToPlan);
  const latestWrite = useRef(write);
  useEffect(() => {
    latestWrite.current = write;
  });
  useEffect(() => {
    if (placeToPlan === null) return;
    mapStore.setState({ placeToPlan: null });
    endEditing();
    // A saved place is planned with all its digits.
    const text =
      placeToPlan.kept === null
        ? formatCoordinate(placeToPlan.at, format)
        : placeText(placeToPlan.at, format);
    latestWrite.current(text, placeToPlan.kept);
    focusPane('list');
  }, [placeToPlan, format]);
}
