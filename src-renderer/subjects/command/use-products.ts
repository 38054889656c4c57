import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../client/api.tsx';

/** A scope as one text, to compare and to index by. */
export const scopeKey = ({ connectionId, contractId }: Scope) => `${connectionId} ${contractId ?? ''}`;

/** How the product of a command is called under its contract; null where that is not known here. */
export function useProductOf(): (command: Command) => string | null {
  const { query } = useApi();
  const overview = useQuery(query.outbox.overview.queryOptions()).data ?? [];
  const names = useQueries({
    queries: overview.map(({ scope }) => query.tasking.reference.queryOptions({ input: { scope } })),
    combine: (references) =>
      overview.flatMap(({ scope }, i) =>
        (references[i]?.data?.products ?? []).map(
          ({ pk, name }) => [`${scopeKey(scope)} ${pk}`, name] as const,
        ),
      ),
  });
  const key = JSON.stringify(names);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same names are the same map
  return useMemo(() => {
    const byKey = new Map(names);
    return ({ scope, input }: Command) =>
      input.kind === 'task' ? (byKey.get(`${scopeKey(scope)} ${input.request.product}`) ?? null) : null;
  }, [key]);
}
