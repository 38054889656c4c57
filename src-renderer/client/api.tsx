import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { ChangeTopic } from '../../src-preload/contract/changes.ts';
import type { ConnectionView } from '../../src-preload/contract/connections.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Settings } from '../../src-preload/contract/settings.ts';
import type { MainClient } from './connect.ts';
import { listen, shortPause } from './listen.ts';
import { createRegroup } from './regroup.ts';

/** The contract's client, and its queries for the cache. */
export function createApi(client: MainClient) {
  return { client, query: createTanstackQueryUtils(client) };
}
/** The client of the main process with its queries, as `useApi` returns it. */
export type Api = ReturnType<typeof createApi>;

export const ApiContext = createContext<Api | null>(null);

/** The client and its queries, for a component. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside its provider');
  return api;
}

/** The screen shows the store; it reads again when a change says so, not by time. */
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

/** Which queries a topic makes stale. */
function keysOf({ query }: Api, topic: ChangeTopic) {
  const { tasking, library, app, timeline } = query;
  const inTime = [
    timeline.counts.key(),
    timeline.list.key(),
    timeline.places.key(),
    timeline.projects.key(),
    timeline.revisits.key(),
  ];
  const scenes = [
    library.ofCapture.key(),
    library.ofOrder.key(),
    library.get.key(),
    library.list.key(),
    library.footprints.key(),
    library.folder.key(),
    library.rasterInfo.key(),
    query.tracking.history.key(),
  ];
  const history = query.tracking.history.key();
  // Each has a filter for what needs a look.
  const flagged = [
    ...[tasking.list.key(), tasking.targets.key(), tasking.position.key(), library.list.key()],
    ...[query.orders.list.key(), query.orders.places.key(), query.orders.position.key()],
  ];
  const keys = {
    settings: [query.settings.key(), app.info.key(), query.delivery.pauseReason.key()],
    connections: [query.connections.list.key()],
    contracts: [query.contracts.list.key()],
    // Whatever shows a product's name shows its number until the products are there.
    reference: [
      tasking.reference.key(),
      tasking.list.key(),
      tasking.get.key(),
      query.orders.get.key(),
      history,
      ...inTime,
    ],
    tasks: [
      tasking.list.key(),
      tasking.targets.key(),
      tasking.position.key(),
      tasking.get.key(),
      tasking.reference.key(),
      // An order shows where its task stands.
      query.orders.get.key(),
      history,
    ],
    sync: [tasking.syncState.key()],
    captures: [tasking.list.key(), tasking.get.key(), history],
    orders: [
      query.orders.list.key(),
      query.orders.places.key(),
      query.orders.position.key(),
      query.orders.skus.key(),
      query.orders.get.key(),
      query.orders.ofTask.key(),
      history,
    ],
    'order-sync': [query.orders.syncState.key(), query.bills.get.key()],
    timeline: inTime,
    followed: [query.timeline.followed.key()],
    scenes,
    library: scenes,
    rules: [query.rules.key()],
    transfers: [query.delivery.done.key(), query.delivery.unpacked.key(), query.delivery.pauseReason.key()],
    submissions: [tasking.submissions.key()],
    outbox: [query.outbox.key()],
    notices: [app.notices.key()],
    requests: [query.activity.requests.key(), query.activity.request.key()],
    bills: [
      query.bills.get.key(),
      query.bills.rows.key(),
      query.bills.groups.key(),
      query.bills.unbilled.key(),
      query.bills.openOrders.key(),
      query.bills.contracts.key(),
      query.bills.compare.key(),
      query.bills.changes.key(),
    ],
    snapshots: [query.bills.snapshots.key()],
    tracking: [query.tracking.flags.key(), query.tracking.summary.key(), history, ...flagged],
    'tracking-notices': [query.tracking.notices.key()],
  };
  return keys[topic];
}

/** Listens for changes for as long as the page lives; after a lost connection everything is read again. */
export function followChanges(api: Api, queries: QueryClient): () => void {
  const ended = new AbortController();
  const changed = createRegroup<ChangeTopic>({
    quietMs: 40,
    busyMs: 300,
    now: Date.now,
    later: (run, ms) => setTimeout(run, ms),
    pass(topics) {
      const keys = new Map(
        topics.flatMap((topic) => keysOf(api, topic)).map((key) => [JSON.stringify(key), key]),
      );
      for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
    },
  });
  void listen({
    open: (signal) => api.client.app.changes(undefined, { signal }),
    onEvent: ({ topic }) => changed(topic),
    onAgain: () => void queries.invalidateQueries(),
    signal: ended.signal,
    pause: shortPause,
  });
  return () => ended.abort();
}

/** All connections; none until main has answered. */
export function useConnections(): ConnectionView[] {
  return useQuery(useApi().query.connections.list.queryOptions()).data ?? [];
}

/** The connection in use; null for none. */
export function useActiveConnection(): ConnectionView | null {
  return useConnections().find((connection) => connection.active) ?? null;
}

/** Whose data is on screen, the same object as long as it is the same scope; null until a contract is chosen (legacy connections need none). */
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

/** The contract in force, or the connection's name where there is none. */
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

/** The settings; null until main has answered. */
export function useSettings(): Settings | null {
  return useQuery(useApi().query.settings.get.queryOptions()).data ?? null;
}
