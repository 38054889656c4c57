import type { ConnectionId, Scope } from '../../src-preload/contract/ids.ts';
import type { Contracts } from '../features/connections/contracts.ts';
import type { Session } from '../features/connections/session.ts';
import type { ServiceClock } from '../service/http/service-clock.ts';

interface ScopesOptions {
  session: Pick<Session, 'record' | 'named' | 'activeScope'>;
  contracts: Pick<Contracts, 'list' | 'nameOf'>;
  serviceClock: Pick<ServiceClock, 'now'>;
}

/**
 * Creates the functions by which domains ask about connections and their contracts. Each but `serviceTime` throws NOT_FOUND if the
 * connection does not exist any more.
 */
export function createScopes({ session, contracts, serviceClock }: ScopesOptions) {
  return {
    /**
     * Returns the active scope if its data can be requested; null while no contract is active. Legacy credentials need none (service
     * §5.5).
     */
    usable(): Scope | null {
      const scope = session.activeScope();
      if (scope === null || scope.contractId !== null) return scope;
      return session.record(scope.connectionId).credentialKind === 'legacy' ? scope : null;
    },
    /** Returns true if the connection has an address for orders (V2). */
    hasOrders: ({ connectionId }: Scope): boolean =>
      session.record(connectionId).addresses.ordersUrl !== null,
    /**
     * Returns the current time at the service in milliseconds, from its answers; null while it is unknown, and for a connection that was
     * removed or that imported scenes belong to.
     */
    serviceTime({ connectionId }: Scope, kind: 'task' | 'order'): number | null {
      if (!session.named().some(({ id }) => id === connectionId)) return null;
      const { baseUrl, ordersUrl } = session.record(connectionId).addresses;
      const address = kind === 'order' ? ordersUrl : baseUrl;
      return address === null ? null : serviceClock.now(new URL(address).origin);
    },
    /** Returns the contracts of a connection as last listed; a single null for legacy credentials, which have none. */
    contractsOf: (connectionId: ConnectionId): readonly Scope['contractId'][] =>
      session.record(connectionId).credentialKind === 'legacy'
        ? [null]
        : contracts.list(connectionId).map(({ contractId }) => contractId),
    /** Returns the name of a contract; null if the scope has none, or if it was never listed. */
    contractName: ({ connectionId, contractId }: Scope): string | null =>
      contractId === null ? null : contracts.nameOf(connectionId, contractId),
  };
}

/** What `createScopes` returns. */
export type Scopes = ReturnType<typeof createScopes>;
