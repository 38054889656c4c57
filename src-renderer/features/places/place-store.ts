import { createStore } from 'zustand/vanilla';
import { type PlaceId, type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlaceKind, PlaceRow } from '../../../src-preload/contract/place-values.ts';
import type { AttributeFilter } from '../../../src-preload/contract/places.ts';
import type { Problem } from '../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import type { MarkKey } from '../../kit/state/subject-marks.ts';
import type { CellNotes } from '../../kit/ui/grid/cell-notes.ts';

/** The tool that adds a place by clicks on the map. */
export type PlaceTool = 'point' | 'area';

/** The dialogs that affect many places. */
export type PlaceDialog = 'replace' | 'duplicates' | 'import';

/** The state of the workspace Places. */
export interface PlacesState {
  /** The lists whose places are shown; empty for all lists. */
  listIds: readonly PlaceListId[];
  search: string;
  tag: string | null;
  kind: PlaceKind | null;
  attribute: AttributeFilter | null;
  /** True to list only places in the view of the map. */
  isInView: boolean;
  /** The sorted column; null for the order in which places were added. */
  sort: { key: string; descending: boolean } | null;
  /** The places that are selected together. */
  chosen: ReadonlySet<PlaceId>;
  tool: PlaceTool | null;
  /** The area whose vertices are being edited. */
  reshaped: PlaceId | null;
  /** A point that was dragged on the map, until the workspace has begun to store its new place. */
  dragged: { placeId: PlaceId; to: LonLat } | null;
  /** Why the outline on the map cannot be stored as it is; null if there is none, or if it is stored. */
  outlineProblem: Problem | null;
  /** True if the table with all its columns is open below the map. */
  isWide: boolean;
  /** The height of that table as a fraction of the space for it and the map. */
  tableShare: number;
  /** The keys of columns that are hidden, and of default-hidden columns that are shown. */
  hidden: readonly string[];
  shown: readonly string[];
  /** The names of attributes that were added as columns and have no values yet. */
  addedAttributes: readonly string[];
  dialog: PlaceDialog | null;
  /** The places to remove once the user confirms. */
  toRemove: readonly PlaceId[] | null;
  /**
   * Pasted cells that need more columns than the table shows, or have more rows than are pasted at once (`columnCount` is null); none of
   * them was written.
   */
  tooWide: { texts: string[][]; columnCount: number | null } | null;
  /** Pasted text for the import dialog to parse when it opens. */
  toImport: string | null;
  /** A place that was added as an empty row, until the table has moved its cursor there. */
  newRow: PlaceId | null;
  /** The rejected input of cells, by place and column. */
  notes: CellNotes;
  /** Edited rows that the main process has not confirmed or that have not been fetched again. */
  pending: ReadonlyMap<PlaceId, PlaceRow>;
}

export const placeStore = createStore<PlacesState>(() => ({
  listIds: [],
  search: '',
  tag: null,
  kind: null,
  attribute: null,
  isInView: false,
  sort: null,
  chosen: new Set(),
  tool: null,
  reshaped: null,
  dragged: null,
  outlineProblem: null,
  isWide: false,
  tableShare: 0.5,
  hidden: [],
  shown: [],
  addedAttributes: [],
  dialog: null,
  toRemove: null,
  tooWide: null,
  toImport: null,
  newRow: null,
  notes: new Map(),
  pending: new Map(),
}));

/** Returns true if both states list the same places, whatever the view of the map is. */
const listSame = (one: PlacesState, other: PlacesState) =>
  one.listIds.length === other.listIds.length &&
  one.listIds.every((id, i) => id === other.listIds[i]) &&
  one.search === other.search &&
  one.tag === other.tag &&
  one.kind === other.kind &&
  one.attribute === other.attribute &&
  one.isInView === other.isInView;

// Selected places must be in the table, so that no command affects rows that are not visible.
placeStore.subscribe((state, before) => {
  const { chosen } = state;
  if (chosen === before.chosen && chosen.size > 0 && !listSame(state, before))
    placeStore.setState({ chosen: new Set() });
});

/** Selects exactly these places together. */
export function choosePlaces(placeIds: Iterable<PlaceId>) {
  placeStore.setState({ chosen: new Set(placeIds) });
}

/** Adds a place to the joint selection, or removes it. */
export function togglePlace(key: MarkKey) {
  const placeId = placeIdSchema.parse(key);
  const chosen = new Set(placeStore.getState().chosen);
  if (!chosen.delete(placeId)) chosen.add(placeId);
  placeStore.setState({ chosen });
}

/** Starts a tool that adds points or areas; null stops it. */
export function startPlaceTool(tool: PlaceTool | null) {
  placeStore.setState({ tool, reshaped: null, outlineProblem: null });
  mapStore.setState({
    picking: tool === 'point',
    pickedPoint: null,
    pickingScene: false,
    areaTool: tool === 'area' ? 'polygon' : null,
    areas: null,
    areasEditable: false,
  });
}
