import { describe, expect, it } from 'vitest';
import { codeInName, codesWithWords } from '../../src-shared/crs/systems.ts';
import { degreesByGdal } from '../../testing/gdal-vectors.ts';
import { crsOfCode, crsOfWkt } from './crs.ts';

/** Coordinates in the middle of the area of each system. */
const inside: Readonly<Record<number, readonly [number, number]>> = {
  3857: [1_800_000, 6_100_000],
  3785: [1_800_000, 6_100_000],
  3395: [1_800_000, 6_100_000],
  3035: [4_700_000, 2_800_000],
  3034: [4_400_000, 2_500_000],
  2154: [700_000, 6_600_000],
  27700: [400_000, 400_000],
  28992: [155_000, 463_000],
  2056: [2_600_000, 1_200_000],
  21781: [600_000, 200_000],
  31466: [2_570_000, 5_650_000],
  31467: [3_500_000, 5_600_000],
  31468: [4_468_000, 5_333_000],
  31469: [5_400_000, 5_650_000],
  2180: [500_000, 500_000],
  3006: [600_000, 6_600_000],
  3067: [400_000, 6_700_000],
  2193: [1_700_000, 5_900_000],
  5070: [100_000, 1_900_000],
  3577: [0, -3_000_000],
  3413: [-300_000, -2_000_000],
  3995: [-300_000, -2_000_000],
  3031: [300_000, 1_500_000],
  6933: [1_500_000, 5_000_000],
  32633: [601_779, 5_339_606],
  32733: [601_779, 6_339_606],
  25832: [500_000, 5_500_000],
  26918: [500_000, 4_500_000],
  28355: [500_000, 6_000_000],
  7855: [500_000, 6_000_000],
  31983: [500_000, 7_500_000],
};
/** Old datums: their shifts are known only to some metres, and programs choose among several. */
const rough = new Set([27700, 28992, 2056, 21781, 31466, 31467, 31468, 31469]);
describe('systems by their codes', () => {
  it.each(Object.entries(inside).map(([code, at]) => [Number(code), at] as const))(
    'EPSG:%i is where GDAL says',
    async (code, at) => {
      const read = crsOfCode(code);
      if (!('crs' in read)) throw new Error(read.problem.message);
      const mine = read.crs.toLonLat(...at);
      const [truth = [0, 0]] = await degreesByGdal(code, [at]);
      const tolerance = rough.has(code) ? 1e-4 : 1e-6;
      expect(Math.abs((mine?.[0] ?? Number.NaN) - truth[0])).toBeLessThan(tolerance);
      expect(Math.abs((mine?.[1] ?? Number.NaN) - truth[1])).toBeLessThan(tolerance);
    },
  );

  it('are found in the names that programs write', () => {
    const names = [
      'EPSG:32633',
      'urn:ogc:def:crs:EPSG::32633',
      'http://www.opengis.net/def/crs/EPSG/0/32633',
      ' 32633 ',
    ];
    expect(names.map(codeInName)).toEqual([32633, 32633, 32633, 32633]);
    expect(codeInName('urn:ogc:def:crs:OGC:1.3:CRS84')).toBe(4326);
    expect(codeInName('local grid')).toBeNull();
  });
});

describe('systems by their definitions', () => {
  it('may be compound; the vertical half is left out', () => {
    const utm =
      'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const compound = `COMPD_CS["with heights",${utm},VERT_CS["x",VERT_DATUM["y",2005],UNIT["metre",1]]]`;
    for (const wkt of [utm, compound]) {
      const read = crsOfWkt(wkt);
      if (!('crs' in read)) throw new Error('not read');
      expect(read.crs.toLonLat(500_000, 0)?.map((each) => Math.round(each * 1e7) / 1e7)).toEqual([15, 0]);
      expect([read.crs.isDegrees, read.crs.unknownDatum]).toEqual([false, null]);
    }
  });

  it('name a datum without a known shift', () => {
    const read = crsOfWkt(
      'GEOGCS["Old",DATUM["Island_1890",SPHEROID["Clarke 1880 (RGS)",6378249.145,293.465]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
    );
    if (!('crs' in read)) throw new Error('not read');
    expect([read.crs.unknownDatum, read.crs.isDegrees, read.crs.toLonLat(16, 48)?.map(Math.round)]).toEqual([
      'Island_1890',
      true,
      [16, 48],
    ]);
  });

  it('that are invalid or cannot be computed are rejected with their name', () => {
    for (const wkt of ['', '{"type":"GeographicCRS"}'])
      expect(crsOfWkt(wkt)).toMatchObject({ problem: { message: 'validation.unknownCrs' } });
    for (const wkt of ['LOCAL_CS["grid"]', 'PROJCS["grid",PROJECTION["None"]]'])
      expect(crsOfWkt(wkt)).toMatchObject({
        problem: { message: 'validation.crsMethod', values: { crs: 'grid' } },
      });
  });
});

