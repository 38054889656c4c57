import type { Scope } from '../../src-preload/contract/ids.ts';

/** A state of something at the service or here, as a domain's table has just learnt it. */
export interface ObservedState {
  kind: 'task' | 'capture' | 'order' | 'order-capture' | 'deliverable' | 'scene' | 'file' | 'command';
  /** Of the kind, within the scope. */
  id: string;
  /** The task, order or scene that it belongs to. */
  parentId: string | null;
  captureId?: string | null;
  state: string;
  /** When it came about, where the service says so. */
  happenedAt?: string | null;
  /** Its parent's parts were never read before: what is found may be old. */
  isFirstRead?: boolean;
  /** When it was last read without this state, where that is known. */
  notBefore?: string | null;
}

/** Called within the transaction that stores the state; a second time with the same state says nothing new. */
export type Observed = (scope: Scope, seen: ObservedState) => void;
