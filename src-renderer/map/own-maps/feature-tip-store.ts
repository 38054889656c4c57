import { createStore } from 'zustand/vanilla';
import type { OwnMapHit } from './own-map-hit.ts';

/** The features of the user's own maps over which the pointer has paused, with its position in pixels of the map. */
interface FeatureTip {
  hits: readonly OwnMapHit[];
  at: { x: number; y: number };
  size: { width: number; height: number };
}

/** The tip of the user's own maps; null for none. */
export const featureTipStore = createStore<{ tip: FeatureTip | null }>(() => ({ tip: null }));
