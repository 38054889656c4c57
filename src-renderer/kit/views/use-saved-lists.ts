import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { useApi } from '../client/api.tsx';
import type { MainClient } from '../client/connect.ts';
import { createWorkspaceSaver } from '../client/workspace-saver.ts';
import { listAppearanceSchema, listStore } from '../state/list-store.ts';

const storedSchema = z.object({
  lists: z.record(z.string(), listAppearanceSchema.extend({ contract: z.string().nullable().catch(null) })),
  tableShare: z.number().min(0.2).max(0.8).catch(0.45),
});

function appearancesText(): string {
  const { lists, tableShare } = listStore.getState();
  const appearances = Object.entries(lists).map(([name, { terms, columns, isTable, isGrid, contract }]) => [
    name,
    { terms, columns, isTable, isGrid, contract },
  ]);
  return JSON.stringify({ lists: Object.fromEntries(appearances), tableShare });
}

function restore(stored: unknown) {
  const read = storedSchema.safeParse(stored);
  if (!read.success) return;
  const restored = Object.entries(read.data.lists).map(([name, list]) => [
    name,
    { ...list, chosen: new Set<string>() },
  ]);
  listStore.setState({ lists: Object.fromEntries(restored), tableShare: read.data.tableShare });
}

/** Saves the appearance of the lists whenever it changes; returns a function that stops this. */
function autoSave(client: MainClient): () => void {
  let saved = appearancesText();
  const saver = createWorkspaceSaver(client, () => {
    const text = appearancesText();
    if (text === saved) return null;
    saved = text;
    return { lists: JSON.parse(text) };
  });
  const unfollow = listStore.subscribe(saver.saveSoon);
  return () => {
    unfollow();
    saver.stop();
  };
}

/** Restores the appearance of the lists from the previous run, and saves it when it changes. Returns true once it is restored. */
export function useSavedLists(settings: Settings | null): boolean {
  const { client } = useApi();
  const [isRestored, setRestored] = useState(false);
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    // The state of this session is newer than the saved one.
    if (listStore.getState() === listStore.getInitialState()) restore(settings.workspace.lists);
    setRestored(true);
    return autoSave(client);
  }, [isKnown, client]);
  return isRestored;
}
