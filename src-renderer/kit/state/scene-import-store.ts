import { createStore } from 'zustand/vanilla';

/** The dialog that imports scenes: whether it is open, and the files that were dropped for it and are not yet read. */
export const sceneImportStore = createStore<{ isOpen: boolean; files: readonly File[] }>(() => ({
  isOpen: false,
  files: [],
}));

/** Opens the dialog that imports scenes, with files to inspect besides those that still wait. */
export const importScenes = (files: readonly File[] = []) =>
  sceneImportStore.setState((before) => ({ isOpen: true, files: [...before.files, ...files] }));
