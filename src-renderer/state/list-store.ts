import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { Workspace } from './ui-store.ts';

/** A list that is declared; it has the name of its workspace. */
export type ListName = Workspace;

const columnSchema = z.object({ key: z.string().max(200), width: z.number().min(40).max(1_200) });

/** What a list looks like, as it is saved: its filters and order, and its table. */
export const listAppearanceSchema = z.object({
  /** The values of the filters and the order; the list leaves out those that it does not know. */
  terms: z.record(z.string(), z.unknown()).catch({}),
  /** The columns of the table in their order; null for the usual ones. */
  columns: z.array(columnSchema).max(200).nullable().catch(null),
  /** True if the table is open. */
  isTable: z.boolean().catch(false),
  /** True if pictures of the rows are shown in place of the table. */
  isGrid: z.boolean().catch(false),
});
/** What a list looks like. */
export type ListAppearance = z.infer<typeof listAppearanceSchema>;
/** A column that is shown; its width is in pixels. */
export type ShownColumn = z.infer<typeof columnSchema>;

/** What a list looks like, and which of its rows are selected together, by their keys as text. */
export interface ListState extends ListAppearance {
  chosen: ReadonlySet<string>;
  /** The contract that the terms were set under; null until they were. */
  contract: string | null;
}

/** The state of all declared lists. */
export interface ListsState {
  /** Those that look other than usual. */
  lists: { readonly [Name in ListName]?: ListState };
  /** The height of the tables, as a part of the room for table and map. */
  tableShare: number;
}

export const plainAppearance: ListAppearance = { terms: {}, columns: null, isTable: false, isGrid: false };
const unchanged: ListState = { ...plainAppearance, chosen: new Set(), contract: null };

/** What each list looks like; it outlives the list pane and, but for the selection, the program. */
export const listStore = createStore<ListsState>(() => ({
  lists: {},
  tableShare: 0.45,
}));

/** Returns the state of a list. */
export const listOf = ({ lists }: ListsState, name: ListName): ListState => lists[name] ?? unchanged;

/** Changes what a list looks like, or which of its rows are selected. */
export function changeList(name: ListName, patch: Partial<ListState>) {
  listStore.setState((all) => ({ lists: { ...all.lists, [name]: { ...listOf(all, name), ...patch } } }));
}

/** Selects these rows together, in place of those that were. */
export const chooseRows = (name: ListName, keys: Iterable<string>) =>
  changeList(name, { chosen: new Set(keys) });
