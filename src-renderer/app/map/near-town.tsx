import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { usePlaceWords } from '../../gazetteer/use-place-words.ts';
import { useWhereIs } from '../../gazetteer/use-where-is.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import classes from '../../map/map-pane.module.css';

/** From this zoom on large countries have no name on the map, and a view of a desert or of ice may show no other name. */
const fromZoom = 6.5;

/** Shows the nearest town to the centre of a close view. Renders nothing for other views, which show enough names. */
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
