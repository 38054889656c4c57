import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** What a query has read; its error with a way to ask again; nothing while it is being read for the first time. */
export function Loaded<Data>({
  of: result,
  children,
}: {
  of: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (result.isError) return <ErrorNote error={result.error} onRetry={() => void result.refetch()} />;
  return result.data === undefined ? null : children(result.data);
}
