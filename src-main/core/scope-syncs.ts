import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { toStoredError } from './app-error.ts';
import { scopeKey } from './scope.ts';
import type { createScopeStates } from './scope-states.ts';

/** What a sync of a scope does, and which callbacks it calls. */
export interface ScopeSyncsOptions<State extends SyncState> {
  /** The changes of the state when a sync begins, and when it succeeds. */
  begun: Partial<State>;
  done: Partial<State>;
  /** Reads the scope from the service into the store. Returns whether anything changed. */
  read: (scope: Scope, signal: AbortSignal) => Promise<boolean>;
  /** Called when a sync of the scope has succeeded. */
  synced?: ((scope: Scope) => void) | undefined;
  onError: (error: unknown) => void;
  now: () => Date;
}

/** The result of a sync. */
export interface SyncResult {
  isChanged: boolean;
  tookMs: number;
}

/**
 * Creates the syncs of scopes, which update their states. Syncs of one scope never overlap. A failure is stored in the state
 * and does not reject; after `closing` it is dropped.
 */
export function createScopeSyncs<State extends SyncState>({
  states: { state, update },
  closing,
  ...options
}: ScopeSyncsOptions<State> & {
  states: Pick<ReturnType<typeof createScopeStates<State>>, 'state' | 'update'>;
  closing: AbortSignal;
}) {
  const running = new Map<string, Promise<SyncResult>>();
  const nowMs = () => options.now().getTime();

  async function readOnce(scope: Scope): Promise<boolean> {
    update(scope, { running: true, received: 0, total: null, ...options.begun });
    try {
      const isChanged = await options.read(scope, closing);
      const lastFinishedAt = options.now().toISOString();
      update(scope, { running: false, lastFinishedAt, error: null, ...options.done });
      options.synced?.(scope);
      return isChanged;
    } catch (error) {
      if (closing.aborted) return false;
      const stored = toStoredError(error);
      // A refusal that lasts would fill the log with each sync.
      if (JSON.stringify(stored) !== JSON.stringify(state(scope).error)) options.onError(error);
      update(scope, { running: false, error: stored });
      return false;
    }
  }

  return {
    /** Syncs the scope, or joins a running sync. */
    start(scope: Scope): Promise<SyncResult> {
      const key = scopeKey(scope);
      const current = running.get(key);
      if (current) return current;
      const began = nowMs();
      const started = readOnce(scope)
        .then((isChanged) => ({ isChanged, tookMs: nowMs() - began }))
        .finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    /** Returns the running sync of a scope; undefined if there is none. */
    running: (scope: Scope) => running.get(scopeKey(scope)),
    /** Resolves when no sync is running. */
    allEnded: () => Promise.allSettled(running.values()),
  };
}
