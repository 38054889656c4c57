import { createStore } from 'zustand/vanilla';

/** A command of what is loaded with the first raster. */
export interface ViewerCommand {
  id: string;
  label: string;
  onClick: () => void;
}

/** The commands that the viewer of rasters has now: its code is not in the first script of the page, and the palette is. */
export const viewerCommands = createStore<{ commands: readonly ViewerCommand[] }>(() => ({ commands: [] }));
