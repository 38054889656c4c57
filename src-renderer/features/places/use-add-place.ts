import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import { placeBounds } from '../../../src-preload/contract/place-values.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useApi } from '../../kit/client/api.tsx';
import { usePlaceEdits } from './edit-places.ts';
import { useTargetList } from './use-target-list.ts';

const digits = 1e6;
/** Rounds to a tenth of a metre: nobody draws more precisely on a map. */
const rounded = (degrees: number) => Math.round(degrees * digits) / digits;

/** Returns a point of the map as the geometry of a place. */
export const pointAt = ([longitude, latitude]: LonLat): PlaceGeometry => ({
  kind: 'point',
  longitude: rounded(longitude),
  latitude: rounded(latitude),
  altitudeMetres: null,
});

/**
 * Returns a function that adds one place to the list for new places; without a name, it gets a number. It resolves with
 * the id, or null if nothing was added, and with the names of the place and of the list.
 */
export function useAddPlace() {
  const { t } = useTranslation();
  const { client } = useApi();
  const edits = usePlaceEdits();
  const targetList = useTargetList();
  return useCallback(
    async (geometry: PlaceGeometry, name: string | null) => {
      const listId = await targetList();
      const list = (await client.places.lists()).find((each) => each.listId === listId);
      const number = (list?.count ?? 0) + 1;
      const given = name?.slice(0, placeBounds.name) ?? t(`places.new.${geometry.kind}`, { number });
      const { placeIds } = await edits.add('create', listId, [{ name: given, geometry }]);
      return { placeId: placeIds[0] ?? null, name: given, list: list?.name ?? '' };
    },
    [t, client, edits, targetList],
  );
}
