import { Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CoordinateFormat } from '../../kit/i18n/coordinates.ts';
import { longestPlaceText, placeText, readPlace } from '../../kit/i18n/read-place.ts';
import { useCountries } from '../../kit/state/countries-store.ts';
import { mapStore, zoomToPoint } from '../../kit/state/map-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { besideInput } from './beside-input.tsx';
import { readTypedPlace, type TypedPlace } from './draft/typed-place.ts';
import { NumberField } from './number-field.tsx';
import { PlaceEcho } from './place-echo.tsx';
import { usePlaceOnMap } from './use-place-on-map.ts';

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
  // Each key press reads where the map is; the map may then move without a new question.
  const middle = mapStore.getState().view?.centre ?? null;
  const read = readTypedPlace({ place, placeConfirmed }, countries, middle);
  const [longitude, latitude] = 'at' in read ? read.at : [null, null];

  // A picked place is written into the field, which then receives the focus.
  usePlaceOnMap({
    draft,
    format,
    longitude,
    latitude,
    onPicked(text) {
      set({ place: text, placeConfirmed: text });
      input.current?.focus();
    },
  });

  // The key `N` opens the form while the map waits for a click, so the field receives the focus then too.
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
        onChange={(event) => {
          const text = event.currentTarget.value;
          const typed = readPlace(text);
          // The altitude in the text is that of the new place; one in the field below may be that of the place before.
          const namesAltitude = 'place' in typed && typed.place.altitudeMetres !== null;
          set({ place: text, ...(namesAltitude ? { altitude: '' } : {}) });
        }}
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
