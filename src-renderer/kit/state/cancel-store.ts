import { createStore } from 'zustand/vanilla';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { CancelBatch } from '../../../src-preload/contract/outbox.ts';

/** The rows to cancel together; `ids` are packed. */
export interface CancelSelection {
  scope: Scope;
  kind: 'task' | 'order';
  ids: string;
}

interface CancelState {
  /** The rows in the open dialog, as they were selected when it was opened. */
  asked: CancelSelection | null;
  /** The commands of the last cancellation; null for none, or after the user has closed its result. */
  batch: { scope: Scope; batch: CancelBatch } | null;
}

/** The state of cancelling many tasks: the rows in the dialog, and the commands that were last added to the outbox. */
export const cancelStore = createStore<CancelState>(() => ({ asked: null, batch: null }));
