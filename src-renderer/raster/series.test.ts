import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRaster } from '../../src-main/library/describe-raster.ts';
import { serveFiles } from '../../testing/serve-files.ts';
import { geoTags, writeTiff } from '../../testing/write-tiff.ts';
import { openRaster } from './raster-reader.ts';
import { gridOf, type SeriesPlace, type SeriesRaster, valueAt } from './series.ts';

const sidePx = 64;
/** The north-western corner and the pixels, in metres of EPSG:3857. */
const [west, north, metres] = [1_000_000, 5_000_000, 10];
const { signal } = new AbortController();

const redAt = (column: number, row: number) => 500 + 11 * column + row;
const nirAt = (column: number, row: number) => (column < 4 ? 0 : 3_000 + 17 * row);
const ndviAt = (column: number, row: number) =>
  (nirAt(column, row) - redAt(column, row)) / (nirAt(column, row) + redAt(column, row));

let folder: string;
let served: Awaited<ReturnType<typeof serveFiles>>;
let raster: SeriesRaster;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-series-'));
  const path = join(folder, 'a.tif');
  const data = new Uint16Array(sidePx * sidePx * 2);
  for (let i = 0; i < sidePx * sidePx; i += 1) {
    data[2 * i] =
      nirAt(i % sidePx, Math.floor(i / sidePx)) === 0 ? 0 : redAt(i % sidePx, Math.floor(i / sidePx));
    data[2 * i + 1] = nirAt(i % sidePx, Math.floor(i / sidePx));
  }
  const geo = [
    { tag: 33_550, type: 12 as const, values: [metres, metres, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, west, north, 0] },
  ];
  writeTiff(path, {
    ...{ widthPx: sidePx, heightPx: sidePx, samplesPerPixel: 2, bitsPerSample: 16 },
    data: new Uint8Array(data.buffer),
    tags: [...geoTags({ geo, epsg: 3_857 }), { tag: 42_113, type: 2, values: '0' }],
  });
  const displayPath = `${path}.display.tif`;
  const record = await describeRaster({
    ...{
      path,
      displayPath,
      bands: ['red', 'nir'],
      mayBuild: true,
      mayBeOverviews: false,
      progress: () => undefined,
    },
  });
  if (!record) throw new Error('a copy may be built');
  const { display, ...info } = record;
  served = await serveFiles(new Map([['/a', display ? displayPath : path]]));
  raster = { info: { ...info, path: '/a' }, expression: '(nir - red) / (nir + red)', offset: [0, 0] };
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(place: SeriesPlace, wanted = raster) {
  const reader = await openRaster({ info: wanted.info, bands: [] }, served.origin);
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
