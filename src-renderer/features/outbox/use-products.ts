import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';

/** Returns a scope as one string, to compare it and to use it as a key. */
export const scopeKey = ({ connectionId, contractId }: Scope) => `${connectionId} ${contractId ?? ''}`;

/** Returns a function that finds the product name of a command under its contract; null if the name is not known. */
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
