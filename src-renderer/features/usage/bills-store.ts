import { createStore } from 'zustand/vanilla';
import type { BillGrouping, BillList } from '../../../src-preload/contract/bills.ts';
import type { ContractId } from '../../../src-preload/contract/ids.ts';
import { addDays, addMonths, dayIn } from '../../../src-preload/contract/zoned-days.ts';

/** How the period of a report is selected. */
export type PeriodKind = 'month' | 'quarter' | 'custom';
/** A list of the bill: the lists of rows, and the two checks whose entries are not rows. */
export type BillListName = BillList | 'unbilled' | 'open-orders';

interface BillView {
  kind: PeriodKind;
  firstDay: string;
  lastDay: string;
  /** Empty for all contracts. */
  contracts: (ContractId | null)[];
  by: BillGrouping;
  shown: BillListName;
  kept: boolean;
}

const monthsOf = { month: 1, quarter: 3 } as const;

/** Returns the month or quarter that contains a day. */
export function periodAround(kind: 'month' | 'quarter', day: string): { firstDay: string; lastDay: string } {
  const months = monthsOf[kind];
  const into = kind === 'quarter' ? (Number(day.slice(5, 7)) - 1) % 3 : 0;
  const firstDay = addMonths(day, -into);
  return { firstDay, lastDay: addDays(addMonths(firstDay, months), -1) };
}

/** Returns the month or quarter that is `step` periods later. */
export function stepPeriod(kind: 'month' | 'quarter', firstDay: string, step: number) {
  return periodAround(kind, addMonths(firstDay, step * monthsOf[kind]));
}

/** The user's choices in the bills workspace, kept as long as the page is open. */
export const billStore = createStore<BillView>(() => ({
  kind: 'month',
  ...periodAround('month', dayIn(Date.now(), 'UTC')),
  contracts: [],
  by: 'project',
  shown: 'rows',
  kept: false,
}));
