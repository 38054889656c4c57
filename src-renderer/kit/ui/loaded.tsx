import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/**
 * Renders the data of a query. Shows a failed query as an error with a button to retry, and nothing during the first
 * load.
 */
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
