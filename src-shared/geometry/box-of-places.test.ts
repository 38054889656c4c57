import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boxOfPairs, doBoxesMeet, widened } from './box-of-places.ts';
import type { LonLat } from './lon-lat.ts';

it('contains all places, the short way around', () => {
  expect(boxOfPairs([])).toBeNull();
  expect(boxOfPairs([[16, 48]])).toEqual([16, 48, 16, 48]);
  expect(
    boxOfPairs([
      [-9, 38],
      [16, 48],
      [2, -5],
    ]),
  ).toEqual([-9, -5, 16, 48]);
  expect(
    boxOfPairs([
      [178, -18],
      [-172, -14],
      [175, -41],
    ]),
  ).toEqual([175, -41, 188, -14]);
});

it('is never wider than necessary, whatever turn of the globe the longitudes are in', () => {
  const place = fc.tuple(fc.integer({ min: -540, max: 540 }), fc.integer({ min: -90, max: 90 }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places: LonLat[]) => {
      const [west, south, east, north] = boxOfPairs(places) ?? [0, 0, 0, 0];
      expect(east - west).toBeLessThan(360);
      for (const [x, y] of places) {
        expect(y).toBeGreaterThanOrEqual(south);
        expect(y).toBeLessThanOrEqual(north);
        expect([-720, -360, 0, 360, 720].some((turn) => x + turn >= west && x + turn <= east)).toBe(true);
      }
      const shifted = boxOfPairs(places.map(([x, y]): LonLat => [x + 360, y]));
      expect(shifted).toEqual([west, south, east, north]);
    }),
  );
});

it('is widened for a single place until its surroundings are visible; a large box stays', () => {
  const [west, south, east, north] = widened([16, 48, 16, 48]);
  expect(east - west).toBeCloseTo(0.02, 9);
  expect(north - south).toBeCloseTo(0.02, 9);
  expect(widened([-9, -5, 16, 48])).toEqual([-9, -5, 16, 48]);
});

it('meets another box in any turn of the globe, and no box beside it', () => {
  expect(doBoxesMeet([3, 0, 4, 1], [3.5, -5, 20, 5])).toBe(true);
  expect(doBoxesMeet([3, 0, 4, 1], [363.5, -5, 380, 5])).toBe(true);
  expect(doBoxesMeet([179, 0, 181, 1], [-180, -5, -170, 5])).toBe(true);
  expect(doBoxesMeet([200, 0, 210, 1], [-165, -5, -140, 5])).toBe(true);
  expect(doBoxesMeet([-180, -90, 180, 90], [10, 10, 11, 11])).toBe(true);
  expect(doBoxesMeet([3, 0, 4, 1], [4.1, -5, 20, 5])).toBe(false);
  expect(doBoxesMeet([3, 0, 4, 1], [-20, -5, 2.9, 5])).toBe(false);
  expect(doBoxesMeet([3, 0, 4, 1], [3, 2, 4, 5])).toBe(false);
});
