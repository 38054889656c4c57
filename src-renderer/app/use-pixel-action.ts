import { useTranslation } from 'react-i18next';
import { mapStore } from '../kit/state/map-store.ts';
import { focusPaneSoon } from '../kit/ui/panes.ts';
import { useSay } from '../kit/ui/use-act.ts';
import { showMap } from './show-map.ts';

/** Runs a command of the map and moves the focus there. */
export function onMap(run: () => void) {
  showMap();
  run();
  focusPaneSoon('map');
}

/**
 * Returns a function that wraps a command for pixels as a key handler; without a raster, the key shows what is missing.
 */
export function usePixelAction() {
  const { t } = useTranslation();
  const say = useSay();
  return (run: () => void) => () => {
    if (mapStore.getState().shownRaster !== null) onMap(run);
    else say({ message: t('pixels.noRaster'), color: 'gray' });
  };
}
