import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { ChangeTopic } from '../../src-preload/contract/changes.ts';
import type { ConnectionView } from '../../src-preload/contract/connections.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Settings } from '../../src-preload/contract/settings.ts';
import type { MainClient, MainConnection } from './connect.ts';

export function createApi(client: MainClient) {
  return { client, query: createTanstackQueryUtils(client) };
}
export type Api = ReturnType<typeof createApi>;

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside its provider');
  return api;
}

/** The screen shows the store; it reads again when a change says so, not by time. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Which queries a topic makes stale. */
function keysOf(api: Api, topic: ChangeTopic) {
  const { query } = api;
  const keys = {
    settings: [query.settings.key(), query.app.info.key()],
    connections: [query.connections.list.key()],
    contracts: [query.contracts.list.key()],
    reference: [query.tasking.reference.key()],
    tasks: [query.tasking.list.key(), query.tasking.targets.key(), query.tasking.get.key(), query.tasking.syncState.key(), query.tasking.reference.key()],
    captures: [query.tasking.list.key(), query.tasking.get.key()],
    scenes: [query.library.ofCapture.key(), query.library.get.key(), query.library.list.key(), query.library.footprints.key()],
    library: [query.library.ofCapture.key(), query.library.get.key(), query.library.list.key(), query.library.footprints.key()],
    transfers: [query.delivery.list.key()],
    submissions: [query.tasking.submissions.key()],
    notices: [query.app.notices.key()],
    requests: [query.app.requestLog.key()],
  };
  return keys[topic];
}

const regroupMs = 60;

/** Listens for changes for as long as the page lives; after a lost connection everything is read again. */
export function followChanges(api: Api, connection: MainConnection, queries: QueryClient): () => void {
  const ended = new AbortController();
  const pending = new Set<ChangeTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const topics = [...pending];
    pending.clear();
    const keys = new Map(topics.flatMap((topic) => keysOf(api, topic)).map((key) => [JSON.stringify(key), key]));
    for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
  };
  async function listen() {
    try {
      for await (const change of await api.client.app.changes(undefined, { signal: ended.signal })) {
        pending.add(change.topic);
        timer ??= setTimeout(flush, regroupMs);
      }
    } catch {
      // The connection dropped: the next 'open' listens again.
    }
  }
  let first = true;
  const unsubscribe = connection.onState((state) => {
    if (state !== 'open') return;
    if (!first) void queries.invalidateQueries();
    first = false;
    void listen();
  });
  return () => {
    ended.abort();
    unsubscribe();
  };
}

export function useConnections(): ConnectionView[] {
  return useQuery(useApi().query.connections.list.queryOptions()).data ?? [];
}

export function useActiveConnection(): ConnectionView | null {
  return useConnections().find((connection) => connection.active) ?? null;
}

/** Whose data is on screen; null until a contract is chosen (legacy connections need none). */
export function useActiveScope(): Scope | null {
  const active = useActiveConnection();
  if (!active) return null;
  if (active.credentialKind === 'legacy') return { connectionId: active.id, contractId: null };
  return active.selectedContractId === null ? null : { connectionId: active.id, contractId: active.selectedContractId };
}

export function useSettings(): Settings | null {
  return useQuery(useApi().query.settings.get.queryOptions()).data ?? null;
}

/** Runs something with a signal for as long as the component is shown. */
export function useLasting(run: (signal: AbortSignal) => Promise<void>, inputs: readonly unknown[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the run depends on
  useEffect(() => {
    const controller = new AbortController();
    run(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, inputs);
}
