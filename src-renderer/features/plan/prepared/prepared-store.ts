import { createStore } from 'zustand/vanilla';
import type { PlaceId, PreparedId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { showWorkspace, uiStore } from '../../../kit/state/ui-store.ts';

interface PreparedState {
  /** The places of the open dialog that prepares tasks or orders; null while it is closed. */
  making: readonly PlaceId[] | null;
  /** The rows that are selected together. */
  chosen: ReadonlySet<PreparedId>;
  /** Edited rows that the main process has not confirmed or that have not been fetched again. */
  pending: ReadonlyMap<PreparedId, PreparedRow>;
  /** The number of edits that the main process has not answered. */
  editing: number;
  /** The number of edits that were begun since the start. */
  begun: number;
  /** The revision of the rows of a contract after the last edit that main has answered; null before the first one. */
  editedTo: { scope: Scope; revision: number } | null;
  /** The height of the table as a fraction of the space for it and the map. */
  tableShare: number;
  /** The cell that the table should reveal; a new object per request. */
  target: { index: number; column: string } | null;
}

export const preparedStore = createStore<PreparedState>(() => ({
  making: null,
  chosen: new Set(),
  pending: new Map(),
  editing: 0,
  begun: 0,
  editedTo: null,
  tableShare: 0.5,
  target: null,
}));

/** Returns the revision of the rows of a contract after the last edit that main has answered; 0 if it was of another one. */
export function findEditedRevision({ editedTo }: Pick<PreparedState, 'editedTo'>, scope: Scope): number {
  const isOfScope =
    editedTo?.scope.connectionId === scope.connectionId && editedTo.scope.contractId === scope.contractId;
  return isOfScope ? editedTo.revision : 0;
}

/** Opens the list of tasks and orders that were prepared from places. */
export function showPrepared() {
  uiStore.setState({ planMode: 'prepared' });
  showWorkspace('plan');
}

/** Opens the dialog that prepares tasks or orders from these places. */
export const makeFromPlaces = (placeIds: Iterable<PlaceId>) =>
  preparedStore.setState({ making: [...placeIds] });
