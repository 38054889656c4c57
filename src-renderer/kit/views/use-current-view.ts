import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SavedView } from '../../../src-preload/contract/views.ts';
import { useApi, useSettings } from '../client/api.tsx';
import type { ListName } from '../state/list-store.ts';
import { viewStore } from '../state/view-store.ts';
import { viewIdsSchema } from './view-ids.ts';

/** Returns the view that a list shows, and saves the ids of these views. */
export function useCurrentView(list: ListName, views: readonly SavedView[]): SavedView | null {
  const { client } = useApi();
  const settings = useSettings();
  const stored = settings?.workspace.views;
  const current = useStore(viewStore, (state) => state.current);
  useEffect(() => {
    // The state of this session is newer than the saved one.
    if (viewStore.getState() !== viewStore.getInitialState()) return;
    const read = viewIdsSchema.safeParse(stored);
    if (read.success) viewStore.setState({ current: read.data });
  }, [stored]);
  const storedText = JSON.stringify(stored ?? {});
  useEffect(
    () =>
      viewStore.subscribe((state) => {
        if (JSON.stringify(state.current) === storedText) return;
        client.settings.set({ workspace: { views: state.current } }).catch(() => undefined);
      }),
    [client, storedText],
  );
  return views.find(({ viewId }) => viewId === current[list]) ?? null;
}
