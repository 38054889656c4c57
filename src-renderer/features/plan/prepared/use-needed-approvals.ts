import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import type { PreparedCheck } from './use-prepared-rows.ts';

/**
 * Returns the rows without an error that cannot be sent before somebody approves them: main refuses all rows then. Empty while the settings
 * require no approval.
 */
export function useNeededApprovals(scope: Scope, check: PreparedCheck | null): ReadonlySet<string> {
  const { query } = useApi();
  const isRequired = useSettings()?.requireApproval ?? false;
  const unapproved = useQuery(query.handover.unapproved.queryOptions({ input: { scope } })).data?.ids;
  return useMemo(() => {
    const withErrors = new Set(
      check?.rows
        .filter(({ issues }) => issues.some(({ severity }) => severity === 'error'))
        .map(({ preparedId }): string => preparedId),
    );
    return new Set(isRequired ? unapproved?.filter((id) => !withErrors.has(id)) : []);
  }, [isRequired, unapproved, check]);
}
