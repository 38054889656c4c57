import { createStore } from 'zustand/vanilla';

/** A command of the viewer, which is loaded with the first raster. */
export interface ViewerCommand {
  id: string;
  label: string;
  onClick: () => void;
}

/**
 * The current commands of the raster viewer. They are stored here because the viewer is not in the first script of the
 * page, unlike the palette.
 */
export const viewerCommands = createStore<{ commands: readonly ViewerCommand[] }>(() => ({ commands: [] }));
