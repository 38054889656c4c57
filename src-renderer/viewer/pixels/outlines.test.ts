import { expect, it } from 'vitest';
import { ringsOfGeometry } from './outlines.ts';

const square = (at: number) => [
  [at, at, 100],
  [at + 1, at, 100],
  [at + 1, at + 1, 100],
  [at, at, 100],
];

it('takes the outlines of all parts and holes of an area, without altitudes', () => {
  const rings = ringsOfGeometry({ type: 'MultiPolygon', coordinates: [[square(1), square(2)], [square(3)]] });
  expect(rings.map((ring) => ring[0])).toEqual([1, 2, 3]);
  expect([...(rings[0] ?? [])]).toEqual([1, 1, 2, 1, 2, 2, 1, 1]);
  expect(ringsOfGeometry({ type: 'Polygon', coordinates: [square(5)] })).toHaveLength(1);
});

it('finds no area in a point, in nothing, and in what is no geometry', () => {
  expect(ringsOfGeometry({ type: 'Point', coordinates: [1, 2] })).toEqual([]);
  expect(ringsOfGeometry(null)).toEqual([]);
  expect(ringsOfGeometry({ type: 'Polygon', coordinates: [[['x', 'y']]] })).toEqual([]);
});
