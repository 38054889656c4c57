import type { PreparedIssue } from '../../../../src-preload/contract/prepared.ts';
import { pointWithin } from '../../../../src-shared/geometry/point-within.ts';
import type { KnownRequest } from '../../../core/known-request.ts';
import { cellsOf, createCellIndex, metresBetween, type NearPoint } from '../../../core/near-pairs.ts';
import { type CheckContext, type CheckedRequest, issueOf, overlap, samePlaceMetres } from './check-types.ts';

const removal = { kind: 'remove' as const, patch: null };

/** When a task or order may be captured; of an archive order, the capture that it is for. */
type RequestTime = Pick<CheckedRequest, 'startMs' | 'endMs' | 'outcomeId'>;

const times = new WeakMap<KnownRequest, RequestTime>();

/** Returns the time of a request. It is parsed once, because it is compared with each row of its place. */
function timeOf(request: KnownRequest): RequestTime {
  const read = times.get(request) ?? {
    startMs: Date.parse(request.start ?? ''),
    endMs: Date.parse(request.end ?? ''),
    outcomeId: request.outcomeId,
  };
  times.set(request, read);
  return read;
}

/** Returns true if a row and a request are the same: this Nadir, or one on another computer, may have sent it before. */
const isSame = ({ image, startMs, endMs }: CheckedRequest, request: KnownRequest): boolean =>
  request.name === image.values.name.trim() &&
  timeOf(request).startMs === startMs &&
  timeOf(request).endMs === endMs;

/** Returns true if two requests are for the same time or, as archive orders, for the same capture. */
const isOfSameTime = (one: RequestTime, other: RequestTime): boolean =>
  one.outcomeId === null && other.outcomeId === null
    ? overlap(one, other)
    : one.outcomeId === other.outcomeId;

/** Returns the places that a request has where it is known: an area has the middle of its box in the outbox, and a point in it in an order. */
function placesOf({ image: { geometry } }: CheckedRequest, at: NearPoint): NearPoint[] {
  if (geometry?.kind !== 'area') return [at];
  const within = pointWithin(geometry.rings);
  return metresBetween(at, within) <= samePlaceMetres ? [at] : [at, within];
}

/** Returns the requests for the same thing: an archive scene, wherever its area is drawn; else the same place and time. */
function similarTo(row: CheckedRequest, at: NearPoint, context: CheckContext): readonly KnownRequest[] {
  if (row.outcomeId !== null) return context.requestsOfCapture(row.outcomeId);
  return placesOf(row, at).flatMap((place) =>
    context
      .requestsNear(place)
      .filter(
        (request) =>
          request.ordered === row.ordered &&
          isOfSameTime(row, timeOf(request)) &&
          metresBetween(place, request) <= samePlaceMetres,
      ),
  );
}

/** Checks an archive order against what is known of its capture. */
function checkCapture(
  { captureId, at, isOrdered }: { captureId: string; at: NearPoint; isOrdered: boolean },
  context: CheckContext,
): PreparedIssue[] {
  const delivered = isOrdered ? null : context.deliveredBy(captureId);
  return [
    ...(delivered === null
      ? []
      : [issueOf('sceneDelivered', { column: 'position', values: { ...delivered } })]),
    ...(context.isOutsideCapture(captureId, at) ? [issueOf('outsideScene', { column: 'position' })] : []),
  ];
}

/** Checks a row against existing tasks and orders, and against the library. */
export function checkExisting(row: CheckedRequest, context: CheckContext): PreparedIssue[] {
  const { at } = row;
  if (at === null) return [];
  const issues: PreparedIssue[] = [];
  const similar = similarTo(row, at, context);
  const identical = similar.find((request) => isSame(row, request));
  const [other] = similar;
  if (identical) {
    const values = { name: identical.name, from: identical.from };
    issues.push(issueOf('sentBefore', { column: 'name', values, mend: removal }));
  } else if (other) {
    const values = { name: other.name, from: other.from, others: similar.length - 1 };
    const code = row.outcomeId === null ? 'existing' : 'sceneOrdered';
    issues.push(issueOf(code, { column: 'position', values, mend: removal }));
  }
  // An archive order is made because the scene exists.
  if (row.outcomeId !== null)
    return [
      ...issues,
      ...checkCapture({ captureId: row.outcomeId, at, isOrdered: issues.length > 0 }, context),
    ];
  const scene = context.newestSceneAt(at);
  if (scene !== null)
    issues.push(issueOf('inLibrary', { column: 'position', values: { start: scene.start, end: scene.end } }));
  return issues;
}

/** A row with a position, and its request as text. */
interface PlacedRow<Row extends CheckedRequest = CheckedRequest> {
  row: Row;
  at: NearPoint;
  request: string | null;
}

/** Returns true if both rows order the same product, at the same place and time; archive orders are compared by their captures. */
const ordersSame = (one: PlacedRow, other: PlacedRow): boolean =>
  one.row.outcomeId === null &&
  one.row.ordered === other.row.ordered &&
  one.row.image.kind === other.row.image.kind &&
  isOfSameTime(one.row, other.row) &&
  metresBetween(one.at, other.at) <= samePlaceMetres;

/**
 * Returns the issues of rows that repeat a row above them: with the same request, with another one for the same place and time, or with
 * one for another part of the same archive scene.
 */
export function checkRepeated<Row extends CheckedRequest>(rows: readonly Row[]): Map<Row, PreparedIssue> {
  const placed = rows.flatMap((row): PlacedRow<Row>[] =>
    row.at === null ? [] : [{ row, at: row.at, request: row.input && JSON.stringify(row.input) }],
  );
  const cells = cellsOf(
    placed.map(({ at }) => at),
    samePlaceMetres,
  );
  const index = createCellIndex();
  const requests = new Map<string, PlacedRow<Row>>();
  const captures = new Map<string, PlacedRow<Row>>();
  const issues = new Map<Row, PreparedIssue>();
  for (const [n, each] of placed.entries()) {
    const cell = cells[n] ?? [0, 0, 0];
    const sameRequest = each.request === null ? undefined : requests.get(each.request);
    const { outcomeId } = each.row;
    const sameCapture = outcomeId === null ? undefined : captures.get(outcomeId);
    // One is enough: thousands of rows at one place would be millions of pairs.
    const other =
      sameRequest ??
      sameCapture ??
      firstOf(
        index.near(cell),
        (i) => placed[i],
        (before) => ordersSame(before, each),
      );
    if (other) {
      const values = { name: other.row.image.values.name, row: other.row.index + 1 };
      const issue = sameRequest
        ? issueOf('twin', { column: 'name', values, mend: removal })
        : issueOf(sameCapture ? 'sceneTwice' : 'duplicate', { column: 'position', values, mend: removal });
      issues.set(each.row, issue);
    }
    index.add(cell, n);
    if (outcomeId !== null && sameCapture === undefined) captures.set(outcomeId, each);
    if (each.request !== null && sameRequest === undefined) requests.set(each.request, each);
  }
  return issues;
}

function firstOf<T>(
  indexes: Iterable<number>,
  get: (index: number) => T | undefined,
  isWanted: (item: T) => boolean,
): T | null {
  for (const index of indexes) {
    const item = get(index);
    if (item !== undefined && isWanted(item)) return item;
  }
  return null;
}
