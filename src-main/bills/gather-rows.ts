import type { BillRow, BillSync, BillTerms } from '../../src-preload/contract/bills.ts';
import type { Footprint } from '../../src-preload/contract/geometry.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SceneHoldings } from '../library/scene-holdings.ts';
import type { BillSource, Delivered } from '../orders/bill-source.ts';
import { areaKm2 } from './footprint-area.ts';
import type { YieldIfDue } from './yield-if-due.ts';

/** The queries that the rows of a report are gathered with. */
export interface GatherParts {
  source: Pick<BillSource, 'delivered' | 'captureFootprint' | 'orderFootprint'>;
  holdings: Pick<SceneHoldings, 'find' | 'footprint'>;
}

/** Orders texts by their code units, the same on every machine. Below, at and above 0 as a sort expects. */
export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: BillRow, b: BillRow) =>
  compareTexts(a.at ?? '', b.at ?? '') ||
  compareTexts(a.orderId, b.orderId) ||
  compareTexts(a.deliverableId, b.deliverableId);

/** The service's quantity, or the area of the polygon that is nearest to what was delivered. */
function measured(
  { source, holdings }: GatherParts,
  scope: Scope,
  { row, footprint }: Delivered,
): Pick<BillRow, 'quantity' | 'unit' | 'quantitySource'> {
  if (row.quantity !== null) return { quantity: row.quantity, unit: row.unit, quantitySource: 'field' };
  const { sceneId, captureId, orderId } = row;
  const candidates: [BillRow['quantitySource'], () => Footprint | null][] = [
    ['area-deliverable', footprint],
    ['area-scene', () => (sceneId === null ? null : holdings.footprint(scope, sceneId))],
    ['area-capture', () => (captureId === null ? null : source.captureFootprint(scope, orderId, captureId))],
    ['area-order', () => source.orderFootprint(scope, orderId)],
  ];
  for (const [quantitySource, find] of candidates) {
    const polygon = find();
    const quantity = polygon && areaKm2(polygon);
    if (quantity) return { quantity, unit: 'km2', quantitySource };
  }
  return { quantity: null, unit: null, quantitySource: null };
}

/** All that was delivered in the period, and apart from it what has no time, or a status that nobody knows. */
export async function gatherRows(
  parts: GatherParts,
  { connectionId, from, to }: Pick<BillTerms, 'connectionId'> & { from: string; to: string },
  contracts: readonly BillSync[],
  yieldIfDue: YieldIfDue,
) {
  const { source, holdings } = parts;
  const rows: BillRow[] = [];
  const noTime: BillRow[] = [];
  const otherStatus: BillRow[] = [];
  /** The service's words for orders that are not closed. */
  const openStatus = new Map<BillRow, string>();
  for (const { contractId } of contracts) {
    const scope: Scope = { connectionId, contractId };
    for (const batch of source.delivered(scope, from, to)) {
      for (const delivered of batch) {
        // One without a scene of its own name is kept under the name of the deliverable.
        const scene = holdings.find(scope, delivered.row.sceneId ?? delivered.row.deliverableId);
        const row: BillRow = {
          ...delivered.row,
          ...measured(parts, scope, delivered),
          librarySceneId: scene?.librarySceneId ?? null,
          onDisk: scene?.onDisk ?? false,
        };
        const list = !delivered.known ? otherStatus : row.at === null ? noTime : rows;
        list.push(row);
        if (row.provisional) openStatus.set(row, delivered.orderStatus);
        await yieldIfDue();
      }
      await yieldIfDue();
    }
  }
  for (const list of [rows, noTime, otherStatus]) {
    list.sort(byTime);
    await yieldIfDue();
  }
  return { rows, noTime, otherStatus, openStatus };
}
