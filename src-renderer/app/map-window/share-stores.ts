import type { StoreApi } from 'zustand/vanilla';
import { findStore } from '../../features/library/find/find-store.ts';
import { placeStore } from '../../features/places/place-store.ts';
import { compareStore } from '../../kit/state/compare-store.ts';
import { listStore } from '../../kit/state/list-store.ts';
import { mapDisplayStore } from '../../kit/state/map-display-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { measureStore } from '../../kit/state/measure-store.ts';
import { ownMapsStore, referenceStore } from '../../kit/state/own-maps-store.ts';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { selectionStore } from '../../kit/state/selection.ts';
import { takeawayStore } from '../../kit/state/takeaway-store.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { momentsStore } from '../../map/moments-store.ts';

/** A store whose state both windows have. */
export interface SharedStore {
  /** Returns what the other window does not know, if it knows nothing. */
  all(): object;
  /** Takes over changes that the other window has made. */
  takeOver(values: unknown): void;
  /** Calls the listener with the changes that this window makes, until the returned function is called. */
  follow(tell: (values: object) => void): () => void;
}

/**
 * Returns true for a part of the state of a store. Both windows are pages of one Nadir, which sends nothing else, so that its form is
 * not checked again.
 */
function isPartOf<State extends object>(_store: StoreApi<State>, values: unknown): values is Partial<State> {
  return typeof values === 'object' && values !== null;
}

/** Shares a store, except for these keys, which each window has for itself. */
export function shareStore<State extends object>(
  store: StoreApi<State>,
  ownKeys: readonly (keyof State)[] = [],
): SharedStore {
  /** What is being taken over; it is not told back. */
  let taken: Partial<State> = {};
  function changed(state: State, before: State | null): Partial<State> {
    const values: Partial<State> = {};
    for (const key in state) {
      const isTaken = key in taken && taken[key] === state[key];
      const isNew = before === null || state[key] !== before[key];
      if (isNew && !isTaken && !ownKeys.includes(key)) values[key] = state[key];
    }
    return values;
  }
  return {
    all: () => changed(store.getState(), null),
    takeOver(values) {
      if (!isPartOf(store, values)) return;
      taken = values;
      store.setState(values);
      taken = {};
    },
    follow: (tell) =>
      store.subscribe((state, before) => {
        const values = changed(state, before);
        if (Object.keys(values).length > 0) tell(values);
      }),
  };
}

/**
 * What lists, details and commands share with the map, by name. What a state holds must be plain data, because functions cannot be sent
 * to another window.
 */
export const sharedStores = {
  compare: shareStore(compareStore),
  find: shareStore(findStore),
  lists: shareStore(listStore),
  map: shareStore(mapStore),
  mapDisplay: shareStore(mapDisplayStore),
  measure: shareStore(measureStore),
  moments: shareStore(momentsStore),
  ownMaps: shareStore(ownMapsStore),
  pixels: shareStore(pixelsStore),
  places: shareStore(placeStore),
  reference: shareStore(referenceStore),
  reviews: shareStore(reviewStore),
  selection: shareStore(selectionStore),
  takeaway: shareStore(takeawayStore),
  timeline: shareStore(timelineStore),
  // The dialog with the keys belongs to the window in which somebody asked for it.
  ui: shareStore(uiStore, ['areShortcutsOpen']),
} as const satisfies Readonly<Record<string, SharedStore>>;

/** The name of a shared store. */
export type SharedName = keyof typeof sharedStores;
