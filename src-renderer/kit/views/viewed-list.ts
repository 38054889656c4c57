import type { ViewContent } from '../../../src-preload/contract/views.ts';
import {
  changeList,
  type ListName,
  type ListsState,
  listAppearanceSchema,
  listOf,
  listStore,
  plainAppearance,
} from '../state/list-store.ts';

/** A list with the functions that read and set its appearance; `subscribe` reports that it may have changed. */
export interface ViewedList {
  name: ListName;
  appearance: () => ViewContent;
  /** Applies a view; empty content stands for the default appearance. */
  apply: (content: ViewContent) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Returns a list that is declared with `declareList`: its filters and sort, its columns, and whether its table is open. */
export const viewedList = (name: ListName): ViewedList => ({
  name,
  appearance() {
    const { terms, columns, isTable, isGrid } = listOf(listStore.getState(), name);
    return { terms, columns, isTable, isGrid };
  },
  apply: (content) =>
    changeList(name, {
      ...plainAppearance,
      ...listAppearanceSchema.safeParse(content).data,
      chosen: new Set(),
      contract: null,
    }),
  subscribe: (listener) =>
    listStore.subscribe((state: ListsState, before: ListsState) => {
      if (state.lists[name] !== before.lists[name]) listener();
    }),
});
