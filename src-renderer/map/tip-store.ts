import { createStore } from 'zustand/vanilla';
import type { MapHit } from './map-hit.ts';

/** The hits over which the pointer has paused. */
export interface MapTipContent {
  hits: readonly MapHit[];
  /** In pixels of the map. */
  at: { x: number; y: number };
  /** The size of the map in pixels, which decides on which side of the pointer the tip opens. */
  size: { width: number; height: number };
}

/** The tip beside the pointer. It changes when the pointer pauses or moves on, not with each of its moves. */
export const tipStore = createStore<{ tip: MapTipContent | null }>(() => ({ tip: null }));
