import { createStore } from 'zustand/vanilla';
import type { ContractColour } from './contract-colours.ts';
import type { Moments } from './moments.ts';

/** The drawn moments and how they are drawn. */
export interface MomentsDisplay {
  moments: Moments | null;
  /** Minutes since 1970, the end not included; null for all. */
  range: readonly [number, number] | null;
  /** The colours by contract; null while only one contract is shown, because colours show the kinds then. */
  colours: ReadonlyMap<string | null, ContractColour> | null;
}

/** The loaded moments, and how the time map draws them. They are apart, because the brushed range changes many times a second. */
interface MomentsState {
  moments: Moments | null;
  /** Null if the time map is not open. */
  drawnAs: Omit<MomentsDisplay, 'moments'> | null;
}

/** What the time map draws instead of tasks and orders. */
export const momentsStore = createStore<MomentsState>(() => ({ moments: null, drawnAs: null }));
