import { z } from 'zod';
import { commandOrderSchema, commandStateSchema } from '../../../src-preload/contract/outbox.ts';
import type { ViewContent } from '../../../src-preload/contract/views.ts';
import {
  changeList,
  type ListName,
  type ListsState,
  listAppearanceSchema,
  listOf,
  listStore,
  plainAppearance,
} from '../../state/list-store.ts';
import { outboxStore } from '../command/outbox-store.ts';
import { placeStore } from '../place/place-store.ts';
import { placesAppearance, plainPlaces, showPlacesAppearance } from '../place/saved-places.ts';

/** The functions that read and set the appearance of a list; `subscribe` reports that it may have changed. */
export interface ViewedList {
  appearance: () => ViewContent;
  /** Applies a view; empty content stands for the default appearance. */
  apply: (content: ViewContent) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Returns the functions for a declared list: its filters and sort, its columns, and whether its table is open. */
const declaredList = (name: ListName): ViewedList => ({
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

const outboxAppearance = z.object({
  states: z.array(commandStateSchema).catch([]),
  order: commandOrderSchema.catch('attention'),
  everywhere: z.boolean().catch(false),
});

/** The lists that are not declared with `declareList`. */
const otherLists: { readonly [Name in ListName]?: ViewedList } = {
  places: {
    appearance: () => placesAppearance(placeStore.getState()),
    apply: (content) => showPlacesAppearance({ ...plainPlaces, ...content }),
    subscribe: placeStore.subscribe,
  },
  outbox: {
    appearance: () => outboxAppearance.parse({ ...outboxStore.getState() }),
    apply: (content) => outboxStore.setState({ ...outboxAppearance.parse(content), chosen: new Set() }),
    subscribe: outboxStore.subscribe,
  },
};

/** Returns the functions that read and set the appearance of a list. */
export const viewedList = (name: ListName): ViewedList => otherLists[name] ?? declaredList(name);
