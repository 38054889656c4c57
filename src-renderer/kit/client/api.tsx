import { createGeneralUtils, createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { MainClient } from './connect.ts';
import { listen, shortPause } from './listen.ts';
import { createRegroup } from './regroup.ts';

/** Returns the client of the contract with its query options for the cache. */
export function createApi(client: MainClient) {
  return { client, query: createTanstackQueryUtils(client) };
}
/** The client of the main process with its query options, as `useApi` returns it. */
export type Api = ReturnType<typeof createApi>;

export const ApiContext = createContext<Api | null>(null);

/** Returns the client and its query options in a component. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside its provider');
  return api;
}

/**
 * Creates the query cache. Data never expires by time: a query is read again when the main process reports a change.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Subscribes to changes and invalidates the queries that they name. After a lost connection it invalidates all queries.
 * Returns the unsubscribe function.
 */
export function followChanges(api: Api, queries: QueryClient): () => void {
  const ended = new AbortController();
  const changed = createRegroup<string>({
    quietMs: 40,
    busyMs: 300,
    // Monotonic: a clock that is set back by a minute would hold back all changes for a minute.
    now: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms),
    pass(names) {
      for (const name of names)
        void queries.invalidateQueries({ queryKey: createGeneralUtils(name.split('.')).key() });
    },
  });
  void listen({
    open: (signal) => api.client.app.changes(undefined, { signal }),
    onEvent: ({ staleQueries }) => staleQueries.forEach(changed),
    onReopened: () => void queries.invalidateQueries(),
    signal: ended.signal,
    pause: shortPause,
  });
  return () => ended.abort();
}

/** Returns all connections; an empty list until the main process has answered. */
export function useConnections(): ConnectionView[] {
  return useQuery(useApi().query.connections.list.queryOptions()).data ?? [];
}

/** Returns the active connection; null for none. */
export function useActiveConnection(): ConnectionView | null {
  return useConnections().find((connection) => connection.active) ?? null;
}

/**
 * Returns the scope whose data is shown; null until a contract is selected (legacy connections need none). The object
 * stays the same as long as the scope does.
 */
export function useActiveScope(): Scope | null {
  const active = useActiveConnection();
  const connectionId = active?.id;
  const legacy = active?.credentialKind === 'legacy';
  const contractId = active?.selectedContractId ?? null;
  return useMemo(() => {
    if (connectionId === undefined) return null;
    if (legacy) return { connectionId, contractId: null };
    return contractId === null ? null : { connectionId, contractId };
  }, [connectionId, legacy, contractId]);
}

/** Returns the name of the active contract, or the connection's name if no contract is selected. */
export function useContractName(): string {
  const { query } = useApi();
  const active = useActiveConnection();
  const contracts = useQuery(
    query.contracts.list.queryOptions({ input: active ? { connectionId: active.id } : skipToken }),
  ).data;
  const selected =
    active?.credentialKind === 'oauth'
      ? contracts?.find((contract) => contract.contractId === active.selectedContractId)
      : undefined;
  return selected?.name ?? active?.name ?? '';
}

/** Returns the settings; null until the main process has answered. */
export function useSettings(): Settings | null {
  return useQuery(useApi().query.settings.get.queryOptions()).data ?? null;
}
