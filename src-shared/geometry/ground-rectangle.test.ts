import { expect, it } from 'vitest';
import { polygonSize, segmentOf } from './geodesic.ts';
import { groundRectangle } from './ground-rectangle.ts';

it.each([
  ['in Europe', [16.37, 48.2]],
  ['at the equator', [-60, 0]],
  ['in the far north', [25, 70]],
  ['over the antimeridian', [179.99, -17]],
] as const)('has the size it is given, round its place, %s', (_, at) => {
  const ring = groundRectangle(at, 5_000, 10_000);
  const [northWest = at, northEast = at, southEast = at, southWest = at] = ring;
  expect(segmentOf(southWest, southEast).lengthMetres / 5_000).toBeCloseTo(1, 3);
  expect(segmentOf(northEast, southEast).lengthMetres / 10_000).toBeCloseTo(1, 3);
  expect((polygonSize(ring)?.areaSquareMetres ?? 0) / 5e7).toBeCloseTo(1, 3);
  for (const corner of [northWest, northEast, southEast, southWest])
    expect(segmentOf(at, corner).lengthMetres / Math.hypot(2_500, 5_000)).toBeCloseTo(1, 3);
  expect(northWest[1]).toBeGreaterThan(southWest[1]);
  // Longitudes never jump.
  expect(Math.abs(northEast[0] - northWest[0])).toBeLessThan(1);
});
