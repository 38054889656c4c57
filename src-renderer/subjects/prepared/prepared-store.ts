import { createStore } from 'zustand/vanilla';
import type { PlaceId, PreparedId } from '../../../src-preload/contract/ids.ts';
import type { PreparedRow } from '../../../src-preload/contract/prepared.ts';
import { showWorkspace, uiStore } from '../../state/ui-store.ts';
import type { CellNotes } from '../../ui/grid/cell-notes.ts';

interface PreparedState {
  /** The places for which the dialog asks which template is used; null while it is closed. */
  making: readonly PlaceId[] | null;
  /** The rows that are selected together. */
  chosen: ReadonlySet<PreparedId>;
  /** By row and column. */
  notes: CellNotes;
  /** Rows as they are after edits that main has not answered, or that have not been read again. */
  pending: ReadonlyMap<PreparedId, PreparedRow>;
  /** How many edits main has not answered. */
  editing: number;
  /** The height of the table, as a part of the room for it and the map. */
  tableShare: number;
  /** The cell that the table is to show; a new object each time. */
  target: { index: number; column: string } | null;
}

export const preparedStore = createStore<PreparedState>(() => ({
  making: null,
  chosen: new Set(),
  notes: new Map(),
  pending: new Map(),
  editing: 0,
  tableShare: 0.5,
  target: null,
}));

/** Shows the tasks and orders that are prepared from places. */
export function showPrepared() {
  uiStore.setState({ planMode: 'prepared' });
  showWorkspace('plan');
}

/** Asks with which template tasks are made from these places. */
export const makeFromPlaces = (placeIds: Iterable<PlaceId>) =>
  preparedStore.setState({ making: [...placeIds] });
