import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { MapHit } from './map-hit.ts';

/** Several objects at one place of the map, of which the user selects one. */
export interface MarkChoice {
  hits: readonly MapHit[];
  place: LonLat;
  /** Where the list opens, in pixels of the window. */
  at: { x: number; y: number };
  /** True after a click with Shift. */
  isExtending?: boolean;
}

/** The open list of the objects at a place; null while none is open. */
export const choiceStore = createStore<{ choice: MarkChoice | null }>(() => ({ choice: null }));
