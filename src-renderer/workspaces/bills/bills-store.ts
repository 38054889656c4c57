import { createStore } from 'zustand/vanilla';
import type { BillGrouping, BillList } from '../../../src-preload/contract/bills.ts';
import type { ContractId } from '../../../src-preload/contract/ids.ts';
import { addDays, addMonths, dayIn } from '../../../src-preload/contract/zoned-days.ts';

/** How the period of a report is selected. */
export type PeriodKind = 'month' | 'quarter' | 'custom';
/** Lists of rows, and the two checks whose subjects are no rows. */
export type Shown = BillList | 'unbilled' | 'open-orders';

interface BillView {
  kind: PeriodKind;
  firstDay: string;
  lastDay: string;
  /** Empty for all. */
  contracts: (ContractId | null)[];
  by: BillGrouping;
  shown: Shown;
  kept: boolean;
}

const monthsOf = { month: 1, quarter: 3 } as const;

/** The month or quarter that a day lies in. */
export function periodAround(kind: 'month' | 'quarter', day: string): { firstDay: string; lastDay: string } {
  const months = monthsOf[kind];
  const into = kind === 'quarter' ? (Number(day.slice(5, 7)) - 1) % 3 : 0;
  const firstDay = addMonths(day, -into);
  return { firstDay, lastDay: addDays(addMonths(firstDay, months), -1) };
}

/** So many months or quarters on. */
export function stepPeriod(kind: 'month' | 'quarter', firstDay: string, step: number) {
  return periodAround(kind, addMonths(firstDay, step * monthsOf[kind]));
}

/** What is looked at, for as long as the page lives. */
export const billStore = createStore<BillView>(() => ({
  kind: 'month',
  ...periodAround('month', dayIn(Date.now(), 'UTC')),
  contracts: [],
  by: 'project',
  shown: 'rows',
  kept: false,
}));
