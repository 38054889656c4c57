import { useQuery } from '@tanstack/react-query';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../client/api.tsx';

const part = 100;

/**
 * Reads commands in parts of a hundred; undefined until all have been read. Commands that no longer exist are left
 * out.
 */
export function useCommands(ids: readonly SubmissionId[] | null): {
  commands: readonly Command[] | undefined;
  error: unknown;
} {
  const { client, query } = useApi();
  const read = useQuery({
    // The key is below the key of the outbox, so that a change of the outbox reads the commands again.
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
