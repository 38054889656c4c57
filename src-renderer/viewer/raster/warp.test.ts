import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { mercatorBox, mercatorX, mercatorY } from '../../../src-shared/geometry/mercator.ts';
import { shownBox } from '../../../src-shared/geometry/shown-box.ts';
import { createPixelPlacer, type Extent } from './place-pixels.ts';
import { warpTile } from './warp.ts';

const degrees = '+proj=longlat +datum=WGS84';
const utm = (zone: number, south = '') => `+proj=utm +zone=${zone}${south} +datum=WGS84 +units=m`;

function placed(
  projection: string,
  geoTransform: readonly number[],
  box: KnownPlacement['box'],
): KnownPlacement {
  const model = { kind: 'affine', geoTransform: [...geoTransform] } as const;
  return { kind: 'placed', projection, epsg: null, model, rough: null, box };
}

/** A raster of 0.7 m pixels whose upper left corner is at these UTM metres. */
const geoTransform = [500_000, 0.7, 0, 4_649_776, 0, -0.7];

/** The one way in which a raster lies under this part of the map. */
function only(placement: KnownPlacement, extent: Extent) {
  const ways = createPixelPlacer(placement).under(extent);
  expect(ways).toHaveLength(1);
  const [way] = ways;
  if (!way) throw new Error('no way');
  return way;
}
const at = (longitude: number, latitude: number): Extent => {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  return [x, y, x, y];
};

it('puts a known place on its pixel (PROJ: 9°E 42°N is 500000, 4649776.22 in zone 32N)', () => {
  const placement = placed(utm(32), geoTransform, [9, 41.9, 9.1, 42]);
  const [column, row] = only(placement, at(9, 42)).toPixel(mercatorX(9), mercatorY(42));
  expect(column).toBeCloseTo(0, 2);
  expect(row).toBeCloseTo(-0.22 / 0.7, 1);
});

it('is at most a fifth of a pixel off the exact place, on any tile of any zone and latitude', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: -75, max: 78, noNaN: true }),
      fc.integer({ min: 13, max: 19 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 255 }),
      (zone, latitude, zoom, x, y) => {
        const longitude = zone * 6 - 183 + 1.7;
        const metres = (2 * 20_037_508.342789244) / 256 / 2 ** zoom;
        const [west, north] = [mercatorX(longitude), mercatorY(latitude)];
        const extent: Extent = [west, north - 256 * metres, west + 256 * metres, north];
        const box: KnownPlacement['box'] = [longitude - 1, latitude - 1, longitude + 1, latitude + 1];
        const placement = placed(utm(zone, latitude < 0 ? ' +south' : ''), geoTransform, box);
        const under = only(placement, extent);
        const pixels = warpTile(extent, 256, under);
        const exact = under.toPixel(west + (x + 0.5) * metres, north - (y + 0.5) * metres);
        // Of an output pixel or of the raster's, whichever is larger.
        const due = 0.2 * Math.max(1, metres / 0.7);
        expect(Math.abs((pixels[2 * (y * 256 + x)] ?? 0) - exact[0])).toBeLessThan(due);
        expect(Math.abs((pixels[2 * (y * 256 + x) + 1] ?? 0) - exact[1])).toBeLessThan(due);
      },
    ),
    { numRuns: 150 },
  );
});

describe('a raster over 180 degrees', () => {
  const placement = placed(degrees, [170, 1, 0, 10, 0, -1], [170, -10, 190, 10]);
  it.each([
    [175, 5.5],
    [-175, 15.5],
  ])('is under the map at %d', (longitude, column) => {
    const x = mercatorX(longitude + 0.5);
    const way = only(placement, at(longitude + 0.5, 0.5));
    expect(way.toPixel(x, mercatorY(0.5))[0]).toBeCloseTo(column, 6);
  });

  it('is under both ends of a tile of the whole world', () => {
    const ways = createPixelPlacer(placement).under(mercatorBox([-180, -80, 180, 80]));
    expect(ways).toHaveLength(2);
  });

  it('has a box on the map that begins between -180 and 180', () => {
    expect(shownBox([190, -10, 200, 10])).toEqual([-170, -10, -160, 10]);
    expect(shownBox([170, -10, 190, 10])).toEqual([170, -10, 190, 10]);
    expect(shownBox([0, -90, 360, 90])).toEqual([-180, -90, 180, 90]);
  });
});

it('a projection far from its middle repeats, and is drawn only where the raster is', () => {
  const placement = placed(utm(32), geoTransform, [9, 41.9, 9.1, 42]);
  expect(createPixelPlacer(placement).under(at(-171, 42))).toEqual([]);
  expect(only(placement, mercatorBox([9, 41, 12, 42])).toPixel(mercatorX(11.9), mercatorY(42))).toEqual([
    Number.NaN,
    Number.NaN,
  ]);
});

it('a seam of the projection in the middle of a tile is computed pixel by pixel', () => {
  const sinusoidal = '+proj=sinu +lon_0=100 +R=6371000';
  const wide = 20_015_000;
  const placement = placed(sinusoidal, [-wide, wide / 50, 0, wide / 2, 0, -wide / 50], [-180, -90, 180, 90]);
  const extent = mercatorBox([-90, 0, -70, 15]);
  const square: Extent = [extent[0], extent[1], extent[2], extent[1] + extent[2] - extent[0]];
  const under = only(placement, square);
  const pixels = warpTile(square, 64, under);
  const unit = (square[2] - square[0]) / 64;
  for (let i = 0; i < 64; i += 1) {
    const [column] = under.toPixel(square[0] + (i + 0.5) * unit, square[3] - 32.5 * unit);
    expect(Math.abs((pixels[2 * (32 * 64 + i)] ?? Number.NaN) - column)).toBeLessThan(0.5);
  }
});

it('an unplaced raster lies in its own pixels', () => {
  const placer = createPixelPlacer({ kind: 'unplaced', reason: 'no-georeference', detail: '' });
  const [way] = placer.under([0, -8, 8, 0]);
  expect(way?.toPixel(2.5, -3.5)).toEqual([2.5, 3.5]);
});
