import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type LibrarySceneId,
  librarySceneIdSchema,
  type OrderId,
  orderIdSchema,
  type PlaceId,
  placeIdSchema,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import type { TimelineEntry } from '../../src-preload/contract/timeline.ts';

/** Every subject with the key of its objects. A moment is an entry of the timeline. */
interface Keys {
  task: TaskId;
  order: OrderId;
  command: SubmissionId;
  scene: LibrarySceneId;
  place: PlaceId;
  moment: TimelineEntry['key'];
}

/** The kinds of objects whose selection is shared by lists, map, details and commands. */
export type Subject = keyof Keys;
/** The key of an object of a subject. */
export type KeyOf<S extends Subject> = Keys[S];
/** The key of one object of each subject, or null. */
export type KeysBySubject = { [S in Subject]: Keys[S] | null };

/** Read a key that was stored or comes from the map; they throw for anything else. */
export const readKey: { readonly [S in Subject]: (key: unknown) => Keys[S] } = {
  task: (key) => taskIdSchema.parse(key),
  order: (key) => orderIdSchema.parse(key),
  command: (key) => submissionIdSchema.parse(key),
  scene: (key) => librarySceneIdSchema.parse(key),
  place: (key) => placeIdSchema.parse(key),
  moment: (key) => z.string().parse(key),
};

/** Subjects whose objects are of all contracts: they stay selected when another contract is chosen. */
const ofAllContracts: ReadonlySet<Subject> = new Set<Subject>(['scene', 'place', 'moment']);

const isSubject = (name: string): name is Subject => name in readKey;
/** All subjects. */
export const subjects: readonly Subject[] = Object.keys(readKey).filter(isSubject);
/** The subjects whose objects belong to one contract. */
export const subjectsOfContract = subjects.filter((subject) => !ofAllContracts.has(subject));

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
