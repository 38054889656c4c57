import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgendaEntry } from '../../src-preload/contract/agenda.ts';
import type { LibrarySceneId, OrderId, SubmissionId, TaskId } from '../../src-preload/contract/ids.ts';

/** What is selected of each subject; main is asked for the rest by it. */
export interface SelectedBySubject {
  task: TaskId | null;
  order: OrderId | null;
  command: SubmissionId | null;
  scene: LibrarySceneId | null;
  /** The whole entry: main knows none of its own, and cannot be asked for one. */
  moment: AgendaEntry | null;
}

/** What the pointer is over, in a list or on the map. */
export interface HoveredBySubject extends Omit<SelectedBySubject, 'moment'> {
  moment: AgendaEntry['key'] | null;
}

/** The kinds of things that lists, map, details and commands share a selection of. */
export type Subject = keyof SelectedBySubject;

/** The selection of the whole window, one of each subject. */
export interface Selection {
  selected: Readonly<SelectedBySubject>;
  hovered: Readonly<HoveredBySubject>;
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

/** Selects one, or none with null. */
export function select<S extends Subject>(subject: S, key: SelectedBySubject[S]) {
  selectionStore.setState(({ selected }) => ({ selected: { ...selected, [subject]: key } }));
}

/** The one under the pointer, or none with null. Lists and map tell each move: what is known already changes nothing. */
export function hover<S extends Subject>(subject: S, key: HoveredBySubject[S]) {
  const { hovered } = selectionStore.getState();
  if (hovered[subject] !== key) selectionStore.setState({ hovered: { ...hovered, [subject]: key } });
}

/** Selects again what was selected before, without a flight of the map. */
export function restoreSelected(selected: Partial<SelectedBySubject>) {
  selectionStore.setState((state) => ({ selected: { ...state.selected, ...selected }, restoring: true }));
  selectionStore.setState({ restoring: false });
}

/** Nothing of these is selected or pointed at any more. */
export function deselect(subjects: readonly Subject[]) {
  const none = Object.fromEntries(subjects.map((subject) => [subject, null]));
  selectionStore.setState(({ selected, hovered }) => ({
    selected: { ...selected, ...none },
    hovered: { ...hovered, ...none },
  }));
}

/** What is selected at this moment; null for none. */
export function selectedOf<S extends Subject>(subject: S): SelectedBySubject[S] {
  return selectionStore.getState().selected[subject];
}

/** What is selected, for a component; null for none. */
export function useSelected<S extends Subject>(subject: S): SelectedBySubject[S] {
  return useStore(selectionStore, (state) => state.selected[subject]);
}

/** What is under the pointer, for a component; null for none. */
export function useHovered<S extends Subject>(subject: S): HoveredBySubject[S] {
  return useStore(selectionStore, (state) => state.hovered[subject]);
}
