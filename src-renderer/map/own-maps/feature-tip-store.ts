import { createStore } from 'zustand/vanilla';
import type { OwnMapHit } from './own-map-hit.ts';

/** What the pointer has paused over on the user's own maps, and where; in pixels of the map. */
interface FeatureTip {
  hits: readonly OwnMapHit[];
  at: { x: number; y: number };
  size: { width: number; height: number };
}

/** The tip of the user's own maps; null for none. */
export const featureTipStore = createStore<{ tip: FeatureTip | null }>(() => ({ tip: null }));
