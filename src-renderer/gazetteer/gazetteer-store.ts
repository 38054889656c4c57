import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createGazetteer, type Gazetteer } from './gazetteer.ts';

/** The names of the window. Tests put others in their place. */
export const gazetteerStore = createStore<{ gazetteer: Gazetteer }>(() => ({ gazetteer: createGazetteer() }));

/** Returns the embedded names in a component. */
export const useGazetteer = (): Gazetteer => useStore(gazetteerStore, ({ gazetteer }) => gazetteer);
