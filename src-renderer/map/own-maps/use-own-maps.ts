import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../client/api.tsx';
import type { NadirMap } from '../nadir-map.ts';

const none: readonly MapSource[] = [];

/** Returns the user's own maps, the highest first, and draws them on the map. */
export function useOwnMaps(map: NadirMap | null): readonly MapSource[] {
  const { query } = useApi();
  const maps = useQuery(query.maps.list.queryOptions()).data ?? none;
  useEffect(() => map?.ownMaps.set(maps), [map, maps]);
  return maps;
}
