import { useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useApi, useSettings } from './api.tsx';

/** A part of the workspace that is kept over a restart. */
export interface SavedPart<State> {
  /** The key of the part in the workspace of the settings. */
  name: string;
  store: StoreApi<State>;
  /** Returns the state of a saved value, which another version may have written; null if it cannot be read. */
  restore: (saved: unknown) => Partial<State> | null;
  /** Returns the value to be saved, as plain JSON. */
  save: (state: State) => unknown;
}

/**
 * Restores a part of the workspace from the last session, and saves each change of its store. `part` must be the same object in each
 * render.
 */
export function useSavedPart<State>(part: SavedPart<State>) {
  const { client } = useApi();
  const settings = useSettings();
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    const { name, store, restore, save } = part;
    const restored = restore(settings.workspace[name]);
    // A choice that was made since the window opened is newer than the saved one.
    if (restored !== null && store.getState() === store.getInitialState()) store.setState(restored);
    return store.subscribe((state) => {
      // An error is ignored, because it changes nothing on the screen.
      client.settings.set({ workspace: { [name]: save(state) } }).catch(() => undefined);
    });
  }, [isKnown, client, part]);
}
