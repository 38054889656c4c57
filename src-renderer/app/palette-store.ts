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
}>(() => ({ wasAsked: false, isOpening: false }));

/** Opens the palette, or closes it if it is open; the first time it is loaded before. */
export function askForPalette(): void {
  if (paletteRequest.getState().wasAsked) actions.toggle();
  else paletteRequest.setState({ wasAsked: true, isOpening: true });
}

/** Opens the palette that was asked for before it was loaded. */
export function openPalette(): void {
  if (!paletteRequest.getState().isOpening) return;
  paletteRequest.setState({ isOpening: false });
  actions.open();
}
