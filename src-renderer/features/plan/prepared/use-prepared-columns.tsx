import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { PreparedIssue, PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { offeredSkus } from '../../../../src-preload/contract/sku-catalogue.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { useReportedPrepared } from '../../packages/reported-sendings.tsx';
import { type PreparedTableColumn, preparedColumns } from './prepared-columns.ts';
import { useNeededApprovals } from './use-needed-approvals.ts';
import type { PreparedCheck, PreparedRows } from './use-prepared-rows.ts';

interface PreparedColumnsOptions {
  scope: Scope;
  rows: PreparedRows;
  check: PreparedCheck | null;
}

/** Returns the column that shows whether a row can be sent. */
function useStateColumn({
  scope,
  check,
}: Pick<PreparedColumnsOptions, 'scope' | 'check'>): PreparedTableColumn {
  const { t } = useTranslation();
  const reported = useReportedPrepared(scope);
  const needed = useNeededApprovals(scope, check);
  return useMemo(() => {
    const issuesOf = ({ preparedId }: PreparedRow): readonly PreparedIssue[] =>
      check?.byRow.get(preparedId) ?? [];
    const text = (row: PreparedRow) => {
      const issues = issuesOf(row);
      const errors = issues.filter(({ severity }) => severity === 'error').length;
      if (errors > 0) return t('prepared.state.errors', { count: errors });
      const sent = reported.get(row.preparedId);
      if (sent !== undefined) return t('handover.trail.event.sent', { by: sent.by });
      if (needed.has(row.preparedId)) return t('prepared.state.unapproved');
      return issues.length > 0
        ? t('prepared.state.warnings', { count: issues.length })
        : check === null
          ? ''
          : t('prepared.state.ready');
    };
    return {
      key: 'state',
      head: t('label.status'),
      width: 110,
      text,
      isEditable: () => false,
      read: () => ({ problem: { message: 'validation.readOnlyColumn' } }),
      cleared: () => null,
      draw(row) {
        const issues = issuesOf(row);
        const [first] = issues;
        const color =
          first === undefined && !reported.has(row.preparedId) && !needed.has(row.preparedId)
            ? 'var(--nadir-quiet)'
            : first?.severity === 'error'
              ? 'var(--mantine-color-error)'
              : 'var(--nadir-warning)';
        return <span style={{ color }}>{text(row)}</span>;
      },
    };
  }, [t, check, reported, needed]);
}

/** Returns the columns that the rows of this contract need. */
export function usePreparedColumns({ scope, rows, check }: PreparedColumnsOptions): PreparedTableColumn[] {
  const { t } = useTranslation();
  const { query } = useApi();
  const settings = useSettings();
  const format = settings?.coordinateFormat ?? 'dd';
  const added = settings?.orderSkus;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const state = useStateColumn({ scope, check });
  const kinds = new Set(rows.answered.flatMap((page) => page.rows.map(({ kind }) => kind)));
  const [tasks, orders] = [kinds.has('task'), kinds.has('order')];
  return useMemo(() => {
    const skus = orders ? offeredSkus(added ?? [], []).flatMap(({ codes }) => codes) : [];
    const [name, ...others] = preparedColumns({ t, format, reference, skus }, { tasks, orders });
    return name === undefined ? [] : [name, state, ...others];
  }, [t, format, reference, added, state, tasks, orders]);
}
