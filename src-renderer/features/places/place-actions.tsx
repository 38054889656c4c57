import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Place } from '../../../src-preload/contract/place-values.ts';
import { useActiveConnection } from '../../kit/client/api.tsx';
import { closeDetails } from '../../kit/lists/close-details.ts';
import { mapStore, planTaskAt } from '../../kit/state/map-store.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { planAreaOrder } from '../plan/draft/plan-area.ts';
import { usePlaceEdits } from './edit-places.ts';
import { placeStore, startPlaceTool } from './place-store.ts';

/** The button that starts or ends the editing of an area's vertices on the map. */
function ReshapeButton({ place }: { place: Place }) {
  const { t } = useTranslation();
  const isReshaped = useStore(placeStore, ({ reshaped }) => reshaped === place.placeId);
  const toggle = () => {
    startPlaceTool(null);
    if (isReshaped || place.geometry?.kind !== 'area') return;
    mapStore.setState({ areas: [place.geometry.rings], areasEditable: true });
    placeStore.setState({ reshaped: place.placeId });
    focusPane('map');
  };
  return (
    <Button variant={isReshaped ? 'filled' : 'default'} aria-pressed={isReshaped} onClick={toggle}>
      {t('places.reshape')}
    </Button>
  );
}

/** The actions for a place. */
export function PlaceActions({ place }: { place: Place }) {
  const { t } = useTranslation();
  const edits = usePlaceEdits();
  const hasOrders = useActiveConnection()?.addresses.ordersUrl != null;
  const { placeId, geometry, name } = place;
  const planTask = () => {
    if (geometry?.kind !== 'point') return;
    const { longitude, latitude, altitudeMetres } = geometry;
    uiStore.setState({ planMode: 'task' });
    planTaskAt([longitude, latitude], { name, altitudeMetres });
    showWorkspace('plan');
  };
  return (
    <Group gap={6}>
      {geometry?.kind === 'point' && (
        <Button variant="default" onClick={planTask}>
          {t('map.newTaskHere')}
        </Button>
      )}
      {geometry?.kind === 'area' && hasOrders && (
        <Button variant="default" onClick={() => planAreaOrder(geometry.rings, name)}>
          {t('places.newOrder')}
        </Button>
      )}
      {geometry?.kind === 'area' && <ReshapeButton place={place} />}
      <Button variant="default" onClick={() => edits.duplicate([placeId])}>
        {t('places.duplicate')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          closeDetails('place');
          edits.remove([placeId]);
        }}
      >
        {t('common.remove')}
      </Button>
    </Group>
  );
}
