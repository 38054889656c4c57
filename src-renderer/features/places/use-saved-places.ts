import { useEffect, useState } from 'react';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { useApi } from '../../kit/client/api.tsx';
import { placeStore } from './place-store.ts';
import { autoSavePlaces, restorePlaces } from './saved-places.ts';

/**
 * Restores the columns, the order and the lists of the last session, and saves them when they change. Returns true once
 * they are restored.
 */
export function useSavedPlaces(settings: Settings | null): boolean {
  const { client } = useApi();
  const [isRestored, setRestored] = useState(false);
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    // Choices that were made since the window opened are newer than the saved ones.
    if (placeStore.getState() === placeStore.getInitialState()) restorePlaces(settings.workspace.places);
    setRestored(true);
    return autoSavePlaces(client);
  }, [isKnown, client]);
  return isRestored;
}
