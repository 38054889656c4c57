import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { parseCoordinate } from '../../i18n/read-place.ts';
import { focusPane } from '../../shell/panes.ts';
import { mapStore } from '../../state/map-store.ts';
import { besideInput } from './beside-input.tsx';

export interface PlaceFieldProps {
  value: string;
  format: CoordinateFormat;
  error: string | undefined;
  onChange: (place: string) => void;
}

/** The point of interest, typed or picked; the map and the text are always the same place. */
export function PlaceField({ value, format, error, onChange }: PlaceFieldProps) {
  const { t } = useTranslation();
  const picking = useStore(mapStore, (state) => state.picking);
  const input = useRef<HTMLInputElement>(null);

  // A typed place moves the mark on the map. `marked` tells it from a place picked there.
  const marked = useRef(mapStore.getState().pickedPoint);
  useEffect(() => {
    const place = parseCoordinate(value);
    const current = marked.current;
    if (current && value === formatCoordinate(current, format)) return;
    marked.current = place;
    mapStore.setState({ pickedPoint: place });
  }, [value, format]);

  // A picked place writes the text, and the keys are back in the form.
  const write = useRef(onChange);
  useEffect(() => {
    write.current = onChange;
  });
  useEffect(
    () =>
      mapStore.subscribe(({ pickedPoint }) => {
        if (pickedPoint === null || pickedPoint === marked.current) return;
        marked.current = pickedPoint;
        write.current(formatCoordinate(pickedPoint, format));
        input.current?.focus();
      }),
    [format],
  );

  // `N` opens the form and picks at once: the click and the keys are both ready.
  useEffect(() => {
    if (mapStore.getState().picking) input.current?.focus();
  }, []);

  const togglePicking = () => {
    mapStore.setState({ picking: !picking });
    if (!picking) focusPane('map');
  };
  return (
    <TextInput
      ref={input}
      label={t('plan.place')}
      description={t('plan.placeHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && picking) mapStore.setState({ picking: false });
      }}
      error={error}
      maxLength={100}
      spellCheck={false}
      autoComplete="off"
      withAsterisk
      {...besideInput({ label: t('plan.pick'), picking, toggle: togglePicking })}
    />
  );
}
