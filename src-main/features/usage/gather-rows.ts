import geodesic from 'geographiclib-geodesic';
import type { BillRow, BillSync, BillTerms } from '../../../src-preload/contract/bills.ts';
import { decimalOf } from '../../../src-preload/contract/decimal.ts';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneHoldings } from '../library/scene-holdings.ts';
import type { BillSource, Delivered } from '../orders/bill-source.ts';
import type { YieldIfDue } from './yield-if-due.ts';

/** A hundred square metres: more precise than any footprint. */
const digits = 4;

function ringSquareMetres(ring: readonly (readonly number[])[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  const [first] = ring;
  const last = ring.at(-1);
  const closed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  for (const [longitude = 0, latitude = 0] of closed ? ring.slice(0, -1) : ring)
    polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Returns the area on the ellipsoid without holes, in km² with four digits; null if there is none. */
function areaKm2(footprint: Footprint): string | null {
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  let squareMetres = 0;
  for (const [outer, ...holes] of polygons) {
    if (!outer) continue;
    squareMetres += ringSquareMetres(outer);
    for (const hole of holes) squareMetres -= ringSquareMetres(hole);
  }
  const km2 = squareMetres / 1e6;
  return km2 > 0 && Number.isFinite(km2) ? decimalOf(km2.toFixed(digits)) : null;
}

/** The queries for the rows of a report. */
export interface GatherParts {
  source: Pick<BillSource, 'delivered' | 'captureFootprint' | 'orderFootprint'>;
  holdings: Pick<SceneHoldings, 'find' | 'footprint'>;
}

/** Compares texts by their code units, with the same result on every machine. Returns a number below, at or above 0. */
export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: BillRow, b: BillRow) =>
  compareTexts(a.at ?? '', b.at ?? '') ||
  compareTexts(a.orderId, b.orderId) ||
  compareTexts(a.deliverableId, b.deliverableId);

/** Returns the service's quantity, or the area of the polygon that is closest to what was delivered. */
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

/** Returns what was delivered in the period, and separately the rows without a time or with an unknown status. */
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
  /** The service's status texts of orders that are not closed. */
  const openStatus = new Map<BillRow, string>();
  for (const { contractId } of contracts) {
    const scope: Scope = { connectionId, contractId };
    for (const batch of source.delivered(scope, from, to)) {
      for (const delivered of batch) {
        // A deliverable without a scene name is in the library under its own name.
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
