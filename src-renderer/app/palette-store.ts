import { createSpotlight } from '@mantine/spotlight';
import { createStore } from 'zustand/vanilla';

const [store, actions] = createSpotlight();

/** The state of the command palette. */
export const paletteStore = store;

/** Closes the command palette. */
export const closePalette = actions.close;

/** The requests to open the palette before it is loaded. */
export const paletteRequest = createStore<{
  /** True after the first request: once loaded, the palette stays. */
  wasRequested: boolean;
  /** True between a request and the opening. */
  isOpening: boolean;
  isMounted: boolean;
}>(() => ({ wasRequested: false, isOpening: false, isMounted: false }));

/** Opens the palette, or closes it if it is open. The first call loads it. */
export function requestPalette(): void {
  if (paletteRequest.getState().isMounted) actions.toggle();
  else paletteRequest.setState({ wasRequested: true, isOpening: true });
}

/** Milliseconds after the start until the palette is loaded without a request. */
const loadedAfterMs = 2_000;

/**
 * Loads the palette some time after the start, so that it opens at once and receives every key. Returns a function that
 * cancels this.
 */
export function loadPaletteLater(): () => void {
  const timer = setTimeout(() => paletteRequest.setState({ wasRequested: true }), loadedAfterMs);
  return () => clearTimeout(timer);
}

/** Reports that the palette is mounted; opens it if that was requested before. */
export function onPaletteMounted(): void {
  const { isOpening } = paletteRequest.getState();
  paletteRequest.setState({ isOpening: false, isMounted: true });
  if (isOpening) actions.open();
}
