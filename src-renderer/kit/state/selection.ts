import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SubjectKeys } from '../../../src-preload/contract/contract.ts';

/** The kinds of objects whose selection is shared by lists, map, details and commands. */
export type Subject = keyof SubjectKeys;
/** The key of an object of a subject. */
export type KeyOf<S extends Subject> = SubjectKeys[S];
/** The key of one object of each subject; null or undefined for none. */
export type KeysBySubject = { readonly [S in Subject]?: KeyOf<S> | null };

/** The registration of a subject. */
interface KnownSubject<S extends Subject> {
  /** Reads a key that was stored or comes from the map; throws for anything else. */
  readKey: (key: unknown) => KeyOf<S>;
  /** True if its objects belong to all contracts, so that they stay selected when another contract is selected. */
  ofAllContracts: boolean;
}
type KnownSubjects = { readonly [S in Subject]?: KnownSubject<S> };

let known: KnownSubjects = {};

/**
 * Registers a subject with the selection. The window does this for each before it is drawn, because subjects are
 * declared in folders that this one may not import.
 */
export function addSubject<S extends Subject>(subject: S, declared: KnownSubject<S>) {
  known = { ...known, [subject]: declared };
}

const isSubject = (name: string): name is Subject => name in known;
/** Returns all subjects, in the order of their registration. */
export const allSubjects = (): Subject[] => Object.keys(known).filter(isSubject);
/** Returns true if the objects of a subject belong to one contract. */
export const isOfOneContract = (subject: Subject): boolean => known[subject]?.ofAllContracts === false;

/** Reads a key that was stored or comes from the map. Throws for anything else, and for an unknown subject. */
export function readKey<S extends Subject>(subject: S, key: unknown): KeyOf<S> {
  const declared: KnownSubject<S> | undefined = known[subject];
  if (declared === undefined) throw new Error(`unknown subject: ${subject}`);
  return declared.readKey(key);
}

/** The selection of the whole window: at most one object of each subject. */
export interface Selection {
  selected: KeysBySubject;
  /** The objects under the pointer, in a list or on the map. */
  hovered: KeysBySubject;
  /** What was selected in the last session, and again at the start of this one: the map keeps its saved view for it. */
  restored: KeysBySubject;
}

/** The list, map, details, timeline and commands all read and write it; none of them depends on another. */
export const selectionStore = createStore<Selection>(() => ({
  selected: {},
  hovered: {},
  restored: {},
}));

/**
 * Selects an object, or none with null. Does nothing if it is already selected, because subscribers react to each
 * change.
 */
export function select<S extends Subject>(subject: S, key: KeyOf<S> | null) {
  const { selected } = selectionStore.getState();
  if ((selected[subject] ?? null) !== key)
    selectionStore.setState({ selected: { ...selected, [subject]: key } });
}

/**
 * Sets the object under the pointer, or none with null. Does nothing if it is unchanged, because lists and map call
 * it at each move.
 */
export function hover<S extends Subject>(subject: S, key: KeyOf<S> | null) {
  const { hovered } = selectionStore.getState();
  if ((hovered[subject] ?? null) !== key)
    selectionStore.setState({ hovered: { ...hovered, [subject]: key } });
}

/** Restores an earlier selection without moving the map. */
export function restoreSelected(selected: KeysBySubject) {
  selectionStore.setState((state) => ({
    selected: { ...state.selected, ...selected },
    restored: selected,
  }));
}

/** Deselects these subjects and clears their hover. */
export function deselect(subjects: readonly Subject[]) {
  for (const subject of subjects) {
    select(subject, null);
    hover(subject, null);
  }
}

/** Returns the currently selected key; null for none. */
export function selectedOf<S extends Subject>(subject: S): KeyOf<S> | null {
  return selectionStore.getState().selected[subject] ?? null;
}

/** Returns the selected key in a component; null for none. */
export function useSelected<S extends Subject>(subject: S): KeyOf<S> | null {
  return useStore(selectionStore, (state) => state.selected[subject] ?? null);
}

/** Returns the key under the pointer in a component; null for none. */
export function useHovered<S extends Subject>(subject: S): KeyOf<S> | null {
  return useStore(selectionStore, (state) => state.hovered[subject] ?? null);
}
