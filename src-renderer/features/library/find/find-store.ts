import { createStore } from 'zustand/vanilla';

/** The state of the filter panel; it survives a change of workspace, but not a restart. */
interface FindState {
  isOpen: boolean;
  /** The time span of the histogram; null for all times. */
  span: { from: string; to: string } | null;
  /** True while the user draws an area for the filter. */
  isDrawing: boolean;
}

export const findStore = createStore<FindState>(() => ({ isOpen: false, span: null, isDrawing: false }));
