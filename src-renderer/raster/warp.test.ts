import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../geometry/mercator.ts';
import { boxOfRaster, projectionOf, toPixelOf, warpTile } from './warp.ts';

/** A raster of 0.7 m pixels whose upper left corner is at these UTM metres. */
const geoTransform = [500_000, 0.7, 0, 4_649_776, 0, -0.7];

describe('the projections that scenes come in', () => {
  it.each([
    [32_601, '+proj=utm +zone=1 +datum=WGS84 +units=m +no_defs'],
    [32_760, '+proj=utm +zone=60 +south +datum=WGS84 +units=m +no_defs'],
    [4_326, '+proj=longlat +datum=WGS84 +no_defs'],
  ])('%d', (epsg, definition) => expect(projectionOf(epsg)).toBe(definition));

  it.each([32_600, 32_661, 32_700, 2_154, 0])('%d is none of them', (epsg) => {
    expect(projectionOf(epsg)).toBeNull();
    expect(toPixelOf(epsg, geoTransform)).toBeNull();
    expect(boxOfRaster(epsg, geoTransform, 10, 10)).toBeNull();
  });
});

it('puts a known place on its pixel (PROJ: 9°E 42°N is 500000, 4649776.22 in zone 32N)', () => {
  const toPixel = toPixelOf(32_632, geoTransform);
  const [column, row] = toPixel?.(9, 42) ?? [Number.NaN, Number.NaN];
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
        const west = mercatorX(longitude);
        const north = mercatorY(latitude);
        const toPixel = toPixelOf((latitude < 0 ? 32_700 : 32_600) + zone, geoTransform);
        if (!toPixel) throw new Error('no projection');
        const pixels = warpTile([west, north - 256 * metres, west + 256 * metres, north], 256, toPixel);
        const exact = toPixel(longitudeOf(west + (x + 0.5) * metres), latitudeOf(north - (y + 0.5) * metres));
        expect(Math.abs((pixels[2 * (y * 256 + x)] ?? 0) - exact[0])).toBeLessThan(0.2);
        expect(Math.abs((pixels[2 * (y * 256 + x) + 1] ?? 0) - exact[1])).toBeLessThan(0.2);
      },
    ),
    { numRuns: 150 },
  );
});

it('takes a raster over the antimeridian as one box that goes on past 180', () => {
  // Zone 60, whose last metres lie beyond 180°: easting 830,000 at 17°S.
  const box = boxOfRaster(32_760, [815_000, 10, 0, 8_120_000, 0, -10], 4_000, 1_000);
  expect(box?.[0]).toBeLessThan(180);
  expect(box?.[2]).toBeGreaterThan(180);
  expect((box?.[2] ?? 0) - (box?.[0] ?? 0)).toBeLessThan(1);
});

describe('a raster round the globe', () => {
  it.each([
    ['the whole world', 4_326, [-180, 1, 0, 90, 0, -1], 360, 180, [-180, -90, 180, 90]],
    ['the whole world from 0 to 360', 4_326, [0, 1, 0, 90, 0, -1], 360, 180, [-180, -90, 180, 90]],
    ['the half of it beyond 180', 4_326, [170, 1, 0, 10, 0, -1], 100, 20, [170, -10, 270, 10]],
    ['the west said as 190 to 200', 4_326, [190, 1, 0, 10, 0, -1], 10, 20, [-170, -10, -160, 10]],
    ['a box of 315 degrees', 4_326, [-170, 1, 0, 60, 0, -1], 315, 120, [-170, -60, 145, 60]],
    ['points a half beyond the poles', 4_326, [-180.5, 1, 0, 90.5, 0, -1], 361, 181, [-180, -90, 180, 90]],
  ] as const)('%s', (_name, epsg, transform, width, height, box) => {
    const seen = boxOfRaster(epsg, transform, width, height)?.map((each) => Math.round(each * 1e6) / 1e6);
    expect(seen).toEqual(box);
  });

  it('in Mercator goes round once', () => {
    const side = 40_075_016.685578488;
    const box = boxOfRaster(3_857, [-side / 2, side / 256, 0, side / 2, 0, -side / 256], 256, 256);
    expect(box?.[0]).toBe(-180);
    expect(box?.[2]).toBeCloseTo(180, 6);
  });
});
