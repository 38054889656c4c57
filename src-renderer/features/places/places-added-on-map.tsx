import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapStore } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { pointAt, useAddPlace } from './use-add-place.ts';

/** Adds the places that the user picks in the menu of the map and in “What is here” to the list for new places. */
export function PlacesAddedOnMap() {
  const { t } = useTranslation();
  const addPlace = useAddPlace();
  const act = useAct();
  const say = useSay();
  const isAsked = useStore(mapStore, (state) => state.placeToAdd !== null);
  useEffect(() => {
    const { placeToAdd } = mapStore.getState();
    if (!isAsked || placeToAdd === null) return;
    mapStore.setState({ placeToAdd: null });
    act(async () => {
      const { placeId, name, list } = await addPlace(pointAt(placeToAdd.at), placeToAdd.name);
      if (placeId === null) return;
      say({ message: t('places.addedTo', { name, list }), color: 'teal' });
      if (uiStore.getState().workspace === 'places') select('place', placeId);
    });
  }, [isAsked, t, addPlace, act, say]);
  return null;
}
