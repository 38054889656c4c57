import { createORPCClient } from '@orpc/client';
import { expect, it, vi } from 'vitest';
import { connectionIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { createApi, createQueryClient, followChanges } from './api.tsx';
import type { MainClient } from './connect.ts';

/** A main process that only reports which queries are stale. */
function mainThatSays(staleQueries: readonly string[]): MainClient {
  return createORPCClient({
    async call(path: readonly string[]) {
      if (path.join('.') !== 'app.changes') throw new Error(`asked for ${path.join('.')}`);
      return (async function* () {
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
