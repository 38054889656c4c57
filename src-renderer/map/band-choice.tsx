import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BandTriple, isBandPreset } from '../raster/bands.ts';
import type { RasterDisplay } from '../raster/raster-messages.ts';
import { mapStore, putRaster } from '../state/map-store.ts';

type ShownRaster = NonNullable<ReturnType<typeof mapStore.getState>['shownRaster']>;

/**
 * Returns the same raster in another mode. If no bands were selected by hand before, the bands that are shown now are
 * selected.
 */
export function inMode(shown: ShownRaster, mode: string, seen: BandTriple | undefined): ShownRaster {
  if (mode === 'chosen')
    return { ...shown, bandMode: mode, ...(seen && !shown.chosenBands ? { chosenBands: seen } : {}) };
  return { ...shown, bandMode: isBandPreset(mode) ? mode : 'true-colour' };
}

const channels = ['red', 'green', 'blue'] as const;

/** Selects which band is drawn in which colour, because band names mean nothing for many rasters. */
export function BandChoice({ display }: { display: RasterDisplay }) {
  const { t } = useTranslation();
  const data = display.info.bands.map((name, i) => ({ value: String(i), label: `${i + 1} · ${name}` }));
  const choose = (channel: number, band: number) => {
    const { shownRaster } = mapStore.getState();
    const [red, green, blue] = display.bands.map((each, i) => (i === channel ? band : each));
    if (!shownRaster || red === undefined || green === undefined || blue === undefined) return;
    putRaster({ ...shownRaster, chosenBands: [red, green, blue] });
  };
  return (
    <Group gap={6} wrap="nowrap" mt={6}>
      {channels.map((channel, i) => (
        <Select
          key={channel}
          size="xs"
          w={120}
          aria-label={t(`map.bandFor.${channel}`)}
          label={t(`map.bandFor.${channel}`)}
          data={data}
          value={String(display.bands[i] ?? 0)}
          allowDeselect={false}
          onChange={(value) => choose(i, Number(value ?? 0))}
        />
      ))}
    </Group>
  );
}
