import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { NadirMap } from '../../map/nadir-map.ts';
import { shownRastersStore } from '../compare/shown-rasters.ts';
import { createRasterOnMap } from '../raster-on-map.ts';
import { readableRastersStore } from './readable-rasters.ts';

/**
 * Writes the rasters that the map shows to `readableRastersStore`, from the lowest. Rasters without a place cannot be read by
 * coordinates, so they are left out.
 */
export function useWriteReadableRasters(map: NadirMap | null) {
  const shown = useStore(shownRastersStore, (state) => state.shown);
  useEffect(() => {
    const onMap = map?.rasterBy(createRasterOnMap);
    const gone = new AbortController();
    const rasters = shown.flatMap(({ styled, display, scene, offset }) =>
      onMap && display !== null && styled.info.placement.kind === 'placed'
        ? [{ ...styled, scene, offset, reader: onMap.readerOf(display, gone.signal) }]
        : [],
    );
    readableRastersStore.setState({ rasters });
    return () => {
      gone.abort();
      readableRastersStore.setState({ rasters: [] });
    };
  }, [map, shown]);
}
