import { createStore } from 'zustand/vanilla';
import type { ViewId } from '../../../src-preload/contract/ids.ts';
import type { ListName } from './list-store.ts';

interface ViewsState {
  /** The view that was last applied to each list. */
  current: Readonly<Partial<Record<ListName, ViewId>>>;
}

/** Which saved view each list shows. */
export const viewStore = createStore<ViewsState>(() => ({ current: {} }));

/** Stores which view a list shows; null for none. */
export function setCurrentView(list: ListName, viewId: ViewId | null) {
  viewStore.setState(({ current }) => {
    const { [list]: _before, ...others } = current;
    return { current: viewId === null ? others : { ...others, [list]: viewId } };
  });
}
