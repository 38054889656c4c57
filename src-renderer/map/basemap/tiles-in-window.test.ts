import { expect, it } from 'vitest';
import { halfWorldMetres, mercatorX, mercatorY, worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { lastTileZoom, tileZoomFor, zoomOf } from './basemap-zooms.ts';
import { decodeTile } from './decode-tile.ts';
import { createTileStore } from './tile-store.ts';
import { tileRange, tilesInWindow } from './tiles-in-window.ts';

const resolutionAt = (zoom: number) => worldMetres / 256 / 2 ** zoom;
const windowAt = (longitude: number, latitude: number, zoom: number, width = 800, height = 600) => {
  const resolution = resolutionAt(zoom);
  return {
    left: mercatorX(longitude) - (width / 2) * resolution,
    top: mercatorY(latitude) + (height / 2) * resolution,
    resolution,
    width,
    height,
    ratio: 1,
  };
};

const empty = new Uint8Array();

it('draws a view from the tiles that are nearest to its zoom', () => {
  expect(zoomOf(resolutionAt(6))).toBeCloseTo(6);
  expect([0, 1, 3.4, 3.6, 6].map(tileZoomFor)).toEqual([0, 0, 2, 3, 5]);
  expect(tileZoomFor(21)).toBe(lastTileZoom);
});

it('takes one tile of the last zoom for a view that is much nearer', () => {
  const range = tileRange(windowAt(11.57, 48.14, 16), 0);
  expect(range.z).toBe(lastTileZoom);
  expect([range.firstColumn, range.lastColumn]).toEqual([68, 68]);
  expect([range.firstRow, range.lastRow]).toEqual([44, 44]);
});

it('goes on over the antimeridian, and reads the tiles of the other side there', async () => {
  const asked: string[] = [];
  const store = createTileStore({
    read: async (z, x, y) => {
      asked.push(`${z}/${x}/${y}`);
      return empty;
    },
    onFailure() {},
  });
  const window = windowAt(180, -17, 6);
  const tiles = await tilesInWindow(store, window, 0);
  expect(new Set(tiles.map(({ column }) => column))).toEqual(new Set([31, 32]));
  expect(asked).toContain('5/0/17');
  expect(asked).toContain('5/31/17');
  const east = tiles.find(({ column }) => column === 32);
  // The antimeridian is in the middle of the window.
  expect(east?.originX).toBeCloseTo(400);
  const far = await tilesInWindow(store, { ...window, left: window.left + 2 * worldMetres }, 0);
  expect(far.map(({ tile }) => tile.x)).toEqual(tiles.map(({ tile }) => tile.x));
});

it('stays in the rows of the world at its upper and lower edge', () => {
  const world = {
    left: -halfWorldMetres,
    top: 2 * halfWorldMetres,
    resolution: resolutionAt(3),
    width: 100,
    height: 9_000,
    ratio: 1,
  };
  const { firstRow, lastRow } = tileRange(world, 50);
  expect([firstRow, lastRow]).toEqual([0, 3]);
});

it('shows the coarser tile where a finer one cannot be read, and tells of it', async () => {
  const failures: unknown[] = [];
  const store = createTileStore({
    async read(z) {
      if (z > 3) throw new Error('damaged');
      return empty;
    },
    onFailure: (error) => failures.push(error),
  });
  const tiles = await tilesInWindow(store, windowAt(11.57, 48.14, 6), 0);
  expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([3]));
  expect(failures.length).toBeGreaterThan(0);
});

it('gives up only if not one tile can be read, and tries again the next time', async () => {
  let isBroken = true;
  const store = createTileStore({
    async read() {
      if (isBroken) throw new Error('gone');
      return null;
    },
    onFailure() {},
  });
  const window = windowAt(0, 0, 4);
  await expect(tilesInWindow(store, window, 0)).rejects.toThrow('gone');
  isBroken = false;
  expect((await tilesInWindow(store, window, 0)).length).toBeGreaterThan(0);
});

it('refuses bytes that are no tile', () => {
  expect(() => decodeTile(0, 0, 0, Uint8Array.from([255, 255, 255, 255, 255, 255]))).toThrow();
});
