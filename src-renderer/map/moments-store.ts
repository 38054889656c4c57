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

/** What the time map draws instead of tasks and orders; null if it is not open. */
export const momentsStore = createStore<{ display: MomentsDisplay | null }>(() => ({ display: null }));
