import type { Bill, BillChange, BillRow, Comparison } from '../../../src-preload/contract/bills.ts';
import { subtractDecimals } from '../../../src-preload/contract/decimal.ts';
import type { YieldIfDue } from './yield-if-due.ts';

/** A bill as computed at one time. */
export interface Side {
  at: string;
  bill: Bill;
  rows: readonly BillRow[];
}

const keyOf = (row: BillRow) => JSON.stringify([row.contractId, row.orderId, row.deliverableId]);
const compared = ['quantity', 'unit', 'sku', 'level', 'project', 'at'] as const;

function totalsOf(before: Bill, after: Bill): Comparison['totals'] {
  const units = new Set([...after.totals, ...before.totals].map(({ unit }) => unit));
  const of = (bill: Bill, unit: string | null) =>
    bill.totals.find((total) => total.unit === unit)?.quantity ?? '0';
  return [...units].map((unit) => ({
    unit,
    before: of(before, unit),
    after: of(after, unit),
    difference: subtractDecimals(of(after, unit), of(before, unit)),
  }));
}

/** Returns which rows were added, removed and changed between two bills. */
export async function compareBills(before: Side, after: Side, yieldIfDue: YieldIfDue) {
  const earlier = new Map<string, BillRow>();
  for (const row of before.rows) {
    earlier.set(keyOf(row), row);
    await yieldIfDue();
  }
  const added: BillChange[] = [];
  const changed: BillChange[] = [];
  let same = 0;
  for (const row of after.rows) {
    const key = keyOf(row);
    const was = earlier.get(key);
    if (!was) added.push({ kind: 'added', before: null, after: row });
    else {
      earlier.delete(key);
      if (compared.every((field) => was[field] === row[field])) same += 1;
      else changed.push({ kind: 'changed', before: was, after: row });
    }
    await yieldIfDue();
  }
  const gone = [...earlier.values()].map((row): BillChange => ({ kind: 'gone', before: row, after: null }));
  const comparison: Comparison = {
    beforeAt: before.at,
    afterAt: after.at,
    counts: { added: added.length, gone: gone.length, changed: changed.length, same },
    totals: totalsOf(before.bill, after.bill),
  };
  return { comparison, changes: [...added, ...gone, ...changed] };
}
