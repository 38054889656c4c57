import type {
  Bill,
  BillGroup,
  BillGrouping,
  BillList,
  BillRow,
  BillSync,
  BillTerms,
  OpenOrder,
  UnbilledScene,
} from '../../src-preload/contract/bills.ts';
import type { Footprint } from '../../src-preload/contract/geometry.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { instantsOf } from '../../src-preload/contract/zoned-days.ts';
import type { SceneHoldings } from '../library/scene-holdings.ts';
import type { BillSource, Delivered } from '../orders/bill-source.ts';
import { areaKm2 } from './footprint-area.ts';
import type { Rest } from './slices.ts';
import { createTally, type Tally } from './tally.ts';

export interface BillParts {
  source: Pick<BillSource, 'delivered' | 'captureFootprint' | 'orderFootprint' | 'deliveryOf'>;
  holdings: Pick<SceneHoldings, 'find' | 'footprint' | 'savedBetween'>;
  now: () => Date;
}

/** A bill with all that its lists show. */
export interface ComputedBill {
  bill: Bill;
  lists: Record<BillList, BillRow[]>;
  unbilled: UnbilledScene[];
  openOrders: OpenOrder[];
  groups(by: BillGrouping): BillGroup[];
}

type Month = { month: string; from: string };

/** A row belongs to the last month that began before it; `months` are in order. */
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

/** What it is compared by when the same thing was delivered again. */
function subjectOf(row: BillRow): string | null {
  if (row.sceneId !== null) return JSON.stringify([row.contractId, row.sceneId]);
  return row.captureId === null ? null : JSON.stringify([row.contractId, row.captureId, row.level]);
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: BillRow, b: BillRow) =>
  compareTexts(a.at ?? '', b.at ?? '') ||
  compareTexts(a.orderId, b.orderId) ||
  compareTexts(a.deliverableId, b.deliverableId);

