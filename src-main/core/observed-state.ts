import type { Scope } from '../../src-preload/contract/ids.ts';

/** A state of something at the service or on this computer, as a domain has just stored it. */
export interface ObservedState {
  kind: 'task' | 'capture' | 'order' | 'order-capture' | 'deliverable' | 'scene' | 'file' | 'command';
  /** The identifier of the kind, within the scope. */
  id: string;
  /** The task, order or scene that it belongs to. */
  parentId: string | null;
  captureId?: string | null;
  state: string;
  /** The time when the state began, if the service gives it. */
  happenedAt?: string | null;
  /** True if its parent's parts were never read before: the state may be old. */
  isFirstRead?: boolean;
  /** When it was last read without this state, if that is known. */
  notBefore?: string | null;
}

/** Called within the transaction that stores the state; a second call with the same state has no effect. */
export type Observed = (scope: Scope, seen: ObservedState) => void;
