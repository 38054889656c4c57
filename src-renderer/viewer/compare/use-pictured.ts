import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CompareMode } from '../../kit/state/compare-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { arrangementKey, createRasterOnMap } from '../raster-on-map.ts';
import type { SceneDisplay } from '../raster-style/style-on-raster.ts';
import type { ShownRaster } from '../shown-raster.ts';
import type { ComparedRaster } from './compared-rasters.ts';
import type { Difference } from './difference.ts';

/** Rasters that are drawn together, with what is said about them: dates, captions, legends. */
export interface Pictured {
  mode: CompareMode;
  /** True if the user has exchanged the two sides. */
  areSidesExchanged: boolean;
  shown: ShownRaster;
  compared: readonly ComparedRaster[];
  difference: Difference;
}

/** Returns the compared rasters that the map draws; with a difference it draws that alone. */
export const listComparedOnMap = (compared: readonly ComparedRaster[]): ComparedRaster[] =>
  compared.filter(({ display }) => display !== null && display.info.placement.kind === 'placed');

function listDisplays({ mode, shown, compared, difference }: Pictured): SceneDisplay[] {
  if (shown.display === null) return [];
  const above = mode === 'difference' ? [difference] : compared;
  return [shown.display, ...above.flatMap(({ display }) => display ?? [])];
}

/**
 * Returns what is said about the pixels of the map: `wanted` once its rasters are drawn, and until then what was drawn last, so
 * that no date stands beside the pixels of another capture. `isWhole` is false until `wanted` is drawn.
 */
export function usePictured(
  map: NadirMap | null,
  wanted: Pictured,
  isAwaited: boolean,
): { pictured: Pictured | null; isWhole: boolean } {
  const rasters = useMemo(() => map?.rasterBy(createRasterOnMap) ?? null, [map]);
  const subscribe = useCallback(
    (listener: () => void) => rasters?.onDrawn(listener) ?? (() => undefined),
    [rasters],
  );
  const drawnKey = useSyncExternalStore(subscribe, () => rasters?.drawnKey() ?? arrangementKey([]));
  const isWhole = !isAwaited && arrangementKey(listDisplays(wanted)) === drawnKey;
  const last = useRef<Pictured | null>(null);
  useEffect(() => {
    if (isWhole) last.current = wanted;
  });
  return { pictured: isWhole ? wanted : last.current, isWhole };
}
