import { createStore } from 'zustand/vanilla';

/**
 * Where the map is: `here` in the window with the lists; `elsewhere` if this window has given it to a window of its own; `alone` in
 * that window.
 */
type MapPlace = 'here' | 'elsewhere' | 'alone';

interface MapWindowState {
  place: MapPlace;
  /** The map window that was opened last, whether it has answered yet or not; null for none. */
  id: string | null;
}

/** Which window has the map. */
export const mapWindowStore = createStore<MapWindowState>(() => ({ place: 'here', id: null }));

/** The position and size of a window on the screen, in CSS pixels. */
export interface WindowBounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

const idPattern = /^#map=([0-9a-f-]{36})$/;

/** Returns the id of the map window that an address is for; null for the window with the lists. */
export const mapWindowIdIn = (hash: string): string | null => idPattern.exec(hash)?.[1] ?? null;

/** The lock that the window with the lists holds as long as it shares its state with a map window. */
export const mainLockOf = (id: string) => `nadir-main-${id}`;

let releaseMain: () => void = () => undefined;

/** Resolves when the lock of this window is held. */
const holdMain = (id: string) =>
  new Promise<void>((held) => {
    void navigator.locks.request(
      mainLockOf(id),
      () =>
        new Promise<void>((release) => {
          releaseMain = release;
          held();
        }),
    );
  });

/**
 * Opens a window for the map, at the place of the last one if that is known. This window keeps the map until the new one has answered.
 * Resolves with false if the browser has blocked it. Must be called while a click or a key is handled, because browsers block it
 * otherwise.
 */
export async function openMapWindow(bounds: WindowBounds | null): Promise<boolean> {
  closeMapWindow();
  const id = crypto.randomUUID();
  // While a window opens, a browser runs no callbacks of this one; so the lock must be held before, and whoever waits for the answer of
  // the window must know the id.
  await holdMain(id);
  mapWindowStore.setState({ id });
  const { availWidth, availHeight } = window.screen;
  const size = bounds ?? { width: Math.min(1_100, availWidth), height: Math.min(800, availHeight) };
  const features = Object.entries(size).map(([name, value]) => `${name}=${value}`);
  const address = `${window.location.pathname}#map=${id}`;
  const opened = window.open(address, `nadir-map-${id}`, ['popup', ...features].join());
  if (opened === null) closeMapWindow();
  return opened !== null;
}

/** Closes the window of the map: from that window itself, or from the one with the lists, which has the map again. */
export function closeMapWindow() {
  if (mapWindowStore.getState().place === 'alone') return window.close();
  // The map window ends when this lock is free.
  releaseMain();
  mapWindowStore.setState({ place: 'here', id: null });
}
