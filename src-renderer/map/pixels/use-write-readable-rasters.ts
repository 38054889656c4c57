import { useEffect } from 'react';
import { useStore } from 'zustand';
import { shownRastersStore } from '../compare/shown-rasters.ts';
import type { NadirMap } from '../nadir-map.ts';
import { createRasterOnMap } from '../raster-on-map.ts';
import { readableRastersStore } from './readable-rasters.ts';

/** Offers the rasters that the map shows, from the lowest, to what reads pixels; those without a place have none to ask for. */
export function useWriteReadableRasters(map: NadirMap | null) {
  const shown = useStore(shownRastersStore, (state) => state.shown);
  useEffect(() => {
    const onMap = map?.rasterBy(createRasterOnMap);
    const rasters = shown.flatMap(({ styled, display, scene }) =>
      onMap && display !== null && styled.info.placement.kind === 'placed'
        ? [{ ...styled, scene, reader: onMap.readerOf(display) }]
        : [],
    );
    readableRastersStore.setState({ rasters });
    return () => readableRastersStore.setState({ rasters: [] });
  }, [map, shown]);
}
