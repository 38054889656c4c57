import type { SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  defaultRasterStyle,
  type RasterLook,
  rasterLooks,
} from '../../src-preload/contract/raster-styles.ts';
import { mapStore, restyleRaster, takeRasterAway } from '../state/map-store.ts';

/** What a look means for a style is loaded with the first raster. */
async function showLook(look: RasterLook) {
  const { withLook } = await import('../raster/style/looks.ts');
  const style = mapStore.getState().shownRaster?.style ?? defaultRasterStyle;
  restyleRaster(withLook(style, look));
}

/** Returns the commands for the raster on the map: its looks, its style for other rasters, and hiding it. */
export function useRasterCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const isShown = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const style = useStore(mapStore, ({ shownRaster }) => shownRaster?.style ?? defaultRasterStyle);
  const copied = useStore(mapStore, ({ copiedStyle }) => copiedStyle);
  if (!isShown) return [];
  return [
    { id: 'hide-raster', label: t('map.hideRaster'), onClick: takeRasterAway },
    ...rasterLooks.map((look) => ({
      id: `look-${look}`,
      label: t('shell.command.look', { look: t(`map.look.${look}`) }),
      onClick: () => void showLook(look),
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