export async function computeBill(
  { source, holdings, now }: BillParts,
  terms: BillTerms,
  contracts: readonly BillSync[],
  rest: Rest,
): Promise<ComputedBill> {
  const { from, to, months } = instantsOf(terms.firstDay, terms.lastDay, terms.timeZone);
  const lists: Record<BillList, BillRow[]> = {
    rows: [],
    'no-quantity': [],
    'not-on-disk': [],
    twice: [],
    provisional: [],
    'no-time': [],
    'other-status': [],
  };
  const statuses = new Map<BillRow, string>();

  function measured(
    scope: Scope,
    { row, footprint }: Delivered,
  ): Pick<BillRow, 'quantity' | 'unit' | 'quantitySource'> {
    if (row.quantity !== null) return { quantity: row.quantity, unit: row.unit, quantitySource: 'field' };
    const { sceneId, captureId, orderId } = row;
    const candidates: [BillRow['quantitySource'], () => Footprint | null][] = [
      ['area-deliverable', footprint],
      ['area-scene', () => (sceneId === null ? null : holdings.footprint(scope, sceneId))],
      [
        'area-capture',
        () => (captureId === null ? null : source.captureFootprint(scope, orderId, captureId)),
      ],
      ['area-order', () => source.orderFootprint(scope, orderId)],
    ];
    for (const [quantitySource, find] of candidates) {
      const polygon = find();
      const quantity = polygon && areaKm2(polygon);
      if (quantity) return { quantity, unit: 'km2', quantitySource };
    }
    return { quantity: null, unit: null, quantitySource: null };
  }

  for (const { contractId } of contracts) {
    const scope: Scope = { connectionId: terms.connectionId, contractId };
    for (const batch of source.delivered(scope, from, to)) {
      for (const delivered of batch) {
        const scene = delivered.row.sceneId === null ? null : holdings.find(scope, delivered.row.sceneId);
        const row: BillRow = {
          ...delivered.row,
          ...measured(scope, delivered),
          librarySceneId: scene?.librarySceneId ?? null,
          onDisk: scene?.onDisk ?? false,
        };
        if (!delivered.known) lists['other-status'].push(row);
        else if (row.at === null) lists['no-time'].push(row);
        else {
          lists.rows.push(row);
          if (row.provisional) statuses.set(row, delivered.orderStatus);
        }
        await rest();
      }
      await rest();
    }
  }
  for (const list of [lists.rows, lists['no-time'], lists['other-status']]) {
    list.sort(byTime);
    await rest();
  }

  const whole = createTally();
  const parts = new Map<string, { row: BillRow; tally: Tally }>();
  const groups = new Map(groupings.map((by) => [by, new Map<string, Tally>()]));
  const subjects = new Map<string, BillRow[]>();
  const open = new Map<string, OpenOrder>();
  const scenes = new Set<string>();
  for (const row of lists.rows) {
    whole.add(row);
    const part = JSON.stringify([row.contractId, row.project, row.sku]);
    const known = parts.get(part);
    if (known) known.tally.add(row);
    else {
      const tally = createTally();
      tally.add(row);
      parts.set(part, { row, tally });
    }
    const month = monthOf(row.at ?? '', months);
    for (const [by, tallies] of groups) {
      const key = keyOf(by, row, month);
      const tally = tallies.get(key) ?? createTally();
      tallies.set(key, tally);
      tally.add(row);
    }
    if (row.quantity === null) lists['no-quantity'].push(row);
    if (!row.onDisk) lists['not-on-disk'].push(row);
    const subject = subjectOf(row);
    if (subject !== null) {
      scenes.add(subject);
      const inMonth = `${month} ${subject}`;
      const same = subjects.get(inMonth);
      if (same) same.push(row);
      else subjects.set(inMonth, [row]);
    }
    if (row.captureId !== null && row.sceneId === null)
      scenes.add(JSON.stringify([row.contractId, row.captureId]));
    if (row.provisional) {
      lists.provisional.push(row);
      const key = JSON.stringify([row.contractId, row.orderId]);
      const order = open.get(key);
      if (order) order.rows += 1;
      else
        open.set(key, {
          contractId: row.contractId,
          orderId: row.orderId,
          name: row.orderName,
          sku: row.sku,
          status: statuses.get(row) ?? '',
          archive: row.archive,
          rows: 1,
        });
    }
    await rest();
  }
  for (const same of subjects.values()) if (same.length > 1) lists.twice.push(...same);

  const unbilled: UnbilledScene[] = [];
  for (const { contractId } of contracts) {
    const scope: Scope = { connectionId: terms.connectionId, contractId };
    for (const batch of holdings.savedBetween(scope, from, to)) {
      for (const saved of batch) {
        const named = [saved.sceneId, saved.captureId].map((name) => JSON.stringify([contractId, name]));
        if (named.some((name) => scenes.has(name))) continue;
        const delivery = source.deliveryOf(scope, saved.sceneId, saved.captureId);
        unbilled.push({
          contractId,
          ...saved,
          deliveredAt: delivery?.at ?? null,
          orderId: delivery?.orderId ?? null,
        });
      }
      await rest();
    }
  }

  const openOrders = [...open.values()];
  return {
    bill: {
      terms,
      from,
      to,
      computedAt: now().toISOString(),
      counts: {
        rows: lists.rows.length,
        'no-quantity': lists['no-quantity'].length,
        'not-on-disk': lists['not-on-disk'].length,
        twice: lists.twice.length,
        provisional: lists.provisional.length,
        'no-time': lists['no-time'].length,
        'other-status': lists['other-status'].length,
      },
      totals: whole.totals(),
      parts: [...parts.values()]
        .map(({ row, tally }) => ({
          contractId: row.contractId,
          project: row.project,
          sku: row.sku,
          rows: tally.rows(),
          totals: tally.totals(),
        }))
        .sort(
          (a, b) =>
            compareTexts(a.contractId ?? '', b.contractId ?? '') ||
            compareTexts(a.project, b.project) ||
            compareTexts(a.sku, b.sku),
        ),
      sync: [...contracts],
      unbilled: unbilled.length,
      openOrders: openOrders.length,
    },
    lists,
    unbilled,
    openOrders,
    groups: (by) =>
      [...(groups.get(by) ?? [])]
        .map(([key, tally]) => ({ key, rows: tally.rows(), totals: tally.totals() }))
        .sort((a, b) => compareTexts(a.key, b.key)),
  };
}
