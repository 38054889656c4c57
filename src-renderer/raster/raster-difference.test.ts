import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRaster } from '../../src-main/library/describe-raster.ts';
import { serveFiles } from '../../testing/serve-files.ts';
import { geoTags, writeTiff } from '../../testing/write-tiff.ts';
import { openDifference } from './raster-difference.ts';
import type { DrawnRaster } from './raster-messages.ts';
import { rampColours } from './style/ramps.ts';

const sidePx = 64;
const extent = [1_000_000, 5_000_000 - sidePx * 10, 1_000_000 + sidePx * 10, 5_000_000] as const;
const ndvi = '(nir - red) / (nir + red)';
const { signal } = new AbortController();

let folder: string;
let served: Awaited<ReturnType<typeof serveFiles>>;
const paths = new Map<string, string>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-difference-'));
  served = await serveFiles(paths);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

type Value = (column: number, row: number) => number;

/** Writes red and near infrared, in pixels of `metres`, with its north-western corner at that of the tile. */
async function raster(name: string, metres: number, red: Value, nir: Value): Promise<DrawnRaster> {
  const size = (sidePx * 10) / metres;
  const data = new Uint16Array(size * size * 2);
  for (let i = 0; i < size * size; i += 1) {
    const [column, row] = [i % size, Math.floor(i / size)];
    data[2 * i] = red(column, row);
    data[2 * i + 1] = nir(column, row);
  }
  const path = join(folder, name);
  const geo = [
    { tag: 33_550, type: 12 as const, values: [metres, metres, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, 1_000_000, 5_000_000, 0] },
  ];
  writeTiff(path, {
    ...{ widthPx: size, heightPx: size, samplesPerPixel: 2, bitsPerSample: 16 },
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
  paths.set(`/${name}`, display ? displayPath : path);
  return { ...info, path: `/${name}` };
}

const index = (red: number, nir: number) => (nir - red) / (nir + red);
const colours = rampColours('purple-green', false);

/** The colour of a difference between ±0.5. */
function colourOf(value: number): number[] {
  const at = 3 * Math.round(Math.max(0, Math.min(1, value + 0.5)) * 255);
  return [...colours.slice(at, at + 3), 255];
}

it('paints the later index minus the earlier one of rasters of other sizes, beside their places where they are offset', async () => {
  const before = {
    red: (x: number, y: number) => 900 + 7 * x + y,
    nir: (x: number, y: number) => 2_000 + 31 * y + x,
  };
  const after = { red: (x: number) => 700 + 13 * x, nir: (x: number) => 2_500 + 20 * x };
  // One pixel of the later raster is two by two of the earlier one.
  const earlier = await raster('a.tif', 10, before.red, (x, y) =>
    x === 9 && y === 5 ? 0 : before.nir(x, y),
  );
  const later = await raster('b.tif', 20, after.red, after.nir);
  const reader = await openDifference(
    {
      ...{ info: later, bands: [] },
      paint: {
        ...{ expressions: [ndvi], bounds: [[-0.5, 0.5]], ramp: 'purple-green', isRampReversed: false },
        ...{ gamma: 1, resampling: 'nearest', hidesZeros: false },
      },
      minus: { info: earlier, expression: ndvi, offset: [3, -2] },
    },
    served.origin,
  );
  const picture = await reader.tile(extent, sidePx, signal);
  expect(picture).not.toBeNull();
  const pixel = (x: number, y: number) => [
    ...(picture?.slice(4 * (y * sidePx + x), 4 * (y * sidePx + x) + 4) ?? []),
  ];
  for (const [x, y] of [
    [5, 5],
    [20, 40],
    [63, 30],
    [13, 3],
  ] as const) {
    const [column, row] = [x - 3, y + 2];
    const was = index(before.red(column, row), before.nir(column, row));
    const is = index(after.red(Math.floor(x / 2)), after.nir(Math.floor(x / 2)));
    expect(pixel(x, y), `${x}, ${y}`).toEqual(colourOf(is - was));
  }
  // Where one of them has nothing, there is no difference.
  expect(pixel(12, 3)[3]).toBe(0);
  expect(pixel(2, 30)[3]).toBe(0);
  expect(pixel(30, 63)[3]).toBe(0);

  reader.restyle({
    ...{ expressions: [ndvi], bounds: [[-0.5, 0.5]], ramp: 'purple-green', isRampReversed: true },
    ...{ gamma: 1, resampling: 'nearest', hidesZeros: false },
  });
  const reversed = await reader.tile(extent, sidePx, signal);
  expect([...(reversed ?? [])]).not.toEqual([...(picture ?? [])]);
  reader.close();
});
