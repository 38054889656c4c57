import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { mapStore, zoomToPoint } from '../../kit/state/map-store.ts';
import type { TypedPlace } from './draft/typed-place.ts';

/** The map follows when the user stops typing, not at each digit. */
const debounceMs = 600;

interface PlaceOnMapOptions {
  draft: Pick<TypedPlace, 'place' | 'placeConfirmed'>;
  format: CoordinateFormat;
  /** The position of the typed place; null if the text has none. */
  longitude: number | null;
  latitude: number | null;
  /** Called with the text of a place that was picked on the map. */
  onPicked: (text: string) => void;
}

/** Keeps the mark on the map and the text of a place the same, in both directions. */
export function usePlaceOnMap({ draft, format, longitude, latitude, onPicked }: PlaceOnMapOptions) {
  const { place, placeConfirmed } = draft;

  // A typed place moves the mark on the map. `marked` distinguishes it from a place that was picked there.
  const marked = useRef(mapStore.getState().pickedPoint);
  useEffect(() => {
    const current = marked.current;
    if (current && place === formatCoordinate(current, format)) return;
    const next = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
    marked.current = next;
    mapStore.setState({ pickedPoint: next });
  }, [place, format, longitude, latitude]);

  const write = useRef(onPicked);
  useEffect(() => {
    write.current = onPicked;
  });
  useEffect(
    () =>
      mapStore.subscribe(({ pickedPoint }) => {
        if (pickedPoint === null || pickedPoint === marked.current) return;
        marked.current = pickedPoint;
        write.current(formatCoordinate(pickedPoint, format));
      }),
    [format],
  );

  useTypedPlaceInView({ place, placeConfirmed, longitude, latitude });
}

/**
 * Moves the map to a typed place. A picked place is already in view, and the place at the start does not move the map.
 */
function useTypedPlaceInView({
  place,
  placeConfirmed,
  longitude,
  latitude,
}: Pick<PlaceOnMapOptions, 'longitude' | 'latitude'> & PlaceOnMapOptions['draft']) {
  const [debouncedPlace] = useDebouncedValue(place, debounceMs);
  const shownPlace = useRef(place);
  const viewAtChange = useRef(mapStore.getState().viewRequest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: noted at each change of the text.
  useEffect(() => {
    viewAtChange.current = mapStore.getState().viewRequest;
  }, [place]);
  useEffect(() => {
    if (debouncedPlace !== place || debouncedPlace === shownPlace.current) return;
    shownPlace.current = debouncedPlace;
    // A view that was requested since then stays: for example, the palette has shown another place meanwhile.
    if (mapStore.getState().viewRequest !== viewAtChange.current) return;
    if (longitude !== null && latitude !== null && debouncedPlace !== placeConfirmed)
      zoomToPoint([longitude, latitude]);
  }, [debouncedPlace, place, placeConfirmed, longitude, latitude]);
}
