import { useEffect } from 'react';
import { z } from 'zod';
import { useApi, useSettings } from '../client/api.tsx';
import { foldables, foldsStore } from '../state/folds-store.ts';

/** A name that another version folds is ignored. */
const savedSchema = z.array(z.string());

/** Restores which panes and panels were folded in the last session, and saves each change. */
export function useSavedFolds() {
  const { client } = useApi();
  const settings = useSettings();
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    const saved = savedSchema.safeParse(settings.workspace.folded);
    // A choice that was made since the window opened is newer than the saved one.
    if (saved.success && foldsStore.getState() === foldsStore.getInitialState())
      foldsStore.setState({ folded: new Set(foldables.filter((name) => saved.data.includes(name))) });
    return foldsStore.subscribe(({ folded }) => {
      // An error is ignored, because it changes nothing on the screen.
      client.settings.set({ workspace: { folded: [...folded] } }).catch(() => undefined);
    });
  }, [isKnown, client]);
}
