import type { Change } from '../src-preload/contract/changes.ts';

export interface ChangeHub {
  publish(change: Change): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
}

/**
 * Tells listeners what moved in the store. Equal changes within one turn of the loop are told once: a page of
 * 500 tasks is one change for the screen, not 500.
 */
export function createChangeHub(): ChangeHub {
  const listeners = new Set<(change: Change) => void>();
  const pending = new Map<string, Change>();
  const flush = () => {
    const changes = [...pending.values()];
    pending.clear();
    for (const change of changes) for (const listener of listeners) listener(change);
  };
  return {
    publish(change) {
      if (pending.size === 0) setImmediate(flush);
      pending.set(`${change.topic} ${change.connectionId ?? ''}`, change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
