// @vitest-environment jsdom

import type { FrameState } from 'ol/Map.js';
import { expect, it, vi } from 'vitest';
import type { PixelOffset } from '../../src-preload/contract/raster-styles.ts';
import { rasterInfoOf } from '../../testing/raster-info.ts';
import type { RasterDisplay } from './raster/raster-messages.ts';
import { createRasterGrid } from './raster-grid.ts';
import { createRasterTiles, rasterKey, tilePx } from './raster-tiles.ts';

const pool = vi.hoisted(() => ({
  tile: vi.fn(),
  ahead: vi.fn(),
  restyle: vi.fn(),
  points: vi.fn(),
  area: vi.fn(),
  decoded: () => 0,
  close: vi.fn(),
}));
vi.mock('./raster/raster-pool.ts', () => ({ createRasterPool: () => pool }));

const info = rasterInfoOf({
  placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
});
const nudged = (offset: PixelOffset): RasterDisplay => ({
  info,
  bands: [0],
  paint: {
    expressions: ['Red'],
    bounds: [[0, 9]],
    ramp: null,
    isRampReversed: false,
    gamma: 1,
    resampling: 'automatic',
    hidesZeros: false,
    offset,
  },
});

it('reads values of a nudged raster only where the last nudge has moved it', async () => {
  const painted: (() => void)[] = [];
  pool.tile.mockImplementation(() => new Promise((resolve) => painted.push(() => resolve(null))));
  const tiles = createRasterTiles({
    display: nudged([0, 0]),
    events: { onLoading: () => undefined, onFailure: () => undefined },
    grid: createRasterGrid(tilePx),
    projection: null,
    touches: () => true,
  });
  const frame: FrameState = {
    ...Object.create(null),
    extent: [1, 1, 2, 2],
    index: 1,
    viewState: { resolution: 100 },
  };
  tiles.noteFrame(frame);
  void tiles.restyle(nudged([1, 0]));
  void tiles.restyle(nudged([2, 0]));
  await vi.waitFor(() => expect(painted).toHaveLength(1));
  const signal = new AbortController().signal;
  const read = [
    tiles.reader.points(Float64Array.of(3, 0), signal),
    tiles.reader.area({ expressions: [], rings: null, hidesZeros: false }, signal, () => undefined),
  ];
  painted[0]?.();
  await vi.waitFor(() => expect(painted).toHaveLength(2));
  expect(pool.restyle.mock.lastCall?.[0]).toMatchObject({ offset: [2, 0] });
  expect([pool.points, pool.area].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  painted[1]?.();
  await Promise.all(read);
  expect([pool.points, pool.area].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('takes a raster of which another name or place became known for another one, but not one with new overviews', () => {
  const file = rasterInfoOf({ path: '/files/raster/7', bands: ['band 1', 'band 2'] });
  const keyOf = (fields: Partial<typeof file>) => rasterKey({ info: { ...file, ...fields } });
  expect(keyOf({})).toBe(keyOf({ path: '/files/display/7', overviewsPath: '/files/overviews/7' }));
  expect(keyOf({})).toBe(keyOf({ unusedOverviews: 'a.ovr' }));
  for (const other of [
    { path: '/files/raster/8' },
    { bands: ['red', 'nir'] },
    { nodata: 7 },
    { placement: info.placement },
  ])
    expect(keyOf(other)).not.toBe(keyOf({}));
});
