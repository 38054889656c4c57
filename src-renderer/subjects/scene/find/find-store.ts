import { createStore } from 'zustand/vanilla';

/** What the panel of filters looks like; it outlives the list, not the window. */
interface FindState {
  isOpen: boolean;
  /** The span that the histogram shows; null for all times. */
  span: { from: string; to: string } | null;
  /** True while the area that is drawn on the map becomes a filter. */
  isDrawing: boolean;
}

export const findStore = createStore<FindState>(() => ({ isOpen: false, span: null, isDrawing: false }));
