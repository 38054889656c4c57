import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geodesicLine, placeAt, polygonSize, segmentOf, segmentsOf } from './geodesic.ts';
import type { LonLat } from './lon-lat.ts';

describe('a geodesic', () => {
  it.each([
    // GeodSolve, manual page: JFK to LHR.
    ['JFK to LHR', [-73.8, 40.6], [-0.5, 51.6], 5_551_759.4, 51.198_9],
    // GeographicLib for JavaScript, introduction: Wellington to Salamanca, almost antipodes.
    ['Wellington to Salamanca', [174.81, -41.32], [-5.5, 40.96], 19_959_679.267, 161.067_67],
    // Karney, Algorithms for geodesics (2013), table 5: almost antipodes again, where simpler methods fail.
    ['a place to one almost opposite', [0, -30], [179.8, 29.9], 19_989_832.827_61, 161.890_524_736],
  ] as const)('from %s has the published length and azimuth', (_, from, to, metres, azimuth) => {
    const { lengthMetres, azimuthDegrees } = segmentOf(from, to);
    expect(lengthMetres).toBeCloseTo(metres, 0);
    expect(azimuthDegrees).toBeCloseTo(azimuth, 2);
  });

  it.each([
    // GeographicLib's published tests, from GeodTest.dat: accurate to some nanometres and 1e-15 degrees.
    [[-139.44815, 35.60777], [-69.95921, -11.17491], 8_935_244.560_481_83, 111.098_748_429_560_33],
    [[106.05087, 55.52454], [197.18234, 77.03196], 4_105_086.171_392_44, 22.020_059_880_982_8],
    [[142.59065, -21.97856], [98.56635, 41.84138], 8_394_328.894_657_67, 360 - 32.444_568_764_331_89],
    [[112.2363, -66.99028], [285.90344, -12.70631], 11_150_344.231_208_02, 173.734_912_408_784_03],
    [[173.34268, -17.42761], [5.93557, -15.84784], 16_076_603.163_118_07, 360 - 159.033_557_661_192_93],
    [[48.28919, 32.84994], [202.29132, -56.28556], 16_727_068.943_816_45, 150.492_927_788_122],
    [[52.74123, 6.96833], [206.17291, -7.39675], 17_102_477.249_695_84, 92.581_585_386_317_71],
  ] as const)('from %j to %j equals GeographicLib to the micrometre', (from, to, metres, azimuth) => {
    const { lengthMetres, azimuthDegrees } = segmentOf(from, to);
    expect(Math.abs(lengthMetres - metres)).toBeLessThan(1e-6);
    expect(Math.abs((azimuthDegrees ?? 0) - azimuth)).toBeLessThan(1e-11);
  });

  it('of length zero has no direction', () => {
    expect(segmentOf([16, 48], [16, 48])).toMatchObject({ lengthMetres: 0, azimuthDegrees: null });
  });

  it('takes the short way across the antimeridian, however the longitudes are written', () => {
    const [one, other] = [segmentOf([179.5, 10], [-179.5, 10]), segmentOf([179.5, 10], [180.5, 10])];
    expect(one.lengthMetres).toBeCloseTo(other.lengthMetres, 6);
    expect(one.lengthMetres).toBeLessThan(110_000);
    expect(
      geodesicLine([
        [179.5, 10],
        [-179.5, 10],
      ]).map(([x]) => x),
    ).toEqual([179.5, expect.closeTo(179.833, 2), expect.closeTo(180.166, 2), 180.5]);
  });

  it('is drawn as a curve: the way from Tokyo to San Francisco is far north of both', () => {
    const line = geodesicLine([
      [139.8, 35.7],
      [-122.4, 37.8],
    ]);
    expect(Math.max(...line.map(([, y]) => y))).toBeGreaterThan(47);
    expect(line.at(-1)?.[0]).toBeCloseTo(237.6, 9);
  });

  const place = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 85, noNaN: true }),
  );

  it('drawn in steps has its length, ends at its vertices and never jumps', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 5 }), (places: LonLat[]) => {
        const line = geodesicLine(places);
        const total = (of: readonly LonLat[]) =>
          segmentsOf(of).reduce((sum, { lengthMetres }) => sum + lengthMetres, 0);
        expect(total(line)).toBeCloseTo(total(places), 0);
        expect(line.at(-1)?.[1]).toBe(places.at(-1)?.[1]);
        for (const [i, [x]] of line.slice(1).entries())
          expect(Math.abs(x - (line[i]?.[0] ?? 0))).toBeLessThanOrEqual(180.001);
      }),
      { numRuns: 200 },
    );
  });

  it('from a place in a direction has this length and azimuth', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 0, max: 359, noNaN: true }), (from, azimuth) => {
        const { lengthMetres, azimuthDegrees } = segmentOf(from, placeAt(from, azimuth, 5_000));
        expect(lengthMetres).toBeCloseTo(5_000, 4);
        const off = Math.abs((azimuthDegrees ?? 0) - azimuth);
        expect(Math.min(off, 360 - off)).toBeLessThan(1e-4);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a polygon', () => {
  it('of Antarctica has the published area and perimeter', () => {
    // Planimeter, manual page of GeographicLib.
    const antarctica: LonLat[] = [
      [-58, -63.1],
      [-74, -72.9],
      [-102, -71.9],
      [-102, -74.9],
      [-131, -74.3],
      [-163, -77.5],
      [163, -77.4],
      [172, -71.7],
      [140, -65.9],
      [113, -65.7],
      [88, -66.6],
      [59, -66.9],
      [25, -69.8],
      [-4, -70],
      [-14, -71],
      [-33, -77.3],
      [-46, -77.9],
      [-61, -74.7],
    ];
    const size = polygonSize(antarctica);
    expect(size?.perimeterMetres).toBeCloseTo(16_831_067.893, 1);
    expect((size?.areaSquareMetres ?? 0) / 13_662_703_680_020.125).toBeCloseTo(1, 9);
  });

  it.each([
    // GeographicLib's published tests of its planimeter.
    [
      [
        [0, 89],
        [90, 89],
        [180, 89],
        [270, 89],
      ],
      631_819.874_5,
      24_952_305_678,
    ],
    [
      [
        [0, -89],
        [90, -89],
        [180, -89],
        [270, -89],
      ],
      631_819.874_5,
      24_952_305_678,
    ],
    [
      [
        [-1, 0],
        [0, -1],
        [1, 0],
        [0, 1],
      ],
      627_598.273_1,
      24_619_419_146,
    ],
    [
      [
        [0, 90],
        [0, 0],
        [90, 0],
      ],
      30_022_685,
      63_758_202_715_511,
    ],
    [
      [
        [0.1, 89],
        [90.1, 89],
        [-179.9, 89],
      ],
      539_297,
      12_476_152_838.5,
    ],
  ] as const)('%j has the area and the perimeter of GeographicLib', (vertices, perimeter, area) => {
    const size = polygonSize(vertices);
    expect(Math.abs((size?.perimeterMetres ?? 0) - perimeter)).toBeLessThan(
      perimeter < 1e6 && perimeter % 1 ? 1e-4 : 1,
    );
    expect(Math.abs((size?.areaSquareMetres ?? 0) - area)).toBeLessThan(1);
  });

  it('is the same on both sides of the antimeridian and in both directions', () => {
    const ring: LonLat[] = [
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
    ];
    const away = ring.map(([x, y]): LonLat => [x < 0 ? x + 200 : x - 160, y]);
    const [here, there, back] = [ring, away, ring.toReversed()].map(polygonSize);
    expect(here?.areaSquareMetres).toBeCloseTo(there?.areaSquareMetres ?? 0, 0);
    expect(here?.areaSquareMetres).toBeCloseTo(back?.areaSquareMetres ?? 0, 0);
    expect(here?.crossesItself).toBe(false);
  });

  it('that crosses itself is marked, and two vertices have no area', () => {
    const bow: LonLat[] = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ];
    expect(polygonSize(bow)?.crossesItself).toBe(true);
    expect(polygonSize(bow.slice(0, 2))).toBeNull();
  });
});
