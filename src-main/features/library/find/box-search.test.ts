import Flatbush from 'flatbush';
import { expect, it } from 'vitest';
import { searchBox } from './box-search.ts';

/** Numbers from 0 to 1, the same in each run. */
const chance = (i: number) => {
  const value = Math.sin(i * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

it.each([1, 15, 16, 17, 255, 256, 257, 5_000])('finds what Flatbush finds among %i boxes', (count) => {
  const tree = new Flatbush(count, 16, Float32Array);
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [360 * chance(i) - 180, 180 * chance(i + 0.5) - 90];
    tree.add(x, y, x + chance(i + 0.25), y + chance(i + 0.75));
  }
  tree.finish();
  const room = new Uint32Array(count + 3);
  for (let i = 0; i < 60; i += 1) {
    const [x, y] = [400 * chance(i * 7) - 200, 200 * chance(i * 11) - 100];
    const size = [0, 1, 10, 90, 400][i % 5] ?? 0;
    const end = searchBox(tree, [x, y, x + size, y + size], room, 3);
    const found = [...room.subarray(3, end)].sort((a, b) => a - b);
    expect(found).toEqual(tree.search(x, y, x + size, y + size).sort((a, b) => a - b));
  }
  expect(searchBox(tree, [-999, -999, 999, 999], room, 0)).toBe(count);
});
