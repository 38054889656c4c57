import type { Change } from '../../src-preload/contract/contract.ts';

const intervalMs = 100;

/** Reports changes of the local store to all connected pages. */
export interface ChangeHub {
  publish(change: Change): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
}

/**
 * Creates the hub, which collects changes for a tenth of a second and reports equal ones once: a page of 500 tasks is one change
 * for the screen, and so are many small files.
 */
export function createChangeHub(): ChangeHub {
  const listeners = new Set<(change: Change) => void>();
  const pending = new Map<string, Change>();
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    flushedAt = performance.now();
    const changes = [...pending.values()];
    pending.clear();
    for (const change of changes) for (const listener of listeners) listener(change);
  };
  return {
    publish(change) {
      if (pending.size === 0)
        setTimeout(flush, Math.max(0, flushedAt + intervalMs - performance.now())).unref();
      pending.set(`${change.topic} ${change.connectionId ?? ''}`, change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
