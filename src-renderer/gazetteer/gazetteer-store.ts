import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createGazetteer, type Gazetteer } from './gazetteer.ts';

/** The gazetteer of the window. Tests replace it. */
export const gazetteerStore = createStore<{ gazetteer: Gazetteer }>(() => ({ gazetteer: createGazetteer() }));

/** Returns the gazetteer in a component. */
export const useGazetteer = (): Gazetteer => useStore(gazetteerStore, ({ gazetteer }) => gazetteer);
