import { useState } from 'react';

/** Whether a panel is folded to its header, and the function that folds or opens it. */
export interface Fold {
  isFolded: boolean;
  toggle: () => void;
}

/** Returns the fold of a panel, which is open at first. */
export function useFold(): Fold {
  const [isFolded, setFolded] = useState(false);
  return { isFolded, toggle: () => setFolded((before) => !before) };
}
