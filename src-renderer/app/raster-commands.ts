import type { SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  defaultRasterStyle,
  type RasterPreset,
  rasterPresets,
} from '../../src-preload/contract/raster-styles.ts';
import { hideShownRaster, mapStore, restyleRaster } from '../kit/state/map-store.ts';
import { beginPixelTool, toggleValues } from '../kit/state/pixels-store.ts';
import { openTakeaway } from '../kit/state/takeaway-store.ts';
import { viewerCommands } from '../kit/state/viewer-commands.ts';
import { onMap } from './use-pixel-action.ts';

const takeaways = ['picture', 'crop', 'qgis'] as const;

/** Shows the raster with a preset. Its module is loaded with the first raster. */
async function showPreset(preset: RasterPreset) {
  const { withPreset } = await import('../viewer/raster/style/presets.ts');
  const style = mapStore.getState().shownRaster?.style ?? defaultRasterStyle;
  restyleRaster(withPreset(style, preset));
}

/** Returns the commands for the raster on the map: its presets, copying its style, and hiding it. */
export function useRasterCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const isShown = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const style = useStore(mapStore, ({ shownRaster }) => shownRaster?.style ?? defaultRasterStyle);
  const copied = useStore(mapStore, ({ copiedStyle }) => copiedStyle);
  const { commands } = useStore(viewerCommands);
  if (!isShown) return [];
  return [
    ...commands,
    ...takeaways.map((kind) => ({
      id: `take-${kind}`,
      label: t(`takeaway.${kind}.open`),
      onClick: () => openTakeaway(kind),
    })),
    { id: 'hide-raster', label: t('map.hideRaster'), onClick: hideShownRaster },
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
    { id: 'pixel-values', label: t('pixels.values'), onClick: () => onMap(toggleValues) },
    {
      id: 'pixel-profile',
      label: t('pixels.profile'),
      onClick: () => onMap(() => beginPixelTool('profile')),
    },
    {
      id: 'pixel-spectra',
      label: t('pixels.spectra'),
      onClick: () => onMap(() => beginPixelTool('spectra')),
    },
    { id: 'pixel-area', label: t('pixels.area'), onClick: () => onMap(() => beginPixelTool('area')) },
    ...(copied === null
      ? []
      : [{ id: 'paste-style', label: t('map.style.paste'), onClick: () => restyleRaster(copied) }]),
  ];
}
