import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapStore } from '../kit/state/map-store.ts';
import classes from './map-pane.module.css';

/** Says that not all places in view are drawn. Renders nothing if all are. */
export function ThinnedNote() {
  const { t } = useTranslation();
  const arePlacesThinned = useStore(mapStore, (state) => state.arePlacesThinned);
  if (!arePlacesThinned) return null;
  return (
    <Text className={classes.note} role="status">
      {t('map.thinned')}
    </Text>
  );
}
