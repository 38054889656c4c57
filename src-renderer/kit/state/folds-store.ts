import { createStore } from 'zustand/vanilla';

/** What can be folded to leave its place to the map: the two panes, and the panels to their titles. */
export const foldables = ['list', 'details', 'raster', 'area', 'profile', 'spectra'] as const;
/** A pane or panel that can be folded. */
export type Foldable = (typeof foldables)[number];

/** What is folded. */
export interface Folds {
  folded: ReadonlySet<Foldable>;
}

/** What is folded. It is kept over a restart. */
export const foldsStore = createStore<Folds>(() => ({ folded: new Set() }));

/** Folds a pane or panel, or opens it again. */
export function toggleFold(name: Foldable) {
  const folded = new Set(foldsStore.getState().folded);
  if (!folded.delete(name)) folded.add(name);
  foldsStore.setState({ folded });
}
