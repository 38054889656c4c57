import { describe, expect, it } from 'vitest';
import { readByGdal, statisticsByGdal } from '../../../testing/gdal-files.ts';
import {
  createRasterFolder,
  type MadeRaster,
  madeBands,
  madeExtent,
  tileWords,
} from '../../../testing/raster-folder.ts';
import type { RasterDisplay } from './raster-messages.ts';
import { openRaster } from './raster-reader.ts';
import type { PaintStyle } from './style/picture.ts';

/** GDAL makes the files and says what stands in them and what their statistics are. */
const sidePx = 96;
const extent = madeExtent(sidePx);
const { signal } = new AbortController();
const rasters = createRasterFolder('nadir-seeing-');

/** Makes a tiled file, and opens it as the page does. */
async function opened(made: MadeRaster) {
  const path = await rasters.make({ ...made, words: [...tileWords, ...(made.words ?? [])] });
  const bands = madeBands.slice(0, made.bands ?? 4);
  const { info } = await rasters.describeAndServe(path, { bands, mayBuild: false });
  const shown: RasterDisplay = { info, bands: bands.length < 3 ? [0, 0, 0] : [2, 1, 0] };
  return { path, reader: await openRaster(shown, rasters.origin()) };
}

/** A difference in the order of additions may show in the last digits. */
const near = (value: number) => ({
  asymmetricMatch: (other: unknown) =>
    typeof other === 'number' && Math.abs(other - value) <= 1e-9 * Math.max(1, Math.abs(value)),
});

describe('statistics equal those of gdalinfo', () => {
  it.each<[string, MadeRaster]>([
    ['16 bits', { type: 'UInt16', value: (x, y, b) => ((x * 37 + y * 911) * (b + 1)) % 9_973 }],
    [
      '16 bits with nodata',
      {
        type: 'UInt16',
        words: ['-a_nodata', '0'],
        value: (x, y, b) => (x > 70 ? 0 : 4 + ((x * y) % 977) + b),
      },
    ],
    ['signed', { type: 'Int16', value: (x, y, b) => ((x * 371 + y * 13 + b) % 20_000) - 10_000 }],
    ['floats', { type: 'Float32', value: (x, y, b) => Math.sin(x * 0.3 + b) * Math.exp(y / 20) }],
    ['wide floats', { type: 'Float64', bands: 2, value: (x, y) => 1e6 + x * 0.001 + y * 1e-5 }],
    [
      'floats with NaN',
      { type: 'Float32', words: ['-a_nodata', 'nan'], value: (x, y) => (x < 20 ? Number.NaN : x / (y + 1)) },
    ],
  ])('%s', async (_name, made) => {
    const { path, reader } = await opened(made);
    const truth = await statisticsByGdal(path);
    const expressions = truth.map((_, band) => `#${band + 1}`);
    const { channels, isComplete } = await reader.statistics(
      { expressions, view: null, hidesZeros: false },
      signal,
    );
    reader.close();
    expect(isComplete).toBe(true);
    expect(channels).toMatchObject(
      truth.map((band) => ({
        min: near(band.STATISTICS_MINIMUM),
        max: near(band.STATISTICS_MAXIMUM),
        mean: near(band.STATISTICS_MEAN),
        deviation: near(band.STATISTICS_STDDEV),
      })),
    );
  });

  it('of the view are those of its pixels', async () => {
    const { reader } = await opened({ type: 'UInt16', value: (x) => x * 10 });
    const [left, low, , high] = extent;
    const view = [left, low, left + 480, high] as const;
    const { channels, isComplete } = await reader.statistics(
      { expressions: ['red', '0 - red'], view, hidesZeros: false },
      signal,
    );
    const outside = await reader.statistics(
      { expressions: ['red'], view: [0, 0, 10, 10], hidesZeros: false },
      signal,
    );
    reader.close();
    expect(isComplete).toBe(false);
    expect(channels).toMatchObject([
      { min: 0, max: 470 },
      { min: -470, max: 0 },
    ]);
    expect(outside.channels).toEqual([null]);
  });
});

const style = (expression: string, low: number, high: number): PaintStyle => ({
  expressions: [expression],
  bounds: [[low, high]],
  ramp: 'grey',
  isRampReversed: false,
  gamma: 1,
  resampling: 'nearest',
  hidesZeros: false,
});

it('an index equals a recomputation from what GDAL reads, and a restyle unpacks nothing', async () => {
  const { path, reader } = await opened({
    type: 'UInt16',
    words: ['-a_nodata', '0'],
    value: (x, y, b) => (x < 9 && y < 9 ? 0 : 100 + (((x * 53 + y * 29) * (b + 2)) % 8_000)),
  });
  const truth = await readByGdal(path, { bands: 4 });
  const first = await reader.tile(extent, sidePx, signal);
  if (!first) throw new Error('nothing was drawn');
  const decoded = reader.decoded();
  expect(decoded).toBe(9);

  reader.restyle(style('(nir - red) / (nir + red)', -1, 1));
  const ndvi = await reader.tile(extent, sidePx, signal);
  const { fround } = Math;
  for (let pixel = 0; pixel < sidePx * sidePx; pixel += 1) {
    const isThere = truth.mask[pixel] !== 0;
    expect(ndvi?.[4 * pixel + 3]).toBe(isThere ? 255 : 0);
    if (!isThere) continue;
    const [red = 0, nir = 0] = [truth.bands[2]?.[pixel], truth.bands[3]?.[pixel]];
    const value = fround(fround(nir - red) / fround(nir + red));
    expect(ndvi?.[4 * pixel]).toBe(Math.round(((value + 1) / 2) * 255));
  }

  // Another stretch, gamma and ramp, and statistics of other bands.
  reader.restyle({ ...style('where(blue > green, sqrt(blue), 0 - 1)', -1, 90), gamma: 2, ramp: 'viridis' });
  await reader.tile(extent, sidePx, signal);
  reader.restyle({ ...style('#1', 0, 9_000), hidesZeros: true });
  const grey = await reader.tile(extent, sidePx, signal);
  expect(grey?.[4 * sidePx * 50]).toBe(Math.round(((truth.bands[0]?.[sidePx * 50] ?? 0) / 9_000) * 255));
  await reader.statistics({ expressions: ['nir / red'], view: null, hidesZeros: false }, signal);
  expect(reader.decoded()).toBe(decoded);
  reader.close();
});

it('a tile that was cancelled while it was read is read for the next request', async () => {
  const { reader } = await opened({ type: 'UInt16', value: (x) => x });
  const cancelled = new AbortController();
  const first = reader.tile(extent, sidePx, cancelled.signal);
  const second = reader.tile(extent, sidePx, signal);
  cancelled.abort();
  await expect(first).rejects.toThrow();
  expect((await second)?.[3]).toBe(255);
  reader.close();
});
