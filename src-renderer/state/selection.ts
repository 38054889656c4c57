import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  librarySceneIdSchema,
  orderIdSchema,
  placeIdSchema,
  submissionIdSchema,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';

const keysOf = <T extends z.ZodType>(schema: T, { ofAllContracts }: { ofAllContracts: boolean }) => ({
  read: (key: unknown): z.infer<T> => schema.parse(key),
  ofAllContracts,
});

/**
 * Every subject, once: the schema of its keys, and whether its objects are of all contracts, so that they stay selected when
 * another contract is chosen. A moment is an entry of the timeline.
 */
const declared = {
  task: keysOf(taskIdSchema, { ofAllContracts: false }),
  order: keysOf(orderIdSchema, { ofAllContracts: false }),
  command: keysOf(submissionIdSchema, { ofAllContracts: false }),
  scene: keysOf(librarySceneIdSchema, { ofAllContracts: true }),
  place: keysOf(placeIdSchema, { ofAllContracts: true }),
  moment: keysOf(z.string(), { ofAllContracts: true }),
};

/** Every subject with the key of its objects. */
type Keys = { [S in keyof typeof declared]: ReturnType<(typeof declared)[S]['read']> };
/** The kinds of objects whose selection is shared by lists, map, details and commands. */
export type Subject = keyof Keys;
/** The key of an object of a subject. */
export type KeyOf<S extends Subject> = Keys[S];
/** The key of one object of each subject, or null. */
export type KeysBySubject = { [S in Subject]: Keys[S] | null };

/** How the keys of each subject are read that were stored or come from the map: `read` throws for anything else. */
export const subjectKeys: { readonly [S in Subject]: { readonly read: (key: unknown) => Keys[S] } } =
  declared;

const isSubject = (name: string): name is Subject => name in declared;
/** All subjects. */
export const subjects: readonly Subject[] = Object.keys(declared).filter(isSubject);
/** The subjects whose objects belong to one contract. */
export const subjectsOfContract = subjects.filter((subject) => !declared[subject].ofAllContracts);

/** The selection of the whole window: at most one object of each subject. */
export interface Selection {
  selected: Readonly<KeysBySubject>;
  /** The objects under the pointer, in a list or on the map. */
  hovered: Readonly<KeysBySubject>;
  /** True while the selection of the last run is restored, so that the map keeps its saved view. */
  restoring: boolean;
}

const nothing: KeysBySubject = {
  ...{ task: null, order: null, command: null, scene: null, place: null, moment: null },
};

/** The list, map, details, timeline and commands all read and write it; none of them depends on another. */
export const selectionStore = createStore<Selection>(() => ({
  selected: nothing,
  hovered: nothing,
  restoring: false,
}));

/**
 * Selects an object, or none with null. Does nothing if it is already selected, because subscribers react to each
 * change.
 */
export function select<S extends Subject>(subject: S, key: KeysBySubject[S]) {
  const { selected } = selectionStore.getState();
  if (selected[subject] !== key) selectionStore.setState({ selected: { ...selected, [subject]: key } });
}

/**
 * Sets the object under the pointer, or none with null. Does nothing if it is unchanged, because lists and map call
 * it at each move.
 */
export function hover<S extends Subject>(subject: S, key: KeysBySubject[S]) {
  const { hovered } = selectionStore.getState();
  if (hovered[subject] !== key) selectionStore.setState({ hovered: { ...hovered, [subject]: key } });
}

/** Restores an earlier selection without moving the map. */
export function restoreSelected(selected: Partial<KeysBySubject>) {
  selectionStore.setState((state) => ({ selected: { ...state.selected, ...selected }, restoring: true }));
  selectionStore.setState({ restoring: false });
}

/** Deselects these subjects and clears their hover. */
export function deselect(subjects: readonly Subject[]) {
  for (const subject of subjects) {
    select(subject, null);
    hover(subject, null);
  }
}

/** Returns the key that is selected now; null for none. */
export function selectedOf<S extends Subject>(subject: S): KeysBySubject[S] {
  return selectionStore.getState().selected[subject];
}

/** Returns the selected key in a component; null for none. */
export function useSelected<S extends Subject>(subject: S): KeysBySubject[S] {
  return useStore(selectionStore, (state) => state.selected[subject]);
}

/** Returns the key under the pointer in a component; null for none. */
export function useHovered<S extends Subject>(subject: S): KeysBySubject[S] {
  return useStore(selectionStore, (state) => state.hovered[subject]);
}
