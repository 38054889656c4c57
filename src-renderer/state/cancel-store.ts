import { createStore } from 'zustand/vanilla';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { CancelBatch } from '../../src-preload/contract/outbox.ts';

/** The rows that a cancellation of many is about; `ids` are packed. */
export interface CancelAsked {
  scope: Scope;
  kind: 'task' | 'order';
  ids: string;
}

interface CancelState {
  /** The rows in the open dialog, as they were selected when it was opened. */
  asked: CancelAsked | null;
  /** The commands of the last cancellation of many; null for none, or once the user has seen enough of it. */
  batch: { scope: Scope; batch: CancelBatch } | null;
}

/** The cancellation of many tasks: what is being decided, and what was written into the outbox last. */
export const cancelStore = createStore<CancelState>(() => ({ asked: null, batch: null }));
