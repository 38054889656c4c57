import { expect, it } from 'vitest';
import { placeOutlines } from './place-marks.ts';
import { areasAt, placedAreas } from './placed-areas.ts';

const square = (west: number, south: number, size: number) => [
  west,
  south,
  west + size,
  south,
  west + size,
  south + size,
  west,
  south + size,
  west,
  south,
];
function placed(rings: number[][]) {
  const ids = rings.map((_, i) => i);
  return placedAreas(
    ids,
    ids.map(() => true),
    placeOutlines(rings),
  );
}
const keysAt = (rings: number[][], resolution: number, inside = true) =>
  areasAt(placed(rings), [0, 0], { resolution, inside }).map(({ key }) => key);

it('finds the areas that contain a place, the smallest first', () => {
  const rings = [square(-3, -3, 6), square(-1, -1, 2), square(1, 1, 2), square(-2, -2, 4)];
  expect(keysAt(rings, 1_000)).toEqual([1, 3, 0]);
});

it('finds dots within reach before areas, and each of a crowd once', () => {
  const crowd = Array.from({ length: 3_000 }, (_, i) => square(i * 1e-5, 0, 0.01));
  const found = keysAt([square(-20, -20, 40), ...crowd], 10_000);
  expect(found.at(-1)).toBe(0);
  expect(new Set(found).size).toBe(3_001);
  expect(found.length).toBe(3_001);
});

it('finds an area across the antimeridian once, on either side', () => {
  const rings = [square(179, -1, 2)];
  for (const longitude of [20_030_000, -20_030_000])
    expect(
      areasAt(placed(rings), [longitude, 0], { resolution: 1_000, inside: true }).map(({ key }) => key),
    ).toEqual([0]);
});
