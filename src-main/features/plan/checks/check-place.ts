import type { PreparedIssue, PreparedPatch } from '../../../../src-preload/contract/prepared.ts';
import { pointWithin } from '../../../../src-shared/geometry/point-within.ts';
import { metresBetween, type NearPoint } from '../../../core/near-pairs.ts';
import { markOfPosition } from '../prepared-image.ts';
import {
  type CheckContext,
  type CheckedRequest,
  type CheckedRow,
  issueOf,
  type PreparedCheckContext,
} from './check-types.ts';

/** Two signed numbers, such as a position that could not be read because its first number is no latitude. */
const twoNumbers = /^\s*([-+]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*$/;
const zeroDegrees = 0.001;

/** True for a place at 0°, 0°, where coordinates lie that somebody left empty. */
const isAtZero = ({ longitude, latitude }: NearPoint) =>
  Math.abs(longitude) < zeroDegrees && Math.abs(latitude) < zeroDegrees;

const pointAt = (
  longitude: number,
  latitude: number,
  altitudeMetres: number | null = null,
): PreparedPatch => ({ geometry: { kind: 'point', longitude, latitude, altitudeMetres } });

/** Returns the point of a text with longitude and latitude in the wrong order; null if it has none. */
function swappedText(text: string | null): PreparedPatch | null {
  const [, first, second] = twoNumbers.exec(text ?? '') ?? [];
  const [longitude, latitude] = [Number(first), Number(second)];
  return Math.abs(longitude) > 90 && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
    ? pointAt(longitude, latitude)
    : null;
}

/** Checks that a point is not at 0°, 0°. */
export const checkZero = ({ image: { geometry } }: CheckedRequest): PreparedIssue[] =>
  geometry?.kind === 'point' && isAtZero(geometry) ? [issueOf('nullIsland', { column: 'position' })] : [];

/** Checks that a row has a position of the kind that is ordered, other than 0°, 0°. */
export function checkPlace(row: CheckedRequest, { skuOf }: CheckContext): PreparedIssue[] {
  const { image } = row;
  const { geometry, positionText } = image;
  if (geometry === null) {
    const patch = swappedText(positionText);
    return [
      issueOf('noPosition', {
        column: 'position',
        values: { text: positionText ?? '' },
        mend: patch && { kind: 'swap', patch },
      }),
    ];
  }
  const issues: PreparedIssue[] = [];
  const needed = image.kind === 'task' ? 'Point' : skuOf(image.values.sku).geometry;
  if (geometry.kind === 'area' && needed === 'Point') {
    const { longitude, latitude } = pointWithin(geometry.rings);
    issues.push(
      issueOf('pointNeeded', {
        column: 'position',
        mend: { kind: 'useMiddle', patch: pointAt(longitude, latitude) },
      }),
    );
  }
  if (geometry.kind === 'point' && needed === 'Polygon')
    issues.push(issueOf('areaNeeded', { column: 'position' }));
  return [...issues, ...checkZero(row)];
}

/**
 * Checks that the place of a row has not been moved since the row was made. A row keeps its own position, which can be changed in the
 * table; nothing is said of a row that was changed there. Where it is not known where the place was, the row stands for it.
 */
export function checkPlaceNow({ image }: CheckedRow, { placeOf }: PreparedCheckContext): PreparedIssue[] {
  const place = placeOf(image.placeId);
  if (place === null) return [issueOf('placeGone', { column: 'position' })];
  const { geometry } = place;
  // A row may be at the centre of an area.
  const isAlike = image.placeMark !== undefined || image.geometry?.kind === geometry?.kind;
  if (geometry === null || !isAlike) return [];
  const now = markOfPosition(geometry);
  if (now === image.placeMark || now === markOfPosition(image.geometry)) return [];
  const mend = geometry.kind === 'point' ? { kind: 'usePlace' as const, patch: { geometry } } : null;
  return [issueOf('placeMoved', { column: 'position', mend })];
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Fewer places do not show where a place belongs. */
const minPlaces = 3;
const farMetres = 500_000;
/** A correction has to bring a place so many times nearer to the others. */
const minGain = 5;
/** A place is far from the others if it is so many times farther from their middle than the median one. */
const farTimes = 5;
/** Where more places than this share are far from the others, the list is of several regions. */
const mostFar = 0.2;

interface Correction {
  mend: 'swap' | 'changeSign';
  at: NearPoint;
  metres: number;
}

/** Returns the likely mistakes of a point, the one that brings it nearest to the centre first. */
function correctionsOf({ longitude, latitude }: NearPoint, centre: NearPoint): Correction[] {
  const signed = [
    { longitude, latitude: -latitude },
    { longitude: -longitude, latitude },
    { longitude: -longitude, latitude: -latitude },
  ];
  const corrections = [
    ...signed.map((at) => ({ mend: 'changeSign' as const, at })),
    ...(Math.abs(longitude) > 90
      ? []
      : [{ mend: 'swap' as const, at: { longitude: latitude, latitude: longitude } }]),
  ];
  return corrections
    .map(({ mend, at }) => ({ mend, at, metres: metresBetween(at, centre) }))
    .sort((one, other) => one.metres - other.metres);
}

/** Returns the median place. Longitudes are made continuous, so that places on both sides of the antimeridian are near each other. */
function centreOf(places: readonly NearPoint[]): NearPoint {
  const reference = median(places.map(({ longitude }) => longitude));
  const near = (longitude: number) => longitude - 360 * Math.round((longitude - reference) / 360);
  return {
    longitude: median(places.map(({ longitude }) => near(longitude))),
    latitude: median(places.map(({ latitude }) => latitude)),
  };
}

const kilometres = (metres: number) => Math.round(metres / 1_000);
const positionText = ({ longitude, latitude }: NearPoint) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/**
 * Returns the issues of places that are far from the others. Where longitude and latitude exchanged, or another sign, would bring a point
 * near them, that is the correction. The median stands for the others, because a few wrong places do not move it.
 */
export function checkFarPlaces<Row extends CheckedRequest>(rows: readonly Row[]): Map<Row, PreparedIssue> {
  const placed = rows.flatMap((row) => (row.at === null ? [] : [{ row, at: row.at }]));
  const issues = new Map<Row, PreparedIssue>();
  if (placed.length < minPlaces) return issues;
  const centre = centreOf(placed.map(({ at }) => at));
  const distances = placed.map(({ at }) => metresBetween(at, centre));
  const far = Math.max(farMetres, farTimes * median(distances));
  const unexplained: { row: Row; metres: number }[] = [];
  for (const [i, { row, at }] of placed.entries()) {
    const metres = distances[i] ?? 0;
    // A place at 0°, 0° has an issue of its own.
    if (metres < farMetres || isAtZero(at)) continue;
    const { geometry } = row.image;
    const [best] = geometry?.kind === 'point' ? correctionsOf(at, centre) : [];
    if (best && geometry?.kind === 'point' && best.metres * minGain <= metres) {
      const patch = pointAt(best.at.longitude, best.at.latitude, geometry.altitudeMetres);
      issues.set(
        row,
        issueOf(best.mend === 'swap' ? 'swapped' : 'otherSign', {
          column: 'position',
          values: {
            kilometres: kilometres(metres),
            corrected: kilometres(best.metres),
            position: positionText(best.at),
          },
          mend: { kind: best.mend, patch },
        }),
      );
    } else if (metres > far) unexplained.push({ row, metres });
  }
  if (unexplained.length <= Math.max(1, mostFar * placed.length))
    for (const { row, metres } of unexplained)
      issues.set(row, issueOf('farAway', { column: 'position', values: { kilometres: kilometres(metres) } }));
  return issues;
}
