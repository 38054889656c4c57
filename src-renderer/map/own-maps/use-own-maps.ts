import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapPatch, MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../client/api.tsx';
import { useAct } from '../../ui/use-act.ts';
import type { NadirMap } from '../nadir-map.ts';

const none: readonly MapSource[] = [];

/** Returns the user's own maps, the highest first, and draws them on the map. */
export function useOwnMaps(map: NadirMap | null): readonly MapSource[] {
  const { query } = useApi();
  const maps = useQuery(query.maps.list.queryOptions()).data ?? none;
  useEffect(() => map?.ownMaps.set(maps), [map, maps]);
  return maps;
}

/**
 * Returns the command that changes a map. `wanted` is what the user wants until the list has been read again: a box that waits for
 * main would look as if it had not been clicked.
 */
export function useUpdateMap(id: MapSourceId) {
  const { client, query } = useApi();
  const queries = useQueryClient();
  const act = useAct();
  const [wanted, setWanted] = useState<MapPatch>({});
  return {
    wanted,
    update(patch: MapPatch) {
      setWanted(patch);
      act(async () => {
        try {
          await client.maps.update({ id, patch });
          await queries.invalidateQueries({ queryKey: query.maps.list.queryKey() });
        } finally {
          setWanted({});
        }
      });
    },
  };
}
