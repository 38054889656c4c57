import { useCallback, useEffect, useState } from 'react';
import type { RasterFailure } from '../raster/raster-messages.ts';
import type { NadirMap } from './nadir-map.ts';
import { createRasterOnMap } from './raster-on-map.ts';
import { RasterPanel } from './raster-panel.tsx';
import { useShownRaster } from './shown-raster.ts';

interface RasterViewProps {
  map: NadirMap | null;
  pending: boolean;
  failure: RasterFailure | null;
  setFailure: (failure: RasterFailure | null) => void;
}

/** Draws the raster of the map store on the map, with the panel of its style. It is loaded with the first raster. */
export function RasterView({ map, pending, failure, setFailure }: RasterViewProps) {
  const [isEdited, setEdited] = useState(false);
  const onFailed = useCallback((found: 'projection' | null) => setFailure(found), [setFailure]);
  const shown = useShownRaster(map, { isEdited, onFailed });
  useEffect(() => () => void map?.rasterBy(createRasterOnMap).set(null), [map]);
  return <RasterPanel {...{ shown, pending, failure, isEdited }} onEdit={setEdited} />;
}
