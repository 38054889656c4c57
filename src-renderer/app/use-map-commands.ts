import type { SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { foldsStore, toggleFold } from '../kit/state/folds-store.ts';
import { fullMapStore } from '../kit/state/full-map.ts';
import { mapDisplayStore, toggleNames } from '../kit/state/map-display-store.ts';
import { mapWindowStore } from '../kit/state/map-window.ts';
import { useMapWindow } from '../map/use-map-window.ts';
import { useMapActions } from './use-map-actions.ts';

/** Returns the commands that move the map and measure on it. */
export function useMapCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const actions = useMapActions();
  const mapWindow = useMapWindow();
  const hasNames = useStore(mapDisplayStore, (state) => state.hasNames);
  const folded = useStore(foldsStore, (state) => state.folded);
  const isFull = useStore(fullMapStore, (state) => state.isFull);
  const hasPanes = useStore(mapWindowStore, ({ place }) => place !== 'alone');
  const folds = [
    {
      id: 'fold-details',
      label: folded.has('details') ? t('shell.openDetails') : t('shell.foldDetails'),
      onClick: () => toggleFold('details'),
    },
    {
      id: 'fold-list',
      label: folded.has('list') ? t('shell.openList') : t('shell.foldList'),
      onClick: () => toggleFold('list'),
    },
  ];
  return [
    { id: 'whole-world', label: t('map.wholeWorld'), onClick: actions.wholeWorld },
    { id: 'all-marks', label: t('map.allMarks'), onClick: actions.allMarks },
    { id: 'zoom-to-selection', label: t('map.toSelection'), onClick: actions.selection },
    { id: 'zoom-to-project', label: t('map.toProject'), onClick: actions.project },
    { id: 'view-back', label: t('map.back'), onClick: actions.back },
    { id: 'view-forward', label: t('map.forward'), onClick: actions.forward },
    {
      id: 'measure-distance',
      label: t('map.measureDistance'),
      onClick: () => actions.measure('distance'),
    },
    {
      id: 'basemap-names',
      label: hasNames ? t('map.display.hideNames') : t('map.display.showNames'),
      onClick: toggleNames,
    },
    ...(hasPanes ? folds : []),
    {
      id: 'full-map',
      label: isFull ? t('map.full.close') : t('map.full.open'),
      onClick: actions.toggleFull,
    },
    { id: 'map-window', label: mapWindow.label, onClick: mapWindow.toggle },
    { id: 'measure-area', label: t('map.measureArea'), onClick: () => actions.measure('area') },
  ];
}
