import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipLine } from './clip-line.ts';

const box = { west: 0, east: 10, south: 0, north: 10 };

it('keeps a line inside as it is', () => {
  expect(clipLine([1, 1, 5, 5, 9, 1], box)).toEqual([{ points: [1, 1, 5, 5, 9, 1], from: 0 }]);
});

it('cuts a line that leaves and comes back into two, and says how far along each begins', () => {
  const pieces = clipLine([5, 5, 15, 5, 15, 8, 5, 8], box);
  expect(pieces).toEqual([
    { points: [5, 5, 10, 5], from: 0 },
    { points: [10, 8, 5, 8], from: 18 },
  ]);
});

it('drops what runs outside, also along the edge of a cut tile', () => {
  expect(clipLine([-1, 0, -1, 10], box)).toEqual([]);
  expect(clipLine([-5, -5, 20, -5], box)).toEqual([]);
});

it('never leaves the box and never loses what is in it', () => {
  const coordinate = fc.integer({ min: -20, max: 30 });
  const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(line, (positions) => {
      const pieces = clipLine(positions.flat(), box);
      const inside = (value: number) => value >= -1e-9 && value <= 10 + 1e-9;
      for (const { points } of pieces) {
        expect(points.length).toBeGreaterThanOrEqual(4);
        expect(points.every(inside)).toBe(true);
      }
      const kept = new Set(
        pieces.flatMap(({ points }) =>
          Array.from({ length: points.length / 2 }, (_, i) => `${points[2 * i]} ${points[2 * i + 1]}`),
        ),
      );
      for (const [i, [x, y]] of positions.entries()) {
        const next = positions[i + 1] ?? positions[i - 1];
        const isStrictlyInside = x > 0 && x < 10 && y > 0 && y < 10;
        if (isStrictlyInside && next && (next[0] !== x || next[1] !== y)) expect(kept).toContain(`${x} ${y}`);
      }
    }),
  );
});
