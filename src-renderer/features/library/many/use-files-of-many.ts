import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../kit/client/api.tsx';

/** Asks once, when a dialog opens, what can be downloaded and deleted of its scenes. `ids` is packed. */
export function useFilesOfMany(ids: string) {
  const { client } = useApi();
  return useQuery({
    // Not the ids themselves: thousands of them would be too long for a key. The dialog keeps its scenes while it is open.
    queryKey: ['files of many scenes', ids.length, ids.slice(0, 200), ids.slice(-200)],
    queryFn: ({ signal }) => client.library.filesOfMany({ ids }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
