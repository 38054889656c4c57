import type { PreparedIssue, PreparedPatch } from '../../../src-preload/contract/prepared.ts';
import { metresBetween } from '../../core/near-pairs.ts';
import { middleOf } from '../prepared-image.ts';
import { type CheckContext, type CheckedRow, issueOf } from './check-types.ts';

/** Two signed numbers, such as a position that could not be read because its first number is no latitude. */
const twoNumbers = /^\s*([-+]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*$/;
const zeroDegrees = 0.001;

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

/** Checks that a row has a position of the kind that is ordered, other than 0°, 0°. */
export function checkPlace(row: CheckedRow, { skuOf }: CheckContext): PreparedIssue[] {
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
  const middle = middleOf(image);
  const needed = image.kind === 'task' ? 'Point' : skuOf(image.values.sku).geometry;
  if (geometry.kind === 'area' && needed === 'Point')
    issues.push(
      issueOf('pointNeeded', {
        column: 'position',
        mend: middle && { kind: 'useMiddle', patch: pointAt(middle.longitude, middle.latitude) },
      }),
    );
  if (geometry.kind === 'point' && needed === 'Polygon')
    issues.push(issueOf('areaNeeded', { column: 'position' }));
  if (
    geometry.kind === 'point' &&
    Math.abs(geometry.longitude) < zeroDegrees &&
    Math.abs(geometry.latitude) < zeroDegrees
  )
    issues.push(issueOf('nullIsland', { column: 'position' }));
  return issues;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Fewer places do not show where a place belongs. */
const minPlaces = 3;
const farMetres = 500_000;
/** Swapping has to bring a place so many times nearer to the others. */
const minGain = 5;

/**
 * Returns the issues of points that are far from the others, but would be near them with longitude and latitude exchanged. The median
 * stands for the others, because a few wrong points do not move it.
 */
export function checkSwapped(rows: readonly CheckedRow[]): Map<CheckedRow, PreparedIssue> {
  const points = rows.flatMap((row) =>
    row.image.geometry?.kind === 'point' ? [{ row, point: row.image.geometry }] : [],
  );
  const issues = new Map<CheckedRow, PreparedIssue>();
  if (points.length < minPlaces) return issues;
  const reference = median(points.map(({ point }) => point.longitude));
  // Longitudes are made continuous, so that places on both sides of the antimeridian are near each other.
  const near = (longitude: number) => longitude - 360 * Math.round((longitude - reference) / 360);
  const centre = {
    longitude: median(points.map(({ point }) => near(point.longitude))),
    latitude: median(points.map(({ point }) => point.latitude)),
  };
  for (const { row, point } of points) {
    if (Math.abs(point.longitude) > 90) continue;
    const metres = metresBetween(point, centre);
    if (metres < farMetres) continue;
    const { longitude, latitude, altitudeMetres } = point;
    const swappedMetres = metresBetween({ longitude: latitude, latitude: longitude }, centre);
    if (swappedMetres * minGain > metres) continue;
    issues.set(
      row,
      issueOf('swapped', {
        column: 'position',
        values: { kilometres: Math.round(metres / 1_000), swapped: Math.round(swappedMetres / 1_000) },
        mend: { kind: 'swap', patch: pointAt(latitude, longitude, altitudeMetres) },
      }),
    );
  }
  return issues;
}
