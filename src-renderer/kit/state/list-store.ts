import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { Workspace } from './ui-store.ts';

/** The name of a declared list, which is that of its workspace. */
export type ListName = Workspace;

const columnSchema = z.object({ key: z.string().max(200), width: z.number().min(40).max(1_200) });

/** The saved appearance of a list: its filters and order, and its table. */
export const listAppearanceSchema = z.object({
  /** The values of the filters and the order; the list ignores unknown ones. */
  terms: z.record(z.string(), z.unknown()).catch({}),
  /** The columns of the table in their order; null for the default ones. */
  columns: z.array(columnSchema).max(200).nullable().catch(null),
  /** True if the table is open. */
  isTable: z.boolean().catch(false),
  /** True if the pictures of the rows are shown instead of the table. */
  isGrid: z.boolean().catch(false),
});
/** The appearance of a list. */
export type ListAppearance = z.infer<typeof listAppearanceSchema>;
/** A shown column; its width is in pixels. */
export type ShownColumn = z.infer<typeof columnSchema>;

/** The appearance of a list, and the keys of the rows that are selected together, as text. */
export interface ListState extends ListAppearance {
  chosen: ReadonlySet<string>;
  /** The contract under which the terms were set; null before that. */
  contract: string | null;
}

/** The state of all declared lists. */
export interface ListsState {
  /** The lists with other than the default state. */
  lists: { readonly [Name in ListName]?: ListState };
  /** The height of the tables as a fraction of the space for table and map. */
  tableShare: number;
}

export const plainAppearance: ListAppearance = { terms: {}, columns: null, isTable: false, isGrid: false };
const unchanged: ListState = { ...plainAppearance, chosen: new Set(), contract: null };

/** The state of each list. It survives the list pane and, apart from the selection, the session. */
export const listStore = createStore<ListsState>(() => ({
  lists: {},
  tableShare: 0.45,
}));

/** Returns the state of a list. */
export const listOf = ({ lists }: ListsState, name: ListName): ListState => lists[name] ?? unchanged;

/** Changes the appearance of a list, or its selected rows. */
export function changeList(name: ListName, patch: Partial<ListState>) {
  listStore.setState((all) => ({ lists: { ...all.lists, [name]: { ...listOf(all, name), ...patch } } }));
}

/** Selects these rows together, instead of the previous ones. */
export const chooseRows = (name: ListName, keys: Iterable<string>) =>
  changeList(name, { chosen: new Set(keys) });
