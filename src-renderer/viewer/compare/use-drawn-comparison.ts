import { useStore } from 'zustand';
import { type CompareMode, compareStore } from '../../kit/state/compare-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { useComparedRasters, useDrawnAbove } from './compared-rasters.ts';
import { useDifference } from './difference.ts';

/**
 * Draws the comparison above a raster: other rasters, or the difference of an index with the lowest of them. Returns these
 * rasters and that difference; `isAwaited` is true until it is known what is drawn.
 */
export function useDrawnComparison(map: NadirMap | null, shown: ShownRaster, mode: CompareMode) {
  const index = useStore(compareStore, (state) => state.index);
  const reach = useStore(compareStore, (state) => state.reach);
  const { compared, setPlaced, ...infos } = useComparedRasters(map, shown);
  const [other] = compared;
  const isDifference = mode === 'difference' && other !== undefined;
  const difference = useDifference(
    [
      { scene: shown.scene, info: shown.styled?.info ?? null },
      { scene: other?.scene ?? null, info: other?.info ?? null },
    ],
    { index, reach, isOn: isDifference },
  );
  const isDifferenceAwaited =
    isDifference &&
    difference.display === null &&
    !difference.lacksBands &&
    difference.error === null &&
    other.error === null;
  const isAwaited = shown.isAwaited || infos.isAwaited || isDifferenceAwaited;
  const several = compared.flatMap(({ display, isProvisional, raster }) =>
    display === null ? [] : [{ display, isProvisional, opacity: mode === 'opacity' ? raster.opacity : 1 }],
  );
  const alone =
    difference.display === null ? [] : [{ display: difference.display, isProvisional: false, opacity: 1 }];
  useDrawnAbove(map, { displays: mode === 'difference' ? alone : several, isAwaited, setPlaced });
  return { compared, difference, isAwaited };
}
