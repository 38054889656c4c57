import { createStore } from 'zustand/vanilla';
import type { ContractColour } from './contract-colours.ts';
import type { Moments } from './moments.ts';

/** What of the moments is drawn, and how. */
export interface MomentsDisplay {
  moments: Moments | null;
  /** Minutes since 1970, from (included) to (not included); null for all. */
  range: readonly [number, number] | null;
  /** By contract; null while one alone is shown: then colours tell the kinds. */
  colours: ReadonlyMap<string | null, ContractColour> | null;
}

/** What the time map draws instead of tasks and orders; null where the map is not by time. */
export const momentsStore = createStore<{ display: MomentsDisplay | null }>(() => ({ display: null }));
