import { createSpotlight } from '@mantine/spotlight';
import { createStore } from 'zustand/vanilla';

const [store, actions] = createSpotlight();

/** The state of the command palette. */
export const paletteStore = store;

/** What was asked of the palette before it was loaded. */
export const paletteRequest = createStore<{
  /** True from the first time on: the palette that was loaded stays. */
  wasAsked: boolean;
  /** True while it was asked for and is not open yet. */
  isOpening: boolean;
  isMounted: boolean;
}>(() => ({ wasAsked: false, isOpening: false, isMounted: false }));

/** Opens the palette, or closes it if it is open; the first time it is loaded before. */
export function askForPalette(): void {
  if (paletteRequest.getState().isMounted) actions.toggle();
  else paletteRequest.setState({ wasAsked: true, isOpening: true });
}

/** Milliseconds after the start until the palette is loaded also without being asked for. */
const loadedAfterMs = 2_000;

/**
 * Loads the palette some time after the start, so that it opens at once and takes every key. Returns the function that
 * gives it up.
 */
export function loadPaletteLater(): () => void {
  const timer = setTimeout(() => paletteRequest.setState({ wasAsked: true }), loadedAfterMs);
  return () => clearTimeout(timer);
}

/** Says that the palette is there; opens it if it was asked for before. */
export function paletteMounted(): void {
  const { isOpening } = paletteRequest.getState();
  paletteRequest.setState({ isOpening: false, isMounted: true });
  if (isOpening) actions.open();
}
