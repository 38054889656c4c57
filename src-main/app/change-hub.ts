import type { Change } from '../../src-preload/contract/contract.ts';

const betweenMs = 100;

/** Passes changes of the local store on to all connected pages. */
export interface ChangeHub {
  publish(change: Change): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
}

/**
 * Creates the hub, which reports to its listeners what changed in the store, equal changes only once: a page of 500 tasks is one
 * change for the screen, and so are the many small files that arrive in a tenth of a second.
 */
export function createChangeHub(): ChangeHub {
  const listeners = new Set<(change: Change) => void>();
  const pending = new Map<string, Change>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    toldAt = performance.now();
    const changes = [...pending.values()];
    pending.clear();
    for (const change of changes) for (const listener of listeners) listener(change);
  };
  return {
    publish(change) {
      if (pending.size === 0) setTimeout(flush, Math.max(0, toldAt + betweenMs - performance.now())).unref();
      pending.set(`${change.topic} ${change.connectionId ?? ''}`, change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