const geographic = (datum: string, spheroid: string) =>
  `GEOGCS["own",DATUM["${datum}",SPHEROID["own",${spheroid}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`;

describe('systems by their parameters', () => {
  it('have the degrees of WGS 84 on a sphere', () => {
    const read = crsOfWkt(
      `PROJCS["own",${geographic('Sphere', '6370997,0')},PROJECTION["Lambert_Azimuthal_Equal_Area"],PARAMETER["latitude_of_center",45],PARAMETER["longitude_of_center",-100],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]`,
    );
    if (!('crs' in read)) throw new Error('not read');
    expect(read.crs.unknownDatum).toBeNull();
    expect(read.crs.toLonLat(0, 0)?.map((each) => Math.round(each * 1e9) / 1e9)).toEqual([-100, 45]);
  });

  it('are refused if they are of another body', () => {
    expect(crsOfWkt(geographic('Mars_2000', '3396190,169.894447223612'))).toMatchObject({
      problem: { message: 'validation.otherBody', values: { crs: 'own' } },
    });
  });

  it('are refused if a polar projection has a scale and another latitude than a pole', () => {
    const polar = (latitude: number, scale: number) =>
      crsOfWkt(
        `PROJCS["own",${geographic('WGS_1984', '6378137,298.257223563')},PROJECTION["Polar_Stereographic"],PARAMETER["latitude_of_origin",${latitude}],PARAMETER["central_meridian",0],PARAMETER["scale_factor",${scale}],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]`,
      );
    expect(polar(60, 90)).toMatchObject({ problem: { message: 'validation.crsMethod' } });
    expect(polar(71, 1)).toHaveProperty('crs');
    expect(polar(90, 0.994)).toHaveProperty('crs');
  });

  /** A system on WGS 84; the places of the tests below are those of PROJ 9.1. */
  const projected = (projection: string, parameters: Readonly<Record<string, number>>, axes = '') => {
    const list = Object.entries(parameters).map(([name, value]) => `PARAMETER["${name}",${value}],`);
    return `PROJCS["own",${geographic('WGS_1984', '6378137,298.257223563')},PROJECTION["${projection}"],${list.join('')}UNIT["metre",1]${axes}]`;
  };
  const placeIn = (wkt: string, x: number, y: number) => {
    const read = crsOfWkt(wkt);
    if (!('crs' in read)) return 'problem' in read ? read.problem.message : 'two';
    return read.crs.toLonLat(x, y)?.map((each) => Math.round(each * 1e6) / 1e6);
  };
  const mercatorZone = {
    latitude_of_origin: 0,
    central_meridian: 15,
    scale_factor: 0.9996,
    false_easting: 500_000,
    false_northing: 0,
  };

  it.each([
    [',AXIS["X",NORTH],AXIS["Y",EAST]', [15, 47.853342]],
    [',AXIS["Easting",EAST],AXIS["Northing",NORTH]', [15, 47.853342]],
    [',AXIS["X",SOUTH],AXIS["Y",WEST]', 'validation.crsMethod'],
    [',AXIS["E",WEST],AXIS["N",NORTH]', 'validation.crsMethod'],
    [',AXIS["E",EAST],AXIS["N",SOUTH]', 'validation.crsMethod'],
  ])('are refused if their axes count to the south or west: %s', (axes, place) => {
    const wkt = projected('Transverse_Mercator', mercatorZone, axes);
    expect(placeIn(wkt, 500_000, 5_300_000)).toEqual(place);
  });

  it('have two axes in one direction on a map about a pole', () => {
    const polar = { latitude_of_center: 90, longitude_of_center: -45, false_easting: 0, false_northing: 0 };
    const axes = ',AXIS["Easting",SOUTH],AXIS["Northing",SOUTH]';
    const wkt = projected('Lambert_Azimuthal_Equal_Area', polar, axes);
    expect(placeIn(wkt, 500_000, -3_300_000)).toEqual([-36.384352, 59.741184]);
  });

  it('have their latitude of origin, or are refused where programs do not agree on it', () => {
    const from = (latitude: number, parallel: number) => ({
      latitude_of_origin: latitude,
      central_meridian: 5,
      standard_parallel_1: parallel,
      false_easting: 0,
      false_northing: 0,
    });
    expect(placeIn(projected('Equirectangular', from(10, 40)), 500_000, 5_300_000)).toEqual([
      10.863337, 57.61071,
    ]);
    expect(placeIn(projected('Equirectangular', from(0, 40)), 500_000, 5_300_000)).toEqual([
      10.863337, 47.61071,
    ]);
    expect(placeIn(projected('Mercator_2SP', from(0, 45)), 500_000, 5_300_000)).toEqual([
      11.341409, 55.797175,
    ]);
    for (const method of ['Mercator_1SP', 'Mercator_2SP', 'Mercator'])
      expect(placeIn(projected(method, from(10, 45)), 500_000, 5_300_000)).toBe('validation.crsMethod');
  });

  it('are those of the code that is all of a text', () => {
    for (const text of ['EPSG:32633', ' epsg:32633\r\n', 'urn:ogc:def:crs:EPSG::32633', '+init=epsg:32633'])
      expect(placeIn(text, 500_000, 5_300_000)).toEqual([15, 47.853342]);
    expect(placeIn('EPSG:999999', 0, 0)).toBe('validation.crsNotInTable');
  });

  it('of a deprecated code are those that the code always had', () => {
    const read = crsOfCode(31_268);
    if (!('crs' in read)) throw new Error(read.problem.message);
    expect(read.crs.toLonLat(8_400_000, 4_750_000)?.map(Math.round)).toEqual([23, 43]);
  });
});

