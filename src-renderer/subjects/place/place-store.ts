import { createStore } from 'zustand/vanilla';
import { type PlaceId, type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlaceKind, PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { mapStore } from '../../state/map-store.ts';
import type { MarkKey } from '../../state/subject-marks.ts';
import type { CellNotes } from '../../ui/grid/cell-notes.ts';

/** What a click on the map adds to the list. */
export type PlaceTool = 'point' | 'area';

/** A dialog about many places. */
export type PlaceDialog = 'replace' | 'duplicates' | 'import';

/** The state of the workspace. */
export interface PlacesState {
  /** The lists whose places are in the table; none for those of all lists. */
  listIds: readonly PlaceListId[];
  search: string;
  tag: string | null;
  kind: PlaceKind | null;
  /** True to list only what is in view on the map. */
  isInView: boolean;
  /** A column of the table; null for the order in which places were added. */
  sort: { key: string; descending: boolean } | null;
  /** The places that are selected together. */
  chosen: ReadonlySet<PlaceId>;
  tool: PlaceTool | null;
  /** The area whose vertices can be dragged. */
  reshaped: PlaceId | null;
  /** True if the table is below the map, with all its columns. */
  isWide: boolean;
  /** The height of that table, as a part of the room for it and the map. */
  tableShare: number;
  /** The keys of columns that are not shown, and those of columns that are shown although usually they are not. */
  hidden: readonly string[];
  shown: readonly string[];
  /** The names of attributes that were added as columns and have no value yet. */
  addedAttributes: readonly string[];
  dialog: PlaceDialog | null;
  /** The places that are removed once the user has confirmed it. */
  toRemove: readonly PlaceId[] | null;
  /** Cells that were pasted and take more columns than the table shows; nothing of them was written. */
  tooWide: { texts: string[][]; columnCount: number } | null;
  /** A text with tabs that the dialog of the import reads as it opens. */
  toImport: string | null;
  /** By place and column. */
  notes: CellNotes;
  /** Rows as they are after edits that main has not answered, or that have not been read again. */
  pending: ReadonlyMap<PlaceId, PlaceRow>;
}

export const placeStore = createStore<PlacesState>(() => ({
  listIds: [],
  search: '',
  tag: null,
  kind: null,
  isInView: false,
  sort: null,
  chosen: new Set(),
  tool: null,
  reshaped: null,
  isWide: false,
  tableShare: 0.5,
  hidden: [],
  shown: [],
  addedAttributes: [],
  dialog: null,
  toRemove: null,
  tooWide: null,
  toImport: null,
  notes: new Map(),
  pending: new Map(),
}));

// What is selected together must be in the table: a command must not act on rows of lists that nobody sees.
placeStore.subscribe(({ listIds, chosen }, before) => {
  const isSame =
    listIds.length === before.listIds.length && listIds.every((id, i) => id === before.listIds[i]);
  if (!isSame && chosen === before.chosen && chosen.size > 0) placeStore.setState({ chosen: new Set() });
});

/** Selects these places together, in place of those that were. */
export function choosePlaces(placeIds: Iterable<PlaceId>) {
  placeStore.setState({ chosen: new Set(placeIds) });
}

/** Adds a place to those that are selected together, or removes it from them. */
export function togglePlace(key: MarkKey) {
  const placeId = placeIdSchema.parse(key);
  const chosen = new Set(placeStore.getState().chosen);
  if (!chosen.delete(placeId)) chosen.add(placeId);
  placeStore.setState({ chosen });
}

/** Takes the tool for new points or areas, or puts it away with null. */
export function takePlaceTool(tool: PlaceTool | null) {
  placeStore.setState({ tool, reshaped: null });
  mapStore.setState({
    ...{ picking: tool === 'point', pickedPoint: null, pickingScene: false },
    ...{ areaTool: tool === 'area' ? 'polygon' : null, areas: null, areasEditable: false },
  });
}
