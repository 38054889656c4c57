import type { SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  defaultRasterStyle,
  type RasterPreset,
  rasterPresets,
} from '../../src-preload/contract/raster-styles.ts';
import { mapStore, restyleRaster, takeRasterAway } from '../state/map-store.ts';
import { openTakeaway } from '../state/takeaway-store.ts';

const takeaways = ['picture', 'crop', 'qgis'] as const;

/** What a preset means for a style is loaded with the first raster. */
async function showPreset(preset: RasterPreset) {
  const { withPreset } = await import('../raster/style/presets.ts');
  const style = mapStore.getState().shownRaster?.style ?? defaultRasterStyle;
  restyleRaster(withPreset(style, preset));
}

/** Returns the commands for the raster on the map: its presets, its style for other rasters, and hiding it. */
export function useRasterCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const isShown = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const style = useStore(mapStore, ({ shownRaster }) => shownRaster?.style ?? defaultRasterStyle);
  const copied = useStore(mapStore, ({ copiedStyle }) => copiedStyle);
  if (!isShown) return [];
  return [
    ...takeaways.map((kind) => ({
      id: `take-${kind}`,
      label: t(`takeaway.${kind}.open`),
      onClick: () => openTakeaway(kind),
    })),
    { id: 'hide-raster', label: t('map.hideRaster'), onClick: takeRasterAway },
    ...rasterPresets.map((preset) => ({
      id: `preset-${preset}`,
      label: t('shell.command.preset', { preset: t(`map.preset.${preset}`) }),
      onClick: () => void showPreset(preset),
    })),
    {
      id: 'copy-style',
      label: t('map.style.copy'),
      onClick: () => mapStore.setState({ copiedStyle: style }),
    },
    ...(copied === null
      ? []
      : [{ id: 'paste-style', label: t('map.style.paste'), onClick: () => restyleRaster(copied) }]),
  ];
}
