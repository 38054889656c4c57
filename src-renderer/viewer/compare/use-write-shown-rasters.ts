import { useEffect } from 'react';
import { useStore } from 'zustand';
import { compareStore } from '../../kit/state/compare-store.ts';
import type { ComparedRaster } from './compared-rasters.ts';
import { shownRastersStore } from './shown-rasters.ts';
import type { Pictured } from './use-pictured.ts';
import { useStable } from './use-stable.ts';

const none: readonly ComparedRaster[] = [];

/** Writes the rasters that the map shows, and the difference that it shows instead, to `shownRastersStore`. */
export function useWriteShownRasters(pictured: Pictured | null) {
  const index = useStore(compareStore, (state) => state.index);
  const reach = useStore(compareStore, (state) => state.reach);
  const base = pictured?.shown;
  const difference = pictured?.difference;
  const same = useStable(pictured?.compared ?? none);
  useEffect(() => {
    const lowest = base?.styled && {
      styled: base.styled,
      display: base.display,
      scene: base.scene,
      offset: base.offset,
      opacity: 1,
    };
    const above = same.flatMap(({ styled, display, scene, offset, raster: { opacity } }) =>
      styled === null ? [] : [{ styled, display, scene, offset, opacity }],
    );
    shownRastersStore.setState({ shown: !lowest ? [] : [lowest, ...above] });
  }, [base?.styled, base?.display, base?.scene, base?.offset, same]);
  const [later, earlier] = [difference?.later ?? null, difference?.earlier ?? null];
  const isDrawn = difference !== undefined && difference.display !== null;
  useEffect(() => {
    shownRastersStore.setState({ difference: isDrawn ? { index, reach, later, earlier } : null });
  }, [index, reach, later, earlier, isDrawn]);
  useEffect(() => () => shownRastersStore.setState({ shown: [], difference: null }), []);
}
