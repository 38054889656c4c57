import type { Scope } from '../../src-preload/contract/ids.ts';
import type { AppContext } from './app-context.ts';
import type { Scopes } from './scopes.ts';

interface Sync {
  watch(scope: Scope | null): void;
  restart(): Promise<void>;
}

interface ActiveScopeOptions {
  context: Pick<AppContext, 'closing' | 'events' | 'onError'>;
  scopes: Pick<Scopes, 'usable'>;
  tasks: {
    sync: Sync;
    reference: { refresh(scope: Scope, signal: AbortSignal): Promise<unknown> };
  };
  orders: { sync: Sync; partWatch: Pick<Sync, 'watch'> };
  outbox: { runner: { kick(scope: Scope): void } };
  tracking: Pick<Sync, 'watch'>;
}

/**
 * Creates the function that starts to refresh the data of the active contract. It is called at the start, and again whenever a
 * connection or the active one changes. What the user waits for comes first; the sequence is written here, so that it does not
 * depend on the order of listeners.
 */
export function createActiveScopeWatch(options: ActiveScopeOptions): () => void {
  const { scopes, tasks, orders, outbox, tracking } = options;
  const { closing, events, onError } = options.context;

  function watchActiveScope() {
    const scope = scopes.usable();
    tasks.sync.watch(scope);
    orders.sync.watch(scope);
    orders.partWatch.watch(scope);
    tracking.watch(scope);
    if (scope === null) return;
    tasks.reference.refresh(scope, closing).catch(onError('reference'));
    outbox.runner.kick(scope);
  }

  events.on('connections.changed', watchActiveScope);
  events.on('connection.invalidated', (connectionId) => {
    // After a correction of credentials or addresses, the user waits for the result, not for the next poll.
    if (connectionId !== scopes.usable()?.connectionId) return;
    void tasks.sync.restart();
    void orders.sync.restart();
  });
  return watchActiveScope;
}
