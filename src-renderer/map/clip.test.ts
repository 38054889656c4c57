import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipRing } from '../../src-shared/geometry/clip.ts';
import { insideRing } from './placed-areas.ts';

const box = { west: -10, east: 10, south: -10, north: 10 };

it('keeps a ring inside and drops one outside', () => {
  const inside = [0, 0, 5, 0, 5, 5];
  expect(clipRing(inside, box).length).toBe(6);
  expect(clipRing([20, 20, 30, 20, 30, 30], box)).toEqual([]);
});

it('fills the box where the ring surrounds it', () => {
  const corners = clipRing([-50, -50, 50, -50, 50, 50, -50, 50], box);
  expect(new Set(corners)).toEqual(new Set([-10, 10]));
});

it('neither loses nor adds area within the box', () => {
  const coordinate = fc.double({ min: -30, max: 30, noNaN: true });
  const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 });
  const point = fc.tuple(
    fc.double({ min: -9.9, max: 9.9, noNaN: true }),
    fc.double({ min: -9.9, max: 9.9, noNaN: true }),
  );
  fc.assert(
    fc.property(ring, point, (positions, [x, y]) => {
      const flat = positions.flat();
      const clipped = Float64Array.from(clipRing(flat, box));
      const near = (a: Float64Array) =>
        [
          [0, 0],
          [1e-6, 0],
          [0, 1e-6],
          [-1e-6, 0],
          [0, -1e-6],
        ].map(([dx = 0, dy = 0]) => insideRing(a, x + dx, y + dy));
      const before = near(Float64Array.from(flat));
      // On an edge the answer may go either way; only clear cases count.
      fc.pre(new Set(before).size === 1 && new Set(near(clipped)).size === 1);
      expect(insideRing(clipped, x, y)).toBe(before[0]);
    }),
    { numRuns: 500 },
  );
});
