import { z } from 'zod';
import { type SavedPart, useSavedPart } from '../kit/client/use-saved-part.ts';
import { type Folds, foldables, foldsStore } from '../kit/state/folds-store.ts';

const savedSchema = z.array(z.string());

const savedFolds: SavedPart<Folds> = {
  name: 'folded',
  store: foldsStore,
  restore(saved) {
    const names = savedSchema.safeParse(saved).data;
    // A name that another version folds is ignored.
    return names === undefined ? null : { folded: new Set(foldables.filter((name) => names.includes(name))) };
  },
  save: ({ folded }) => [...folded],
};

/** Restores which panes and panels were folded in the last session, and saves each change. */
export const useSavedFolds = () => useSavedPart(savedFolds);
