import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import type { ConnectionId, ContractId } from '../../../../src-preload/contract/ids.ts';
import type { DayCounts, TimelineTerms } from '../../../../src-preload/contract/timeline.ts';
import { useActiveScope, useApi, useSettings } from '../../../kit/client/api.tsx';
import { timelineStore } from '../../../kit/state/timeline-store.ts';
import { assignColours, type ContractColour, contractColours } from '../../../map/contract-colours.ts';
import { type DaySpan, startOf } from './days.ts';

/** A contract with the colour of its entries while several contracts are shown. */
export interface ShownContract {
  contractId: ContractId | null;
  name: string;
  status: string;
  /** True for the active contract. */
  active: boolean;
  colour: ContractColour;
}

/** The connection and the contracts whose entries the timeline shows. */
export interface Timeline {
  connectionId: ConnectionId;
  /** True if all contracts of the connection are shown, false for the active one only. */
  all: boolean;
  contracts: ShownContract[];
  /** The contracts whose entries are shown. */
  contractIds: (ContractId | null)[];
}

const colourNames = contractColours.map(({ name }) => name);
const storedSchema = z.record(z.string(), z.enum(colourNames));
export const coloursKey = 'contractColours';

/** Returns the contracts that the timeline shows, each with its colour; null if no contract is selected. */
export function useTimeline(): Timeline | null {
  const { query } = useApi();
  const scope = useActiveScope();
  const settings = useSettings();
  const only = useStore(timelineStore, (state) => state.only);
  const listed = useQuery(
    query.contracts.list.queryOptions({ input: scope ? { connectionId: scope.connectionId } : skipToken }),
  ).data;
  const stored = settings?.workspace[coloursKey];
  const showsAll = settings?.allContracts ?? false;
  return useMemo(() => {
    if (!scope) return null;
    const { connectionId, contractId: active } = scope;
    const listedContracts = listed ?? [];
    const all = showsAll && active !== null && listedContracts.length > 1;
    const colours = storedSchema.safeParse(stored);
    const assigned = assignColours(
      listedContracts.map(({ contractId }) => contractId),
      new Map(Object.entries(colours.success ? colours.data : {})),
    );
    const contracts = listedContracts
      .filter(({ contractId }) => all || contractId === active)
      .map(
        ({ contractId, name, status }): ShownContract => ({
          contractId,
          name,
          status,
          active: contractId === active,
          colour: assigned.get(contractId) ?? 'blue',
        }),
      );
    const ids = all ? contracts.map(({ contractId }) => contractId) : [active];
    const alone = all && only !== null && ids.includes(only);
    return { connectionId, all, contracts, contractIds: alone ? [only] : ids };
  }, [scope, listed, stored, showsAll, only]);
}

/** Returns the query terms that all views of the timeline share. */
export function useTerms(timeline: Timeline): TimelineTerms {
  const kinds = useStore(timelineStore, (state) => state.kinds);
  const project = useStore(timelineStore, (state) => state.project);
  const { connectionId, contractIds } = timeline;
  return useMemo(
    () => ({ connectionId, contractIds, kinds: [...kinds], project }),
    [connectionId, contractIds, kinds, project],
  );
}

/** Converts a span of days to the input of a query. */
export const spanOf = ({ from, to }: DaySpan) => ({ from: startOf(from), to: startOf(to) });

/** The number of entries of a day, in total, by kind and by contract. */
export interface CountedDay {
  total: number;
  byKind: Map<string, number>;
  byContract: Map<string | null, number>;
}

/** Groups the counts from the main process by day. */
export function countedDays(rows: readonly DayCounts[]): Map<number, CountedDay> {
  const days = new Map<number, CountedDay>();
  const add = <K>(to: Map<K, number>, key: K, n: number) => to.set(key, (to.get(key) ?? 0) + n);
  for (const row of rows) {
    const counts = row.counts.split(',').map(Number);
    for (const [index, day] of row.days.split(',').map(Number).entries()) {
      const counted = days.get(day) ?? { total: 0, byKind: new Map(), byContract: new Map() };
      const n = counts[index] ?? 0;
      counted.total += n;
      add(counted.byKind, row.kind, n);
      add(counted.byContract, row.contractId, n);
      days.set(day, counted);
    }
  }
  return days;
}

/** Returns the counts by day; nothing is requested if `span` is null. */
export function useCounts(terms: TimelineTerms, span: DaySpan | null): Map<number, CountedDay> | null {
  const { query } = useApi();
  const { data } = useQuery({
    ...query.timeline.counts.queryOptions({ input: span ? { ...terms, span: spanOf(span) } : skipToken }),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => (data ? countedDays(data) : null), [data]);
}
