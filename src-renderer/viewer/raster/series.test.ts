import { beforeAll, expect, it } from 'vitest';
import { createRasterFolder, madeAt, writeRedAndNir } from '../../../testing/raster-folder.ts';
import { openRaster } from './raster-reader.ts';
import { gridOf, type SeriesPlace, type SeriesRaster, valueAt } from './series.ts';

const sidePx = 64;
/** The north-western corner and the pixels, in metres of EPSG:3857. */
const { west, north, metres } = madeAt;
const { signal } = new AbortController();

const redAt = (column: number, row: number) => 500 + 11 * column + row;
const nirAt = (column: number, row: number) => (column < 4 ? 0 : 3_000 + 17 * row);
const ndviAt = (column: number, row: number) =>
  (nirAt(column, row) - redAt(column, row)) / (nirAt(column, row) + redAt(column, row));

const rasters = createRasterFolder('nadir-series-');
let raster: SeriesRaster;
beforeAll(async () => {
  const path = rasters.pathOf('a.tif');
  writeRedAndNir(path, {
    widthPx: sidePx,
    metres,
    values: (x, y) => [nirAt(x, y) === 0 ? 0 : redAt(x, y), nirAt(x, y)],
  });
  const { info } = await rasters.describeAndServe(path, { bands: ['red', 'nir'], mayBuild: true });
  raster = { info, expression: '(nir - red) / (nir + red)', offset: [0, 0] };
});

async function read(place: SeriesPlace, wanted = raster) {
  const reader = await openRaster({ info: wanted.info, bands: [] }, rasters.origin());
  const found = await valueAt(reader, wanted, gridOf(place), signal);
  reader.close();
  return found;
}

const middleOf = (column: number, row: number) =>
  [west + (column + 0.5) * metres, north - (row + 0.5) * metres] as const;

it('reads the nearest pixel at a point, beside its place if the raster is offset', async () => {
  const point: SeriesPlace = { kind: 'point', at: middleOf(20, 31) };
  expect(await read(point)).toEqual({ value: expect.closeTo(ndviAt(20, 31), 6), samples: 1, share: 1 });
  const found = await read(point, { ...raster, offset: [5, -3] });
  expect(found.value).toBeCloseTo(ndviAt(15, 34), 6);
});

it('has no value where the raster has none, and outside of it', async () => {
  const nothing = { value: null, samples: 0, share: 0 };
  expect(await read({ kind: 'point', at: middleOf(2, 31) })).toEqual(nothing);
  expect(await read({ kind: 'point', at: middleOf(400, 31) })).toEqual(nothing);
});

it('computes the mean of an area without its hole, and which share of it has values', async () => {
  const box = (left: number, top: number, right: number, bottom: number) =>
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([column = 0, row = 0]) => [west + column * metres, north - row * metres] as const);
  const isMine = (column: number, row: number) => !(column >= 8 && column < 16 && row >= 24 && row < 32);
  // Sixteen pixels a side, so that the grid has whole numbers of samples in each.
  const { value, samples, share } = await read({
    kind: 'area',
    rings: [box(0, 16, 16, 32), box(8, 24, 16, 32)],
  });
  const due: number[] = [];
  for (let row = 16; row < 32; row += 1)
    for (let column = 4; column < 16; column += 1) if (isMine(column, row)) due.push(ndviAt(column, row));
  expect(value).toBeCloseTo(due.reduce((sum, each) => sum + each, 0) / due.length, 5);
  expect(samples).toBe(due.length * 16 * 16);
  expect(share).toBeCloseTo(due.length / (16 * 16 - 8 * 8), 9);
});
