import type { BillRow, BillTotal } from '../../../src-preload/contract/bills.ts';
import { createDecimalSum } from '../../../src-preload/contract/decimal.ts';

interface Sums {
  unit: string | null;
  rows: number;
  all: ReturnType<typeof createDecimalSum>;
  areaRows: number;
  area: ReturnType<typeof createDecimalSum>;
}

/** Creates totals per unit: square kilometres are never added to counts. Rows without a quantity count only as rows. */
export function createTally() {
  const units = new Map<string, Sums>();
  let rows = 0;
  return {
    add(row: Pick<BillRow, 'quantity' | 'unit' | 'quantitySource'>) {
      rows += 1;
      const { quantity, unit } = row;
      if (quantity === null) return;
      const key = JSON.stringify(unit);
      let sums = units.get(key);
      if (!sums) {
        sums = { unit, rows: 0, all: createDecimalSum(), areaRows: 0, area: createDecimalSum() };
        units.set(key, sums);
      }
      sums.rows += 1;
      sums.all.add(quantity);
      if (row.quantitySource === 'field') return;
      sums.areaRows += 1;
      sums.area.add(quantity);
    },
    rows: () => rows,
    totals: (): BillTotal[] =>
      [...units.values()]
        .map((sums) => ({
          unit: sums.unit,
          rows: sums.rows,
          quantity: sums.all.text(),
          areaRows: sums.areaRows,
          areaQuantity: sums.area.text(),
        }))
        // Square kilometres first, because most orders are billed by them.
        .sort((a, b) => rank(a.unit) - rank(b.unit) || (a.unit ?? '').localeCompare(b.unit ?? '')),
  };
}

const rank = (unit: string | null) => (unit === 'km2' ? 0 : unit === null ? 2 : 1);

/** Adds up rows; the sums are exact decimal numbers, one for each unit. */
export type Tally = ReturnType<typeof createTally>;