describe('names that people type', () => {
  it('are resolved if one system has all their words, in either language', () => {
    expect(codesWithWords('PSAD56 / UTM zone 19S')).toEqual([24_879]);
    expect(codesWithWords('psad56 utm zona 19 sur')).toEqual([24_879]);
    expect(codesWithWords('WGS 84 UTM zone 19 south')).toEqual([32_719]);
  });

  it('are those of several systems if the datum is left out', () => {
    for (const typed of ['19S', 'Zona 19 sur', 'huso 19 sur'])
      expect(codesWithWords(typed)).toEqual(expect.arrayContaining([24_879, 32_719]));
    expect(codesWithWords('round here')).toEqual([]);
  });
});

it('a `.prj` with a text for PROJ, as programs without well-known text write it, is read', () => {
  const read = crsOfWkt('+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs\n');
  const [longitude, latitude] = ('crs' in read && read.crs.toLonLat(450_000, 5_250_000)) || [];
  // PROJ 9.
  expect(longitude).toBeCloseTo(8.337344507, 7);
  expect(latitude).toBeCloseTo(47.40153812, 7);
  expect(crsOfWkt('+proj=utm +zone=32 +datum=WGS84 +axis=neu')).toMatchObject({
    problem: { message: 'validation.unknownCrs' },
  });
});

it('a file whose name and parameters are of two systems has both', () => {
  const wkt = (meridian: number) =>
    `PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",${meridian}],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0],UNIT["Meter",1]]`;
  expect(crsOfWkt(wkt(15))).toHaveProperty('crs');
  const read = crsOfWkt(wkt(15.001));
  if (!('two' in read)) throw new Error('taken for one of them');
  expect(read.two.metresApart).toBeGreaterThan(1);
  expect(read.two.written.toLonLat(500_000, 0)?.[0]).toBeCloseTo(15.001, 6);
  expect(read.two.named.toLonLat(500_000, 0)?.[0]).toBeCloseTo(15, 6);
});
