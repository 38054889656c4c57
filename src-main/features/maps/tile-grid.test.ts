import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MapBox, type MapGrid, mapGridSchema } from '../../../src-preload/contract/maps.ts';
import {
  commonBox,
  countTiles,
  edgesOfTile,
  halfWorldMetres,
  isTile,
  rangesInBox,
  rangesOfArea,
  tilesOf,
} from './tile-grid.ts';

const grids = fc.constantFrom<MapGrid>(...mapGridSchema.options);
const boxes = fc
  .tuple(
    fc.double({ min: -180, max: 179, noNaN: true }),
    fc.double({ min: -80, max: 79, noNaN: true }),
    fc.double({ min: 0.01, max: 40, noNaN: true }),
  )
  .map(
    ([west, south, size]): MapBox => [west, south, Math.min(180, west + size), Math.min(80, south + size)],
  );

describe('the tiles of a box', () => {
  it('are tiles of the grid, each once, and as many as were counted', () => {
    fc.assert(
      fc.property(grids, boxes, fc.integer({ min: 0, max: 5 }), (grid, box, maxZoom) => {
        const ranges = rangesOfArea(grid, { box, minZoom: 0, maxZoom });
        const tiles = [...tilesOf(ranges)];
        expect(tiles).toHaveLength(countTiles(ranges));
        expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length);
        expect(tiles.every((tile) => isTile(grid, tile))).toBe(true);
      }),
    );
  });

  it('cover its corners', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 0, max: 12 }), (box, z) => {
        const [range] = rangesInBox('degrees', z, box);
        if (!range) throw new Error('a box has tiles');
        const [west, , , north] = edgesOfTile('degrees', { z, x: range.west, y: range.north });
        const [, south, east] = edgesOfTile('degrees', { z, x: range.east, y: range.south });
        expect(west).toBeLessThanOrEqual(box[0] + 1e-9);
        expect(south).toBeLessThanOrEqual(box[1] + 1e-9);
        expect(east).toBeGreaterThanOrEqual(box[2] - 1e-9);
        expect(north).toBeGreaterThanOrEqual(box[3] - 1e-9);
      }),
    );
  });

  it('of one that crosses the antimeridian are on both sides of it', () => {
    const [east, west] = rangesInBox('mercator', 4, [170, -20, -170, 20]);
    expect([east?.west, east?.east, west?.west, west?.east]).toEqual([15, 15, 0, 0]);
  });

  it('at an edge do not reach into the next one', () => {
    expect(countTiles(rangesInBox('degrees', 1, [0, 0, 90, 90]))).toBe(1);
  });
});

it('knows the edges of the world in metres', () => {
  expect(edgesOfTile('mercator', { z: 0, x: 0, y: 0 })).toEqual([
    -halfWorldMetres,
    -halfWorldMetres,
    halfWorldMetres,
    halfWorldMetres,
  ]);
});

it.each([
  [
    [0, 0, 10, 10],
    [5, 5, 20, 20],
    [5, 5, 10, 10],
  ],
  [[0, 0, 10, 10], [20, 20, 30, 30], null],
  [[0, 0, 10, 10], null, [0, 0, 10, 10]],
  [
    [170, 0, -170, 10],
    [0, 0, 10, 10],
    [170, 0, -170, 10],
  ],
] as [MapBox, MapBox | null, MapBox | null][])('has %j in common with %j', (a, b, common) => {
  expect(commonBox(a, b)).toEqual(common);
});
