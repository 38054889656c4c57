import type {
  Bill,
  BillGroup,
  BillGrouping,
  BillList,
  BillPart,
  BillRow,
  BillSync,
  BillTerms,
  BillTotal,
  OpenOrder,
  UnbilledScene,
} from '../../../src-preload/contract/bills.ts';
import { createDecimalSum } from '../../../src-preload/contract/decimal.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { instantsOf } from '../../../src-preload/contract/zoned-days.ts';
import type { SceneHoldings } from '../library/scene-holdings.ts';
import type { BillSource } from '../orders/bill-source.ts';
import { compareTexts, type GatherParts, gatherRows } from './gather-rows.ts';
import type { YieldIfDue } from './yield-if-due.ts';

interface Sums {
  unit: string | null;
  rows: number;
  all: ReturnType<typeof createDecimalSum>;
  areaRows: number;
  area: ReturnType<typeof createDecimalSum>;
}

/** Creates totals per unit: square kilometres are never added to counts. Rows without a quantity count only as rows. */
function createTally() {
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
type Tally = ReturnType<typeof createTally>;

/** What a usage report is computed from: the delivered orders, the library, and the clock. */
export interface BillParts {
  source: GatherParts['source'] & Pick<BillSource, 'deliveryOf'>;
  holdings: GatherParts['holdings'] & Pick<SceneHoldings, 'savedBetween'>;
  now: () => Date;
}

/** A bill with all rows of its lists. */
export interface ComputedBill {
  bill: Bill;
  lists: Record<BillList, BillRow[]>;
  unbilled: UnbilledScene[];
  openOrders: OpenOrder[];
  groups(by: BillGrouping): BillGroup[];
}

type Month = { month: string; from: string };

/** Returns the month of a row: the last one that began before it. `months` must be in order. */
function monthOf(at: string, months: readonly Month[]): string {
  let found = months[0]?.month ?? '';
  for (const { month, from } of months) if (from <= at) found = month;
  return found;
}

const groupings: BillGrouping[] = ['project', 'sku', 'contract', 'level', 'month'];

function keyOf(by: BillGrouping, row: BillRow, month: string): string {
  if (by === 'contract') return row.contractId ?? '';
  if (by === 'month') return month;
  return row[by] ?? '';
}

/** A capture's identifier is a UUID (service §2.1). One of another form may be unique only within its order, such as `1`. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the key of what was delivered: the scene, or the capture with its level; null if the row names neither. */
function subjectOf({ contractId, orderId, sceneId, captureId, level, archive }: BillRow): string | null {
  if (sceneId !== null) return JSON.stringify([contractId, sceneId]);
  if (captureId === null) return null;
  // An archive order names a capture of another order.
  const isUnique = archive || uuid.test(captureId);
  return JSON.stringify([contractId, isUnique ? null : orderId, captureId, level]);
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Computes the totals of the whole, by contract × project × SKU, and by each way of grouping. */
async function countRows(rows: readonly BillRow[], months: readonly Month[], yieldIfDue: YieldIfDue) {
  const whole = createTally();
  const parts = new Map<string, { row: BillRow; tally: Tally }>();
  const groups = new Map(groupings.map((by) => [by, new Map<string, Tally>()]));
  for (const row of rows) {
    whole.add(row);
    const part = JSON.stringify([row.contractId, row.project, row.sku]);
    entry(parts, part, () => ({ row, tally: createTally() })).tally.add(row);
    const month = monthOf(row.at ?? '', months);
    for (const [by, tallies] of groups) entry(tallies, keyOf(by, row, month), createTally).add(row);
    await yieldIfDue();
  }
  return {
    totals: whole.totals(),
    parts: [...parts.values()]
      .map(
        ({ row: { contractId, project, sku }, tally }): BillPart => ({
          contractId,
          project,
          sku,
          rows: tally.rows(),
          totals: tally.totals(),
        }),
      )
      .sort(
        (a, b) =>
          compareTexts(a.contractId ?? '', b.contractId ?? '') ||
          compareTexts(a.project, b.project) ||
          compareTexts(a.sku, b.sku),
      ),
    groups: (by: BillGrouping): BillGroup[] =>
      [...(groups.get(by) ?? [])]
        .map(([key, tally]) => ({ key, rows: tally.rows(), totals: tally.totals() }))
        .sort((a, b) => compareTexts(a.key, b.key)),
  };
}

/** Returns the rows of the same scene in the same month, with those of one scene next to each other. */
async function findTwice(rows: readonly BillRow[], months: readonly Month[], yieldIfDue: YieldIfDue) {
  const subjects = new Map<string, BillRow[]>();
  for (const row of rows) {
    const subject = subjectOf(row);
    if (subject !== null)
      entry(subjects, `${monthOf(row.at ?? '', months)} ${subject}`, (): BillRow[] => []).push(row);
    await yieldIfDue();
  }
  return [...subjects.values()].filter((same) => same.length > 1).flat();
}

function ordersOf(rows: readonly BillRow[], statuses: ReadonlyMap<BillRow, string>): OpenOrder[] {
  const orders = new Map<string, OpenOrder>();
  for (const row of rows) {
    const { contractId, orderId, orderName: name, sku, archive } = row;
    const status = statuses.get(row) ?? '';
    const made = { contractId, orderId, name, sku, status, archive, rows: 0 };
    entry(orders, JSON.stringify([contractId, orderId]), (): OpenOrder => made).rows += 1;
  }
  return [...orders.values()];
}

async function findUnbilled(
  { source, holdings }: BillParts,
  { connectionId, from, to }: { connectionId: BillTerms['connectionId']; from: string; to: string },
  contracts: readonly BillSync[],
  rows: readonly BillRow[],
  yieldIfDue: YieldIfDue,
): Promise<UnbilledScene[]> {
  const billed = new Set<string>();
  for (const { contractId, sceneId, captureId, deliverableId } of rows) {
    // A row without a scene and a capture was fetched by its assets, into a scene with the deliverable's name.
    billed.add(JSON.stringify([contractId, sceneId ?? captureId ?? deliverableId]));
    if (sceneId === null) billed.add(JSON.stringify([contractId, deliverableId]));
    await yieldIfDue();
  }
  const unbilled: UnbilledScene[] = [];
  for (const { contractId } of contracts) {
    const scope: Scope = { connectionId, contractId };
    for (const batch of holdings.savedBetween(scope, from, to)) {
      for (const saved of batch) {
        const names = [saved.sceneId, saved.captureId].map((name) => JSON.stringify([contractId, name]));
        if (names.some((name) => billed.has(name))) continue;
        const delivery = source.deliveryOf(scope, saved.sceneId, saved.captureId);
        unbilled.push({
          contractId,
          ...saved,
          deliveredAt: delivery?.at ?? null,
          orderId: delivery?.orderId ?? null,
        });
        await yieldIfDue();
      }
      await yieldIfDue();
    }
  }
  return unbilled;
}

async function pick(rows: readonly BillRow[], is: (row: BillRow) => boolean, yieldIfDue: YieldIfDue) {
  const picked: BillRow[] = [];
  for (const row of rows) {
    if (is(row)) picked.push(row);
    await yieldIfDue();
  }
  return picked;
}

/** Computes the usage of a period from the orders and the library, with turns of the event loop in between. */
export async function computeBill(
  parts: BillParts,
  terms: BillTerms,
  contracts: readonly BillSync[],
  yieldIfDue: YieldIfDue,
): Promise<ComputedBill> {
  const { months, ...period } = instantsOf(terms.firstDay, terms.lastDay, terms.timeZone);
  const within = { connectionId: terms.connectionId, ...period };
  const { rows, noTime, otherStatus, openStatus } = await gatherRows(parts, within, contracts, yieldIfDue);
  const { groups, ...counted } = await countRows(rows, months, yieldIfDue);
  const unbilled = await findUnbilled(parts, within, contracts, rows, yieldIfDue);
  const provisional = await pick(rows, (row) => row.provisional, yieldIfDue);
  const openOrders = ordersOf(provisional, openStatus);
  const lists: ComputedBill['lists'] = {
    rows,
    'no-quantity': await pick(rows, (row) => row.quantity === null, yieldIfDue),
    'not-on-disk': await pick(rows, (row) => !row.onDisk, yieldIfDue),
    twice: await findTwice(rows, months, yieldIfDue),
    provisional,
    'no-time': noTime,
    'other-status': otherStatus,
  };
  return {
    bill: {
      terms,
      ...period,
      computedAt: parts.now().toISOString(),
      counts: {
        rows: rows.length,
        'no-quantity': lists['no-quantity'].length,
        'not-on-disk': lists['not-on-disk'].length,
        twice: lists.twice.length,
        provisional: provisional.length,
        'no-time': noTime.length,
        'other-status': otherStatus.length,
      },
      ...counted,
      sync: [...contracts],
      unbilled: unbilled.length,
      openOrders: openOrders.length,
    },
    lists,
    unbilled,
    openOrders,
    groups,
  };
}
