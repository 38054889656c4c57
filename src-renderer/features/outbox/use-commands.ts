import { useQuery } from '@tanstack/react-query';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';

const part = 100;

/** Loads commands in batches of a hundred; undefined until all are loaded. Commands that no longer exist are left out. */
export function useCommands(ids: readonly SubmissionId[] | null): {
  commands: readonly Command[] | undefined;
  error: unknown;
} {
  const { client, query } = useApi();
  const read = useQuery({
    // The key starts with the outbox's key, so that a change of the outbox reloads the commands.
    queryKey: [...query.outbox.key(), 'commands', ids],
    enabled: ids !== null,
    queryFn: async ({ signal }) => {
      const all: Command[] = [];
      for (let at = 0; at < (ids?.length ?? 0); at += part)
        all.push(...(await client.outbox.get({ ids: [...(ids ?? []).slice(at, at + part)] }, { signal })));
      return all;
    },
  });
  return { commands: read.data, error: read.error };
}
