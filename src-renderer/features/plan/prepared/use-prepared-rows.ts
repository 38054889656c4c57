import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { PreparedId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { PreparedIssue, PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { type PageRange, usePagedList } from '../../../kit/ui/paged-list.ts';
import { latestPrepared } from './edit-prepared.ts';
import { preparedStore } from './prepared-store.ts';

const mostOfPage = 500;

/** Returns the prepared rows of a contract, loaded page by page, with the edits that main has not confirmed yet. */
export function usePreparedRows(scope: Scope) {
  const { client, query } = useApi();
  // Subscribes to changes only: `rowAt` reads the pending edits itself.
  useStore(preparedStore, ({ pending }) => pending);
  const list = usePagedList<PreparedRow, unknown>({
    terms: scope,
    page: (range: PageRange) => query.prepared.page.queryOptions({ input: { scope, ...range } }),
  });
  const rowAt = (index: number): PreparedRow | undefined => {
    const row = list.rowAt(index);
    return row && latestPrepared(row);
  };
  /** Returns the rows from one index to another, both included, and loads the missing ones. */
  async function load(first: number, last: number): Promise<PreparedRow[]> {
    const rows: PreparedRow[] = [];
    for (let offset = first; offset <= last; offset += mostOfPage) {
      const limit = Math.min(mostOfPage, last - offset + 1);
      const current = Array.from({ length: limit }, (_, i) => rowAt(offset + i));
      const loaded = current.filter((row) => row !== undefined);
      const page =
        loaded.length === limit ? loaded : (await client.prepared.page({ scope, offset, limit })).rows;
      rows.push(...page.map(latestPrepared));
    }
    return rows;
  }
  return { ...list, rowAt, load };
}

/** The prepared rows of a contract. */
export type PreparedRows = ReturnType<typeof usePreparedRows>;

/** An issue of a row with the index of the row. */
export interface RowIssue {
  preparedId: PreparedId;
  index: number;
  version: number;
  issue: PreparedIssue;
}

/** Returns what the checks of all prepared rows have found; null until main has answered. */
export function usePreparedCheck(scope: Scope) {
  const { query } = useApi();
  const answer = useQuery({
    ...query.prepared.check.queryOptions({ input: { scope } }),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching } = answer;
  return useMemo(() => {
    if (data === undefined) return null;
    const byRow = new Map(data.rows.map(({ preparedId, issues }) => [preparedId, issues]));
    const all = data.rows.flatMap(({ issues, ...row }): RowIssue[] =>
      issues.map((issue) => ({ ...row, issue })),
    );
    const byCode = Map.groupBy(all, ({ issue }) => issue.code);
    const ready = data.ready.reduce((sum, { count }) => sum + count, 0);
    return { ...data, readyCount: ready, byRow, byCode, isFetching };
  }, [data, isFetching]);
}

/** The result of the checks. */
export type PreparedCheck = NonNullable<ReturnType<typeof usePreparedCheck>>;
