import type { Scope } from '../../src-preload/contract/ids.ts';
import type { PreparedRow } from '../../src-preload/contract/prepared.ts';
import type { AddedSku } from '../../src-preload/contract/settings.ts';
import { type Sku, skuOf } from '../../src-preload/contract/sku-catalogue.ts';
import type { TaskingReference } from '../../src-preload/contract/tasking.ts';
import type { KnownRequest, LatLonBox } from '../core/known-request.ts';
import { type NearPoint, nearPoints } from '../core/near-pairs.ts';
import type { Store } from '../store/store.ts';
import { checkPrepared, costGroups } from './check-prepared.ts';
import { samePlaceMetres } from './checks/check-types.ts';
import { rowOfImage } from './prepared-image.ts';
import { createPreparedRows } from './prepared-rows.ts';

/** What is known of a contract and matters to a prepared row; the tables of other domains answer. */
export interface KnownOfContract {
  /** Returns tasks and orders that were sent, within a box. */
  near: (scope: Scope, box: LatLonBox) => KnownRequest[];
  /** Returns those that are in the outbox. */
  open: (scope: Scope) => KnownRequest[];
  /** Returns the windows of the latest tasks. */
  windows: (scope: Scope) => { product: string; start: string; end: string }[];
  newestSceneAt: (longitude: number, latitude: number) => string | null;
}

/** What main passes to a check, because it stands in no table or is read there already. */
export interface CheckTerms extends Pick<TaskingReference, 'products' | 'clients'> {
  addedSkus: readonly AddedSku[];
}

const metresPerDegree = 110_000;
/** Fewer windows do not say what is usual. */
const fewestWindows = 5;

/** Returns the boxes round a point that contain everything within the distance; two of them at the antimeridian. */
function boxesRound({ longitude, latitude }: NearPoint): LatLonBox[] {
  const degrees = samePlaceMetres / metresPerDegree;
  const shrink = Math.cos((Math.min(89.9, Math.abs(latitude) + degrees) * Math.PI) / 180);
  const wide = Math.min(180, degrees / shrink);
  const [south, north] = [latitude - degrees, latitude + degrees];
  const box = { west: longitude - wide, south, east: longitude + wide, north };
  if (box.west < -180) return [box, { ...box, west: box.west + 360, east: 180 }];
  return box.east > 180 ? [box, { ...box, west: -180, east: box.east - 360 }] : [box];
}

/** Returns the middle of the lengths of windows by what was ordered, where enough of them are known. */
export function usualWindows(
  windows: readonly { product: string; start: string; end: string }[],
): Map<string, number> {
  const lengths = new Map<string, number[]>();
  for (const { product, start, end } of windows) {
    const ms = Date.parse(end) - Date.parse(start);
    const known = lengths.get(product);
    if (ms > 0 && known) known.push(ms);
    else if (ms > 0) lengths.set(product, [ms]);
  }
  const usual = new Map<string, number>();
  for (const [product, all] of lengths)
    if (all.length >= fewestWindows)
      usual.set(product, all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
  return usual;
}

/** Creates the queries of prepared rows that read all rows of a contract; the thread of lists runs them. */
export function createPreparedQueries({
  store,
  known,
  now,
}: {
  store: Pick<Store, 'all' | 'get'>;
  known: KnownOfContract;
  now: () => Date;
}) {
  const rows = createPreparedRows({ store });

  function checked(scope: Scope, { products, clients, addedSkus }: CheckTerms) {
    const { rows: images, damaged } = rows.images(scope);
    // Thousands of rows and of commands would be millions of pairs.
    const open = nearPoints(images.length === 0 ? [] : known.open(scope), samePlaceMetres);
    const usual = images.length === 0 ? new Map<string, number>() : usualWindows(known.windows(scope));
    const skus = new Map<string, Sku>();
    const result = checkPrepared(images, {
      nowMs: now().getTime(),
      products,
      clients,
      skuOf(code) {
        const sku = skus.get(code) ?? skuOf(code, addedSkus);
        skus.set(code, sku);
        return sku;
      },
      usualWindowMs: (ordered) => usual.get(ordered) ?? null,
      requestsNear: (at) => [...boxesRound(at).flatMap((box) => known.near(scope, box)), ...open(at)],
      newestSceneAt: ({ longitude, latitude }) => known.newestSceneAt(longitude, latitude),
    });
    return { ...result, total: images.length, damaged, revision: rows.revision(scope) };
  }

  return {
    page(scope: Scope, range: { offset: number; limit: number }): { total: number; rows: PreparedRow[] } {
      return {
        total: rows.count(scope),
        rows: rows
          .images(scope, range)
          .rows.map(({ preparedId, version, image }) => rowOfImage(image, { preparedId, version })),
      };
    },
    /** Checks all rows; those that can be sent are summed up by their cost. */
    check(scope: Scope, terms: CheckTerms) {
      const { ready, ...result } = checked(scope, terms);
      return { ...result, ready: costGroups(ready.map(({ input }) => input)) };
    },
    /** Checks all rows; returns those that can be sent. */
    ready(scope: Scope, terms: CheckTerms) {
      const { revision, ready } = checked(scope, terms);
      return { revision, ready: ready.map(({ preparedId, version }) => ({ preparedId, version })) };
    },
  };
}

/** The queries that run in the thread of lists. */
export type PreparedQueries = ReturnType<typeof createPreparedQueries>;
