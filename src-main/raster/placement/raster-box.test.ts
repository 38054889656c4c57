import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { createMapPlane } from '../../../src-shared/geometry/map-plane.ts';
import { applyAffine, invertAffine } from '../../../src-shared/geometry/pixel-models.ts';
import { boxOfPixels, outlineOfPixels } from './raster-box.ts';

const degrees = '+proj=longlat +datum=WGS84';
const mercator = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +nadgrids=@null';

function boxOf(definition: string, transform: readonly number[], width: number, height: number) {
  const plane = createMapPlane(definition, proj4(definition));
  const inverse = invertAffine(transform);
  if (!inverse) throw new Error('no inverse');
  const box = boxOfPixels(
    {
      isCylinder: plane.isCylinder,
      toDegrees: (column, row) => plane.toDegrees(...applyAffine(transform, column, row)),
      toPixel: (longitude, latitude) => applyAffine(inverse, ...plane.toPlane(longitude, latitude)),
    },
    width,
    height,
  );
  return box?.map((each) => Math.round(each * 1e6) / 1e6);
}

describe('a raster round the globe', () => {
  it.each([
    ['the whole world', degrees, [-180, 1, 0, 90, 0, -1], 360, 180, [-180, -90, 180, 90]],
    ['the whole world from 0 to 360', degrees, [0, 1, 0, 90, 0, -1], 360, 180, [0, -90, 360, 90]],
    ['the half of it beyond 180', degrees, [170, 1, 0, 10, 0, -1], 100, 20, [170, -10, 270, 10]],
    ['the west said as 190 to 200', degrees, [190, 1, 0, 10, 0, -1], 10, 20, [190, -10, 200, 10]],
    ['a box of 315 degrees', degrees, [-170, 1, 0, 60, 0, -1], 315, 120, [-170, -60, 145, 60]],
    [
      'points a half beyond the poles',
      degrees,
      [-180.5, 1, 0, 90.5, 0, -1],
      361,
      181,
      [-180.5, -90, 180.5, 90],
    ],
  ] as const)('%s', (_name, definition, transform, width, height, box) => {
    expect(boxOf(definition, transform, width, height)).toEqual(box);
  });

  it('in Mercator goes round once', () => {
    const side = 40_075_016.685578488;
    const box = boxOf(mercator, [-side / 2, side / 256, 0, side / 2, 0, -side / 256], 256, 256);
    expect(box?.[0]).toBeCloseTo(-180, 6);
    expect(box?.[2]).toBeCloseTo(180, 6);
  });
});

it('gives a raster of the western half longitudes below zero', () => {
  const zone = '+proj=utm +zone=18 +south +datum=WGS84 +units=m';
  const [west = 0, , east = 0] = boxOf(zone, [500_000, 10, 0, 8_120_000, 0, -10], 100, 100) ?? [];
  expect(west).toBeCloseTo(-75, 2);
  expect(east).toBeCloseTo(-74.99, 2);
});

it('takes a raster over the antimeridian as one box that goes on past 180', () => {
  // Zone 60, whose last metres lie beyond 180°: easting 830,000 at 17°S.
  const zone = '+proj=utm +zone=60 +south +datum=WGS84 +units=m';
  const [west = 0, , east = 0] = boxOf(zone, [815_000, 10, 0, 8_120_000, 0, -10], 4_000, 1_000) ?? [];
  expect(west).toBeLessThan(180);
  expect(east).toBeGreaterThan(180);
  expect(east - west).toBeLessThan(1);
});

it('takes all longitudes round a pole', () => {
  const polar = '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84';
  const [west, south, east, north = 0] = boxOf(polar, [-2e6, 4e4, 0, 2e6, 0, -4e4], 100, 100) ?? [];
  expect([west, south, east]).toEqual([-180, -90, 180]);
  expect(north).toBeGreaterThan(-72);
  expect(north).toBeLessThan(-60);
});

it('the outline of a projected raster has its corners, not those of a box around them', () => {
  const plane = proj4('+proj=utm +zone=33 +datum=WGS84');
  const pixels = {
    isCylinder: false,
    toDegrees: (column: number, row: number): [number, number] => {
      const [x = 0, y = 0] = plane.inverse([500_000 + 1_000 * column, 8_800_000 - 1_000 * row]);
      return [x, y];
    },
    toPixel: (longitude: number, latitude: number): [number, number] => {
      const [x = 0, y = 0] = plane.forward([longitude, latitude]);
      return [(x - 500_000) / 1_000, (8_800_000 - y) / 1_000];
    },
  };
  const ring = outlineOfPixels(pixels, 400, 400) ?? [];
  // The corners as `gdalinfo -json` has them for this raster (wgs84Extent, GDAL 3.6.2).
  const corners = [
    [15, 79.2690279],
    [15, 75.6846675],
    [29.2036262, 75.2524536],
    [33.5763848, 78.6938787],
  ];
  for (const [x = 0, y = 0] of corners)
    expect(Math.min(...ring.map(([u, v]) => Math.hypot(u - x, v - y)))).toBeLessThan(1e-6);
  expect(ring[0]).toEqual(ring.at(-1));
  expect(Math.max(...ring.map(([, y]) => y))).toBeLessThan(79.27);
});
