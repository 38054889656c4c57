import { useStore } from 'zustand';
import { type Foldable, foldsStore, toggleFold } from '../kit/state/folds-store.ts';

/** Whether a panel is folded to its header, and the function that folds or opens it. */
export interface Fold {
  isFolded: boolean;
  toggle: () => void;
}

/** Returns the fold of a panel, which is open until the user folds it. */
export function useFold(panel: Foldable): Fold {
  const isFolded = useStore(foldsStore, ({ folded }) => folded.has(panel));
  return { isFolded, toggle: () => toggleFold(panel) };
}
