import { useStore } from 'zustand';
import { type CompareMode, compareStore } from '../../state/compare-store.ts';
import type { NadirMap } from '../nadir-map.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { useComparedRasters, useDrawnAbove } from './compared-rasters.ts';
import { useDifference } from './difference.ts';
import { useWriteShownRasters } from './use-write-shown-rasters.ts';

/**
 * Draws the comparison above a raster: other rasters, or the difference of an index with the lowest of them. Returns these
 * rasters and that difference.
 */
export function useDrawnComparison(map: NadirMap | null, shown: ShownRaster, mode: CompareMode) {
  const index = useStore(compareStore, (state) => state.index);
  const reach = useStore(compareStore, (state) => state.reach);
  const { compared, setPlaced } = useComparedRasters(map, shown);
  const [other] = compared;
  const difference = useDifference(
    [
      { scene: shown.scene, info: shown.styled?.info ?? null },
      { scene: other?.scene ?? null, info: other?.info ?? null },
    ],
    { index, reach, isOn: mode === 'difference' && other !== undefined },
  );
  const several = compared.flatMap(({ display, raster }) =>
    display === null ? [] : [{ display, opacity: mode === 'opacity' ? raster.opacity : 1 }],
  );
  const alone = difference.display === null ? [] : [{ display: difference.display, opacity: 1 }];
  useDrawnAbove(map, { displays: mode === 'difference' ? alone : several, setPlaced });
  useWriteShownRasters(shown, compared, { index, reach, difference });
  return { compared, difference };
}
