import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LibrarySceneId, OrderId, SubmissionId, TaskId } from '../../src-preload/contract/ids.ts';
import type { TimelineEntry } from '../../src-preload/contract/timeline.ts';

/** One of each subject by its key, or none. */
export interface KeysBySubject {
  task: TaskId | null;
  order: OrderId | null;
  command: SubmissionId | null;
  scene: LibrarySceneId | null;
  moment: TimelineEntry['key'] | null;
}

/** The kinds of things that lists, map, details and commands share a selection of. */
export type Subject = keyof KeysBySubject;

/** The selection of the whole window, one of each subject. */
export interface Selection {
  selected: Readonly<KeysBySubject>;
  /** What the pointer is over, in a list or on the map. */
  hovered: Readonly<KeysBySubject>;
  /** What is selected just now is what was selected at the last end: the map stays where it was left. */
  restoring: boolean;
}

const nothing = { task: null, order: null, command: null, scene: null, moment: null };

/** List, map, details, timeline and commands all read and write it; none of them knows another. */
export const selectionStore = createStore<Selection>(() => ({
  selected: nothing,
  hovered: nothing,
  restoring: false,
}));

/** Selects one, or none with null. What is selected already changes nothing: followers keep each change. */
export function select<S extends Subject>(subject: S, key: KeysBySubject[S]) {
  const { selected } = selectionStore.getState();
  if (selected[subject] !== key) selectionStore.setState({ selected: { ...selected, [subject]: key } });
}

/** The one under the pointer, or none with null. Lists and map tell each move: what is known already changes nothing. */
export function hover<S extends Subject>(subject: S, key: KeysBySubject[S]) {
  const { hovered } = selectionStore.getState();
  if (hovered[subject] !== key) selectionStore.setState({ hovered: { ...hovered, [subject]: key } });
}

/** Selects again what was selected before, without a flight of the map. */
export function restoreSelected(selected: Partial<KeysBySubject>) {
  selectionStore.setState((state) => ({ selected: { ...state.selected, ...selected }, restoring: true }));
  selectionStore.setState({ restoring: false });
}

/** Nothing of these is selected or pointed at any more. */
export function deselect(subjects: readonly Subject[]) {
  for (const subject of subjects) {
    select(subject, null);
    hover(subject, null);
  }
}

/** What is selected at this moment; null for none. */
export function selectedOf<S extends Subject>(subject: S): KeysBySubject[S] {
  return selectionStore.getState().selected[subject];
}

/** What is selected, for a component; null for none. */
export function useSelected<S extends Subject>(subject: S): KeysBySubject[S] {
  return useStore(selectionStore, (state) => state.selected[subject]);
}

/** What is under the pointer, for a component; null for none. */
export function useHovered<S extends Subject>(subject: S): KeysBySubject[S] {
  return useStore(selectionStore, (state) => state.hovered[subject]);
}
