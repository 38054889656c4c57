import { createORPCClient } from '@orpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { createApi, createQueryClient, followChanges } from './api.tsx';
import type { MainClient } from './connect.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A main process that only reports which queries are stale; `next` resolves when it does so a second time. */
function mainThatSays(
  staleQueries: readonly string[],
  next = new Promise<void>(() => undefined),
): MainClient {
  return createORPCClient({
    async call(path: readonly string[]) {
      if (path.join('.') !== 'app.changes') throw new Error(`asked for ${path.join('.')}`);
      return (async function* () {
        yield { topic: 'reference', connectionId: null, staleQueries };
        await next;
        yield { topic: 'reference', connectionId: null, staleQueries };
        await new Promise(() => undefined);
      })();
    },
  });
}

it('refetches exactly the queries that main reports as stale, whatever their input', async () => {
  const api = createApi(mainThatSays(['tasking.reference', 'tasking.get', 'tasking.list']));
  const queries = createQueryClient();
  const scope = { connectionId: connectionIdSchema.parse('desk'), contractId: null };
  const { tasking } = api.query;
  const keys = [
    tasking.reference.queryKey({ input: { scope } }),
    tasking.get.queryKey({ input: { scope, taskId: taskIdSchema.parse(1) } }),
    tasking.list.queryKey({
      input: { scope, filter: {}, sort: 'created', descending: true, offset: 0, limit: 100 },
    }),
  ];
  for (const key of keys) queries.setQueryData<unknown>(key, {});
  const untouched = api.query.settings.get.queryKey();
  queries.setQueryData<unknown>(untouched, {});
  const end = followChanges(api, queries);
  await vi.waitFor(() => {
    for (const key of keys) expect(queries.getQueryState(key)?.isInvalidated, JSON.stringify(key)).toBe(true);
  });
  expect(queries.getQueryState(untouched)?.isInvalidated).toBe(false);
  end();
});

it('reports a change within the usual time after the clock of the computer was set back', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  const again = Promise.withResolvers<void>();
  const api = createApi(mainThatSays(['settings.get'], again.promise));
  const queries = createQueryClient();
  const key = api.query.settings.get.queryKey();
  const isStale = () => queries.getQueryState(key)?.isInvalidated;
  queries.setQueryData<unknown>(key, {});
  const end = followChanges(api, queries);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStale()).toBe(true);
  queries.setQueryData<unknown>(key, {});
  expect(isStale()).toBe(false);
  vi.setSystemTime(Date.UTC(2025, 11, 31));
  again.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStale()).toBe(true);
  end();
});
