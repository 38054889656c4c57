import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Place } from '../../../src-preload/contract/place-values.ts';
import { useActiveConnection } from '../../client/api.tsx';
import { mapStore, planTaskAt } from '../../state/map-store.ts';
import { showWorkspace, uiStore } from '../../state/ui-store.ts';
import { focusPane } from '../../ui/panes.ts';
import { closeDetails } from '../close-details.ts';
import { planAreaOrder } from '../draft/plan-area.ts';
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
