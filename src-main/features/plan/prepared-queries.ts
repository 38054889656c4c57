import type { AcquisitionPeriod } from '../../../src-preload/contract/acquired.ts';
import type { PlaceId, Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { Place } from '../../../src-preload/contract/place-values.ts';
import type { CheckedCommand, CheckedDraft, PreparedRow } from '../../../src-preload/contract/prepared.ts';
import type { AddedSku } from '../../../src-preload/contract/settings.ts';
import { type Sku, skuOf } from '../../../src-preload/contract/sku-catalogue.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import type { KnownRequest, LatLonBox } from '../../core/known-request.ts';
import { type NearPoint, nearPoints } from '../../core/near-pairs.ts';
import type { Store } from '../../store/store.ts';
import { checkCommands } from './check-commands.ts';
import { checkPrepared, costGroups } from './check-prepared.ts';
import { type CheckContext, type DeliveredBy, samePlaceMetres } from './checks/check-types.ts';
import { rowOfImage } from './prepared-image.ts';
import { createPreparedRows } from './prepared-rows.ts';

/** The queries of other domains by which prepared rows are checked. */
export interface ContractQueries {
  /** Returns the tasks and orders in a box that were sent. */
  near: (scope: Scope, box: LatLonBox) => KnownRequest[];
  /** Returns the archive orders of a capture. */
  ofCapture: (scope: Scope, captureId: string) => KnownRequest[];
  /** Returns the task or order that delivered a capture; null if none did. */
  deliveredBy: (scope: Scope, captureId: string) => DeliveredBy | null;
  /** Returns true if a place lies outside the outline of a capture. */
  isOutsideCapture: (scope: Scope, captureId: string, at: NearPoint) => boolean;
  /** Returns the tasks and orders in the outbox. */
  open: (scope: Scope) => KnownRequest[];
  /** Returns the windows of the latest tasks. */
  windows: (scope: Scope) => { product: string; start: string; end: string }[];
  newestSceneAt: (longitude: number, latitude: number) => AcquisitionPeriod | null;
  /** Returns these places; those that are not in Places are left out. */
  places: (placeIds: readonly PlaceId[]) => Pick<Place, 'placeId' | 'geometry'>[];
  /** Returns these commands of the outbox in their order; those that no longer exist are left out. */
  commands: (scope: Scope, ids: readonly SubmissionId[]) => { id: SubmissionId; input: CommandInput }[];
}

/** The terms of a check that are in no table of the thread of lists, or that main has read already. */
export interface CheckTerms extends Pick<TaskingReference, 'products' | 'clients'> {
  addedSkus: readonly AddedSku[];
}

const metresPerDegree = 110_000;
/** From fewer windows no usual length is derived. */
const minWindows = 5;

/** Returns the boxes that contain every place within `samePlaceMetres` of a point; two boxes at the antimeridian. */
function boxesRound({ longitude, latitude }: NearPoint): LatLonBox[] {
  const degrees = samePlaceMetres / metresPerDegree;
  const shrink = Math.cos((Math.min(89.9, Math.abs(latitude) + degrees) * Math.PI) / 180);
  const wide = Math.min(180, degrees / shrink);
  const [south, north] = [latitude - degrees, latitude + degrees];
  const box = { west: longitude - wide, south, east: longitude + wide, north };
  if (box.west < -180) return [box, { ...box, west: box.west + 360, east: 180 }];
  return box.east > 180 ? [box, { ...box, west: -180, east: box.east - 360 }] : [box];
}

/** Returns the median length of the windows of each product, in milliseconds, if there are enough of them. */
export function usualWindows(
  windows: readonly { product: string; start: string; end: string }[],
): Map<string, number> {
  const lengths = new Map<string, number[]>();
  for (const { product, start, end } of windows) {
    const ms = Date.parse(end) - Date.parse(start);
    const others = lengths.get(product);
    if (ms > 0 && others) others.push(ms);
    else if (ms > 0) lengths.set(product, [ms]);
  }
  const usual = new Map<string, number>();
  for (const [product, all] of lengths)
    if (all.length >= minWindows)
      usual.set(product, all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
  return usual;
}

/** Creates the queries of prepared rows that read all rows of a contract; the thread of lists runs them. */
export function createPreparedQueries({
  store,
  contract,
  now,
}: {
  store: Pick<Store, 'all' | 'get'>;
  contract: ContractQueries;
  now: () => Date;
}) {
  const rows = createPreparedRows({ store });

  /** Returns the data that requests of a contract are checked against, without these commands of the outbox. */
  function contextOf(
    scope: Scope,
    { products, clients, addedSkus }: CheckTerms,
    checkedIds: ReadonlySet<string>,
  ): CheckContext {
    // An index, because thousands of rows and commands would be millions of pairs.
    const unsent = contract.open(scope).filter(({ id }) => !checkedIds.has(id));
    const open = nearPoints(unsent, samePlaceMetres);
    const usual = usualWindows(contract.windows(scope));
    const skus = new Map<string, Sku>();
    return {
      nowMs: now().getTime(),
      products,
      clients,
      skuOf(code) {
        const sku = skus.get(code) ?? skuOf(code, addedSkus);
        skus.set(code, sku);
        return sku;
      },
      usualWindowMs: (ordered) => usual.get(ordered) ?? null,
      requestsNear: (at) => [...boxesRound(at).flatMap((box) => contract.near(scope, box)), ...open(at)],
      requestsOfCapture: (captureId) => [
        ...contract.ofCapture(scope, captureId),
        ...unsent.filter(({ outcomeId }) => outcomeId === captureId),
      ],
      deliveredBy: (captureId) => contract.deliveredBy(scope, captureId),
      isOutsideCapture: (captureId, at) => contract.isOutsideCapture(scope, captureId, at),
      newestSceneAt: ({ longitude, latitude }) => contract.newestSceneAt(longitude, latitude),
    };
  }

  function checked(scope: Scope, terms: CheckTerms) {
    const { rows: images, damaged } = rows.images(scope);
    if (images.length === 0)
      return { rows: [], ready: [], total: 0, damaged, revision: rows.revision(scope) };
    const places = new Map(
      contract.places(images.map(({ image }) => image.placeId)).map((place) => [place.placeId, place]),
    );
    const result = checkPrepared(images, {
      ...contextOf(scope, terms, new Set()),
      placeOf: (placeId) => places.get(placeId) ?? null,
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
    /** Returns the issues of all rows, and the rows that can be sent in groups of the same cost. */
    check(scope: Scope, terms: CheckTerms) {
      const { ready, ...result } = checked(scope, terms);
      return { ...result, ready: costGroups(ready.map(({ input }) => input)) };
    },
    /** Returns the issues of commands that are not stored yet; `editedId` is the stored one that they replace. */
    checkCommands: (
      scope: Scope,
      terms: CheckTerms,
      { commands, editedId }: { commands: readonly CommandInput[]; editedId: SubmissionId | null },
    ): CheckedCommand[] =>
      checkCommands(commands, contextOf(scope, terms, new Set(editedId === null ? [] : [editedId]))),
    /** Returns the issues of commands of the outbox. */
    checkDrafts(scope: Scope, terms: CheckTerms, ids: readonly SubmissionId[]): CheckedDraft[] {
      const stored = contract.commands(scope, ids);
      const inputs = stored.map(({ input }) => input);
      return checkCommands(inputs, contextOf(scope, terms, new Set(ids))).flatMap(
        ({ index, name, issues }) => {
          const id = stored[index]?.id;
          return id === undefined ? [] : [{ id, name, issues }];
        },
      );
    },
    /** Returns the rows that can be sent. */
    ready(scope: Scope, terms: CheckTerms) {
      const { revision, ready } = checked(scope, terms);
      return { revision, ready: ready.map(({ preparedId, version }) => ({ preparedId, version })) };
    },
  };
}

/** The queries of prepared rows that the thread of lists runs. */
export type PreparedQueries = ReturnType<typeof createPreparedQueries>;
