import { useStore } from 'zustand';
import { mapStore } from '../kit/state/map-store.ts';

/** From this zoom on, the error of coasts and borders can be seen. */
const fromZoom = 9;
/** How far coasts and borders of Natural Earth 1:10 million may be off, in kilometres. */
export const lineErrorKm = 3;

/** Returns true if the map is so close that coasts and borders look more exact than they are. */
export function useAreLinesCoarse(): boolean {
  return useStore(mapStore, ({ view }) => view !== null && view.zoom > fromZoom);
}
