import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { toStoredError } from '../app-error.ts';
import { scopeKey } from './scope.ts';
import type { createScopeStates } from './scope-states.ts';

/** What a reading of a scope does, and which callbacks it calls. */
export interface ScopeReadingsOptions<State extends SyncState> {
  /** The changes of the state when a reading begins, and when it succeeds. */
  begun: Partial<State>;
  done: Partial<State>;
  /** Reads the scope from the service into the store. Returns whether anything changed. */
  read: (scope: Scope, signal: AbortSignal) => Promise<boolean>;
  /** Called when a reading of the scope has succeeded. */
  synced?: ((scope: Scope) => void) | undefined;
  onError: (error: unknown) => void;
  now: () => Date;
}

/** A reading that has ended. */
export interface Ran {
  moved: boolean;
  tookMs: number;
}

/**
 * Creates the readings of scopes, which update their states. Readings of one scope never overlap. A failure is stored in the
 * state and does not reject; after `closing` it is dropped.
 */
export function createScopeReadings<State extends SyncState>({
  states: { update },
  closing,
  ...options
}: ScopeReadingsOptions<State> & {
  states: Pick<ReturnType<typeof createScopeStates<State>>, 'update'>;
  closing: AbortSignal;
}) {
  const running = new Map<string, Promise<Ran>>();
  const nowMs = () => options.now().getTime();

  async function readOnce(scope: Scope): Promise<boolean> {
    update(scope, { running: true, received: 0, total: null, ...options.begun });
    try {
      const moved = await options.read(scope, closing);
      const lastFinishedAt = options.now().toISOString();
      update(scope, { running: false, lastFinishedAt, error: null, ...options.done });
      options.synced?.(scope);
      return moved;
    } catch (error) {
      if (closing.aborted) return false;
      options.onError(error);
      update(scope, { running: false, error: toStoredError(error) });
      return false;
    }
  }

  return {
    /** Reads the scope, or joins a reading that is under way. */
    start(scope: Scope): Promise<Ran> {
      const key = scopeKey(scope);
      const known = running.get(key);
      if (known) return known;
      const began = nowMs();
      const started = readOnce(scope)
        .then((moved) => ({ moved, tookMs: nowMs() - began }))
        .finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    /** Returns the reading of a scope that is under way; undefined if there is none. */
    running: (scope: Scope) => running.get(scopeKey(scope)),
    /** Waits until no reading is under way. */
    allEnded: () => Promise.allSettled(running.values()),
  };
}
