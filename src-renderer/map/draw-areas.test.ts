import { expect, it } from 'vitest';
import { namesOfAreas } from './draw-areas.ts';
import { noAreas, type PlacedAreas } from './placed-areas.ts';

const frame = { left: 0, top: 100, resolution: 2 };
const areas = (...rings: number[][]): PlacedAreas<number> => ({
  ...noAreas(),
  ids: rings.map((_, i) => i),
  rings: rings.map((ring) => Float64Array.from(ring)),
});
const named = (placed: PlacedAreas<number>) =>
  namesOfAreas(
    placed,
    frame,
    [{ world: 0, large: [...placed.ids], dots: [] }],
    placed.ids.map((id) => `area ${id}`),
  );

it('a name stands above the top left corner of an upright area', () => {
  expect(named(areas([20, 20, 60, 20, 60, 80, 20, 80, 20, 20]))).toEqual([{ text: 'area 0', x: 14, y: 2 }]);
});

it('a name stands above the northernmost corner of a rotated area, not beside it', () => {
  expect(named(areas([20, 40, 50, 20, 70, 60, 40, 80, 20, 40]))).toEqual([{ text: 'area 0', x: 24, y: 2 }]);
});

it('many areas have no names', () => {
  const many = areas(...Array.from({ length: 400 }, () => [0, 0, 9, 0, 9, 9]));
  expect(named(many)).toEqual([]);
});
