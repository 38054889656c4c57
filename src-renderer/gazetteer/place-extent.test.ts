import { expect, it } from 'vitest';
import { extentOf, searchViewOf } from './place-extent.ts';

const town = { kind: 'town', box: null, amount: 0, at: [10, 50] } as const;
const highOf = ([, south, , north]: readonly number[]) => ((north ?? 0) - (south ?? 0)) * 111.3;

it('shows the box of a place, or one by its kind', () => {
  expect(extentOf({ ...town, box: [1, 2, 3, 4] })).toEqual([1, 2, 3, 4]);
  expect(highOf(extentOf(town))).toBeCloseTo(3, 3);
  expect(highOf(extentOf({ ...town, amount: 10_000_000 }))).toBeCloseTo(50.6, 1);
  expect(highOf(extentOf({ ...town, kind: 'airport' }))).toBeCloseTo(8, 3);
});

it('shows a box of the same size at the poles, not all longitudes', () => {
  const [west, , east] = extentOf({ ...town, at: [0, 89.99] });
  expect(east - west).toBeLessThan(2);
});

it('has the reach of the visible map', () => {
  expect(searchViewOf(null)).toBeNull();
  expect(searchViewOf({ centre: [0, 0], zoom: 10 })?.reachKm).toBeCloseTo(76.4, 1);
  expect(searchViewOf({ centre: [0, 60], zoom: 10 })?.reachKm).toBeCloseTo(38.2, 1);
});
