import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapPatch, MapRaster, MapSource } from '../../../src-preload/contract/maps.ts';
import { shownBox } from '../../../src-shared/geometry/shown-box.ts';
import { useApi } from '../../kit/client/api.tsx';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { DrawnMap } from '../../map/own-maps/own-maps-layers.ts';

const none: readonly MapSource[] = [];

/**
 * Loads the properties of those GeoTIFFs that are shown, or to which the map must move. Main notices a missing file and reports
 * it with the list.
 */
function useRasters(maps: readonly MapSource[]) {
  const { query } = useApi();
  const wanted = useStore(ownMapsStore, ({ zoomToRaster }) => zoomToRaster);
  const needed = maps.filter(
    ({ id, content, visible }) => content === 'raster' && (visible || id === wanted),
  );
  return useQueries({
    queries: needed.map(({ id }) => query.maps.raster.queryOptions({ input: { id } })),
    combine: (answers) => answers.map(({ data }, index) => ({ id: needed[index]?.id, raster: data ?? null })),
  });
}

/** Moves the map to a GeoTIFF when its properties are loaded. */
function useZoomToRaster(rasters: readonly { id: MapSourceId | undefined; raster: MapRaster | null }[]) {
  const wanted = useStore(ownMapsStore, ({ zoomToRaster }) => zoomToRaster);
  const raster = wanted === null ? null : (rasters.find(({ id }) => id === wanted)?.raster ?? null);
  useEffect(() => {
    if (raster === null) return;
    ownMapsStore.setState({ zoomToRaster: null });
    const { placement } = raster;
    if (placement.kind === 'placed') zoomToBox(shownBox(placement.box));
  }, [raster]);
}

/** Returns the user's own maps, the highest first, with the properties of their rasters, and draws them on the map. */
export function useOwnMaps(map: NadirMap | null): readonly DrawnMap[] {
  const { query } = useApi();
  const maps = useQuery(query.maps.list.queryOptions()).data ?? none;
  const rasters = useRasters(maps);
  useZoomToRaster(rasters);
  const drawn = useMemo(
    () =>
      maps.map((own) => ({
        own,
        raster: rasters.find(({ id }) => id === own.id)?.raster ?? null,
      })),
    [maps, rasters],
  );
  useEffect(() => map?.ownMaps.set(drawn), [map, drawn]);
  return drawn;
}

/**
 * Returns the command that changes a map. `wanted` has the wanted values until the list has been loaded again, because a checkbox
 * that waits for main would look as if it had not been clicked.
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
