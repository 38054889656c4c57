import { expect, it } from 'vitest';
import { createRasterFolder, madeAt, madeExtent, writeRedAndNir } from '../../../testing/raster-folder.ts';
import { openDifference } from './raster-difference.ts';
import type { DrawnRaster } from './raster-messages.ts';
import { rampColours } from './style/ramps.ts';

const sidePx = 64;
const extent = madeExtent(sidePx);
const ndvi = '(nir - red) / (nir + red)';
const { signal } = new AbortController();
const rasters = createRasterFolder('nadir-difference-');

type Value = (column: number, row: number) => number;

/** Makes a raster in pixels of `metres` that covers the tile. */
async function raster(name: string, metres: number, red: Value, nir: Value): Promise<DrawnRaster> {
  const path = rasters.pathOf(name);
  const widthPx = (sidePx * madeAt.metres) / metres;
  writeRedAndNir(path, { widthPx, metres, values: (x, y) => [red(x, y), nir(x, y)] });
  return (await rasters.describeAndServe(path, { bands: ['red', 'nir'], mayBuild: true })).info;
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
      info: later,
      bands: [],
      paint: {
        expressions: [ndvi],
        bounds: [[-0.5, 0.5]],
        ramp: 'purple-green',
        isRampReversed: false,
        gamma: 1,
        resampling: 'nearest',
        hidesZeros: false,
      },
      minus: { info: earlier, expression: ndvi, offset: [3, -2] },
    },
    rasters.origin(),
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
    expressions: [ndvi],
    bounds: [[-0.5, 0.5]],
    ramp: 'purple-green',
    isRampReversed: true,
    gamma: 1,
    resampling: 'nearest',
    hidesZeros: false,
  });
  const reversed = await reader.tile(extent, sidePx, signal);
  expect([...(reversed ?? [])]).not.toEqual([...(picture ?? [])]);
  reader.close();
});
