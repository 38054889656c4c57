import type { StoreApi } from 'zustand/vanilla';

const resets: (() => void)[] = [];

/** Remembers a store of the page, so that `resetStores` can give it its first state again. */
export function rememberStore<State>(store: StoreApi<State>): StoreApi<State> {
  resets.push(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Gives every store of the page its first state again: one worker runs many files of tests with the same stores. */
export function resetStores() {
  for (const reset of resets) reset();
}
