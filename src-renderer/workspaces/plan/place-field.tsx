import { Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { longestPlaceText, placeText } from '../../i18n/read-place.ts';
import { useCountries } from '../../state/countries-store.ts';
import { mapStore, zoomToPoint } from '../../state/map-store.ts';
import { readTypedPlace, type TypedPlace } from '../../subjects/draft/typed-place.ts';
import { focusPane } from '../../ui/panes.ts';
import { besideInput } from './beside-input.tsx';
import { NumberField } from './number-field.tsx';
import { PlaceEcho } from './place-echo.tsx';

/** The map follows when the user stops typing, not at each digit. */
const debounceMs = 600;

interface PlaceFieldProps {
  draft: TypedPlace;
  format: CoordinateFormat;
  errorOf: (field: 'place' | 'altitude') => string | undefined;
  set: (patch: Partial<TypedPlace>) => void;
}

/** The point of interest, typed or picked on the map; the map and the text always show the same place. */
export function PlaceField({ draft, format, errorOf, set }: PlaceFieldProps) {
  const { t } = useTranslation();
  const picking = useStore(mapStore, (state) => state.picking);
  const countries = useCountries();
  const input = useRef<HTMLInputElement>(null);
  const { place, placeConfirmed } = draft;
  const read = readTypedPlace({ place, placeConfirmed }, countries);
  const [longitude, latitude] = 'at' in read ? read.at : [null, null];

  // A typed place moves the mark on the map. `marked` distinguishes it from a place that was picked there.
  const marked = useRef(mapStore.getState().pickedPoint);
  useEffect(() => {
    const current = marked.current;
    if (current && place === formatCoordinate(current, format)) return;
    const next = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
    marked.current = next;
    mapStore.setState({ pickedPoint: next });
  }, [place, format, longitude, latitude]);

  // The map moves to a typed place. A picked place is already in view, and the place at the start does not move the
  // map.
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
    // A view that was asked for since then stays: the palette, say, has shown another place meanwhile.
    if (mapStore.getState().viewRequest !== viewAtChange.current) return;
    if (longitude !== null && latitude !== null && debouncedPlace !== placeConfirmed)
      zoomToPoint([longitude, latitude]);
  }, [debouncedPlace, place, placeConfirmed, longitude, latitude]);

  // A picked place is written into the field, which then gets the focus.
  const write = useRef(set);
  useEffect(() => {
    write.current = set;
  });
  useEffect(
    () =>
      mapStore.subscribe(({ pickedPoint }) => {
        if (pickedPoint === null || pickedPoint === marked.current) return;
        marked.current = pickedPoint;
        const text = formatCoordinate(pickedPoint, format);
        write.current({ place: text, placeConfirmed: text });
        input.current?.focus();
      }),
    [format],
  );

  // The key `N` opens the form while the map waits for a click, so the field gets the focus as well.
  useEffect(() => {
    if (mapStore.getState().picking) input.current?.focus();
  }, []);

  const togglePicking = () => {
    mapStore.setState({ picking: !picking });
    if (!picking) focusPane('map');
  };
  const hasAltitude = draft.altitude !== '' || ('at' in read && read.altitudeMetres !== null);
  return (
    <Stack gap={4}>
      <TextInput
        ref={input}
        label={t('plan.place')}
        description={t('plan.placeHint')}
        value={place}
        onChange={(event) => set({ place: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && picking) mapStore.setState({ picking: false });
        }}
        error={errorOf('place')}
        maxLength={longestPlaceText}
        spellCheck={false}
        autoComplete="off"
        withAsterisk
        {...besideInput({ label: t('plan.pick'), picking, toggle: togglePicking })}
      />
      <PlaceEcho
        read={read}
        format={format}
        countries={countries}
        onChoose={(at) => {
          const text = placeText(at, format);
          set({ place: text, placeConfirmed: text });
          zoomToPoint(at);
          input.current?.focus();
        }}
      />
      <NumberField
        label={t('place.altitudeLabel')}
        placeholder={
          'at' in read && read.altitudeMetres !== null ? String(read.altitudeMetres) : t('place.altitudeNone')
        }
        description={hasAltitude ? t('place.altitudeHint') : undefined}
        value={draft.altitude}
        onChange={(altitude) => set({ altitude })}
        error={errorOf('altitude')}
      />
    </Stack>
  );
}
