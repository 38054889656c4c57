import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type CompareMode, compareStore } from '../../kit/state/compare-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { createRasterOnMap } from '../raster-on-map.ts';
import type { PartAbove } from './part-above.ts';
import { type WidthRange, wholeWidth } from './width-range.ts';

const nothing: WidthRange = { from: 1, until: 1 };

interface PartOptions {
  mode: CompareMode;
  /** The second half of the map, while there is one. */
  side: HTMLElement | null;
  isComparing: boolean;
  /** True if the rasters above are to the left of those below. */
  isAboveLeft: boolean;
}

/** Draws the part of the rasters above that the current mode shows. `isUp` is false while blinking hides them. */
export function usePartAbove(map: NadirMap | null, { mode, side, isComparing, isAboveLeft }: PartOptions) {
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
      if (!isComparing) return wholeWidth;
      if (mode === 'side') return side === null ? nothing : { beside: side };
      if (mode === 'swipe') {
        const { swipe } = compareStore.getState();
        return isAboveLeft ? { from: 0, until: swipe } : { from: swipe, until: 1 };
      }
      return mode === 'blink' && !isUp ? nothing : wholeWidth;
    };
    const rasters = map.rasterBy(createRasterOnMap);
    rasters.setPart(partNow());
    return compareStore.subscribe((state, before) => {
      if (state.swipe !== before.swipe) rasters.setPart(partNow());
    });
  }, [map, mode, side, isComparing, isAboveLeft, isUp]);
  return { isUp };
}
