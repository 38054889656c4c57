import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RasterFailure } from '../raster/raster-messages.ts';
import type { NadirMap } from './nadir-map.ts';
import type { RasterCounter } from './raster-counter.ts';
import { createRasterOnMap } from './raster-on-map.ts';
import { RasterPanel } from './raster-panel.tsx';
import { useShownRaster } from './shown-raster.ts';

/** Few rasters have no place. */
const UnplacedRaster = lazy(async () => ({
  default: (await import('./unplaced/unplaced-raster.tsx')).UnplacedRaster,
}));

interface RasterViewProps {
  map: NadirMap | null;
  /** The element over the map, for a raster without a place. */
  ground: HTMLElement | null;
  pending: boolean;
  failure: RasterFailure | null;
  setFailure: (failure: RasterFailure | null) => void;
  /** Receives whether a raster without a place covers the map. */
  onUnplaced: (isUnplaced: boolean) => void;
}

/**
 * Draws the raster of the map store on the map, or over it in its own pixels if it has no place, with the panel of its
 * style. It is loaded with the first raster.
 */
export function RasterView({ map, ground, pending, failure, setFailure, onUnplaced }: RasterViewProps) {
  const [isEdited, setEdited] = useState(false);
  const [counter, setCounter] = useState<RasterCounter | null>(null);
  const onDisplay = useCallback(() => setFailure(null), [setFailure]);
  const { unplaced, ...shown } = useShownRaster(map, { isEdited, unplacedCounter: counter, onDisplay });
  const isUnplaced = unplaced !== null;
  useEffect(() => {
    onUnplaced(isUnplaced);
    return () => onUnplaced(false);
  }, [isUnplaced, onUnplaced]);
  useEffect(() => () => void map?.rasterBy(createRasterOnMap).set(null), [map]);
  return (
    <>
      {isUnplaced &&
        ground !== null &&
        createPortal(
          <Suspense>
            <UnplacedRaster
              key={unplaced.info.path}
              display={unplaced}
              onFailure={setFailure}
              onCounter={setCounter}
            />
          </Suspense>,
          ground,
        )}
      <RasterPanel {...{ map, shown, pending, failure, isEdited }} onEdit={setEdited} />
    </>
  );
}
