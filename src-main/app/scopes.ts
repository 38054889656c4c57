import type { ConnectionId, Scope } from '../../src-preload/contract/ids.ts';
import type { ServiceClock } from '../service/http/service-clock.ts';
import type { Contracts } from '../session/contracts.ts';
import type { Session } from '../session/session.ts';

interface ScopesOptions {
  session: Pick<Session, 'record' | 'activeScope'>;
  contracts: Pick<Contracts, 'list' | 'nameOf'>;
  serviceClock: Pick<ServiceClock, 'now'>;
}

/** Answers what domains ask about a connection and its contracts. Each throws NOT_FOUND for a connection that is gone. */
export function createScopes({ session, contracts, serviceClock }: ScopesOptions) {
  return {
    /** Whose data can be asked for; null before there is a contract, which legacy credentials need not (service §5.5). */
    usable(): Scope | null {
      const scope = session.activeScope();
      if (scope === null || scope.contractId !== null) return scope;
      return session.record(scope.connectionId).credentialKind === 'legacy' ? scope : null;
    },
    hasOrders: ({ connectionId }: Scope): boolean =>
      session.record(connectionId).addresses.ordersUrl !== null,
    /** What time it is at the service, in milliseconds and by its own word; null while that is not known. */
    serviceTime({ connectionId }: Scope, kind: 'task' | 'order'): number | null {
      const { baseUrl, ordersUrl } = session.record(connectionId).addresses;
      const address = kind === 'order' ? ordersUrl : baseUrl;
      return address === null ? null : serviceClock.now(new URL(address).origin);
    },
    /** The contracts of a connection as last listed; one null for legacy credentials, which have none. */
    contractsOf: (connectionId: ConnectionId): readonly Scope['contractId'][] =>
      session.record(connectionId).credentialKind === 'legacy'
        ? [null]
        : contracts.list(connectionId).map(({ contractId }) => contractId),
    /** Null without a contract, and for one that was never listed. */
    contractName: ({ connectionId, contractId }: Scope): string | null =>
      contractId === null ? null : contracts.nameOf(connectionId, contractId),
  };
}

/** What `createScopes` answers. */
export type Scopes = ReturnType<typeof createScopes>;
