import { createStore } from 'zustand/vanilla';

/** What can be exported of the raster on the map. */
export type Takeaway = 'picture' | 'crop' | 'qgis';

/** The open export dialog; null for none. Commands write it, and the viewer shows it. */
export const takeawayStore = createStore<{ open: Takeaway | null }>(() => ({ open: null }));

/** Opens an export dialog for the raster on the map; null closes it. */
export function openTakeaway(open: Takeaway | null) {
  takeawayStore.setState({ open });
}
