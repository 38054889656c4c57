import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type CompareMode, compareStore } from '../../state/compare-store.ts';
import type { NadirMap } from '../nadir-map.ts';
import { createRasterOnMap } from '../raster-on-map.ts';
import type { PartAbove } from './part-above.ts';

interface PartOptions {
  mode: CompareMode;
  /** The second half of the map, while there is one. */
  side: HTMLElement | null;
  isComparing: boolean;
}

/** Draws the part of the rasters above that the current mode shows. `isUp` is false while blinking hides them. */
export function usePartAbove(map: NadirMap | null, { mode, side, isComparing }: PartOptions) {
  const { isRunning, seconds } = useStore(compareStore, ({ blink }) => blink);
  const [isUp, setUp] = useState(true);
  const isBlinking = isComparing && mode === 'blink' && isRunning;
  useEffect(() => {
    setUp(true);
    if (!isBlinking) return;
    const timer = setInterval(() => setUp((before) => !before), seconds * 1_000);
    return () => clearInterval(timer);
  }, [isBlinking, seconds]);
  useEffect(() => {
    if (map === null) return;
    const partNow = (): PartAbove => {
      if (!isComparing) return { from: 0 };
      if (mode === 'side') return side === null ? { from: 1 } : { beside: side };
      if (mode === 'swipe') return { from: compareStore.getState().swipe };
      return { from: mode === 'blink' && !isUp ? 1 : 0 };
    };
    const rasters = map.rasterBy(createRasterOnMap);
    rasters.setPart(partNow());
    return compareStore.subscribe((state, before) => {
      if (state.swipe !== before.swipe) rasters.setPart(partNow());
    });
  }, [map, mode, side, isComparing, isUp]);
  return { isUp };
}
