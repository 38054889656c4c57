import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { usePlaceWords } from '../gazetteer/use-place-words.ts';
import { useWhereIs } from '../gazetteer/use-where-is.ts';
import { mapStore } from '../state/map-store.ts';
import classes from './map-pane.module.css';

/** A nearer view may be within one town, or far from all of them, and then shows no name that helps. */
const fromZoom = 9.5;

/** Says where the centre of a near view is: the nearest town. Renders nothing for a view that shows names enough. */
export function NearTown() {
  const { t } = useTranslation();
  const { nearText } = usePlaceWords();
  const view = useStore(mapStore, (state) => state.view);
  const town = useWhereIs(view !== null && view.zoom >= fromZoom ? view.centre : null)?.town ?? null;
  if (town === null) return null;
  const text = t('map.centreIs', { place: nearText(town) });
  return (
    <Text className={classes.near} data-testid="near-town" title={text} truncate>
      {text}
    </Text>
  );
}
