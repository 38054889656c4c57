import { createStore } from 'zustand/vanilla';

/** What can be taken away of the raster on the map. */
export type Takeaway = 'picture' | 'crop' | 'qgis';

/** The open dialog of what is taken away; null for none. Commands write it, and the viewer shows it. */
export const takeawayStore = createStore<{ open: Takeaway | null }>(() => ({ open: null }));

/** Opens a dialog of the raster on the map; null closes it. */
export function openTakeaway(open: Takeaway | null) {
  takeawayStore.setState({ open });
}
