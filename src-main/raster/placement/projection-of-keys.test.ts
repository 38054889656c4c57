import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { definitionOfCode } from './epsg-definitions.ts';
import { type GeoKeys, geoKey } from './geo-keys.ts';
import { projectionOfKeys } from './projection-of-keys.ts';

function keysOf(values: Partial<Record<keyof typeof geoKey, number | string>>): GeoKeys {
  const all = new Map<number, number | string>();
  for (const [name, key] of Object.entries(geoKey)) {
    const value = Object.entries(values).find(([each]) => each === name)?.[1];
    if (value !== undefined) all.set(key, value);
  }
  const number = (key: number) => {
    const value = all.get(key);
    return typeof value === 'number' ? value : null;
  };
  const text = (key: number) => {
    const value = all.get(key);
    return typeof value === 'string' ? value : null;
  };
  return {
    number,
    numbers: (key) => [number(key)].filter((value) => value !== null),
    text,
  };
}

describe('the coordinate system of a file', () => {
  it('is that of its code, in the units that it says', async () => {
    const own = await projectionOfKeys(keysOf({ modelType: 1, projected: 26_967 }));
    expect(own).toMatchObject({ epsg: 26_967, isRough: false });
    const feet = await projectionOfKeys(keysOf({ modelType: 1, projected: 26_967, projectedUnits: 9_003 }));
    expect(feet).toMatchObject({ epsg: 26_967, text: expect.stringContaining('+to_meter=0.3048006') });
  });

  it.each(['Google Maps Global Mercator', 'WGS 84 / Pseudo-Mercator'])(
    'may be Web Mercator by its name: %s',
    async (citation) => {
      const keys = keysOf({ modelType: 1, geographic: 4_326, projected: 32_767, method: 7, citation });
      expect(await projectionOfKeys(keys)).toMatchObject({ text: (await definitionOfCode(3_857))?.text });
    },
  );

  it('may be in well-known text, also after a name, and counts more than the degrees below it', async () => {
    const wkt =
      'PROJCS["World_Mollweide",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mollweide"],PARAMETER["Central_Meridian",0],UNIT["Meter",1]]';
    const citation = `World_Mollweide|ESRI PE String = ${wkt}`;
    expect(await projectionOfKeys(keysOf({ geographic: 4_326, citation }))).toMatchObject({
      text: expect.stringContaining('+proj=moll'),
      epsg: null,
    });
  });

  it('is not known if it is of another body than the earth', async () => {
    const keys = keysOf({ modelType: 2, geographic: 32_767, semiMajor: 3_396_190, semiMinor: 3_396_190 });
    expect(await projectionOfKeys(keys)).toMatchObject({ reason: 'unknown-projection' });
  });

  it('is not known if its pole has a scale and another latitude', async () => {
    const polar = { modelType: 1, geographic: 4_326, projected: 32_767, method: 15, poleLongitude: 249 };
    const keys = keysOf({ ...polar, originLatitude: 60, originScale: 90 });
    expect(await projectionOfKeys(keys)).toMatchObject({ reason: 'unknown-projection' });
  });

  it('is rough on an old ellipsoid without a datum', async () => {
    const old = {
      modelType: 2,
      geographic: 32_767,
      semiMajor: 6_378_206.4,
      inverseFlattening: 294.978_698_2,
    };
    expect(await projectionOfKeys(keysOf(old))).toMatchObject({ isRough: true });
    const today = { modelType: 2, geographic: 32_767, ellipsoid: 7_019 };
    expect(await projectionOfKeys(keysOf(today))).toMatchObject({ isRough: false });
  });

  it('has the prime meridian of its code, and is not known with another one', async () => {
    const old = { modelType: 2, geographic: 32_767, semiMajor: 6_377_298.556, inverseFlattening: 300.8017 };
    const paris = await projectionOfKeys(keysOf({ ...old, primeMeridian: 8_903 }));
    expect(paris).toMatchObject({ text: expect.stringContaining('+pm=2.33722917') });
    const grads = { ...old, primeMeridian: 32_767, meridianLongitude: 2.596_921_3 };
    const own = await projectionOfKeys(
      keysOf({ ...grads, projected: 32_767, modelType: 1, method: 1, angularUnits: 9_105 }),
    );
    expect(own).toMatchObject({ text: expect.stringContaining('+pm=2.33722917') });
    const other = await projectionOfKeys(keysOf({ ...old, primeMeridian: 8_999 }));
    expect(other).toMatchObject({ reason: 'unknown-projection' });
  });

  it.each([9_103, 9_109, 9_112, 9_114, 9_999])(
    'is not known if its plane counts in other units than degrees: %i',
    async (angularUnits) => {
      const keys = keysOf({ modelType: 2, geographic: 32_767, datum: 6_742, angularUnits });
      expect(await projectionOfKeys(keys)).toMatchObject({ reason: 'unknown-projection' });
    },
  );

  it('has the angles of its projection in the unit that it says, and is not known with an unknown one', async () => {
    const own = { modelType: 1, geographic: 4_326, projected: 32_767, method: 1, originLongitude: 160 };
    expect(await projectionOfKeys(keysOf({ ...own, angularUnits: 9_114 }))).toMatchObject({
      text: expect.stringContaining('+lon_0=9 '),
    });
    expect(await projectionOfKeys(keysOf({ ...own, angularUnits: 9_999 }))).toMatchObject({
      reason: 'unknown-projection',
    });
  });

  it.each([
    [9_035, '+to_meter=1609.34'],
    [9_041, '+to_meter=0.30479947'],
    [9_042, '+to_meter=20.1167651'],
    [9_301, '+to_meter=20.116756'],
  ])('counts in the unit of its code: %i', async (projectedUnits, text) => {
    const keys = keysOf({ modelType: 1, geographic: 4_326, projected: 32_767, method: 1, projectedUnits });
    expect(await projectionOfKeys(keys)).toMatchObject({ text: expect.stringContaining(text) });
  });

  it('may count to the west and to the south', async () => {
    const keys = { modelType: 1, geographic: 4_148, projected: 32_767, method: 27, originLongitude: 15 };
    const { text = '' } = { text: '', ...(await projectionOfKeys(keysOf({ ...keys, originScale: 1 }))) };
    const [west, south] = proj4(text).forward([14, -30]);
    // PROJ 9.1, EPSG:2046.
    expect([west, south]).toEqual([expect.closeTo(96_488.748, 2), expect.closeTo(3_320_534.437, 2)]);
  });

  it('has its shift from the datum that it names, in whose area it holds', async () => {
    const own = { modelType: 1, projected: 32_767, method: 7, originLongitude: 110 };
    expect(await projectionOfKeys(keysOf({ ...own, geographic: 4_813 }))).toMatchObject({ shiftCode: 4_813 });
    const ofDatum = keysOf({ ...own, geographic: 32_767, datum: 6_211 });
    expect(await projectionOfKeys(ofDatum)).toMatchObject({ shiftCode: 4_211 });
  });

  it('has the pole of the longitude that is given for it', async () => {
    const keys = keysOf({
      modelType: 1,
      geographic: 4_326,
      projected: 32_767,
      method: 15,
      originLongitude: 0,
      poleLongitude: 90,
      originLatitude: -71,
    });
    const { text = '' } = { text: '', ...(await projectionOfKeys(keys)) };
    expect(text).toContain('+lat_0=-90 +lat_ts=-71 +lon_0=90');
  });

  it('is told by its code or its name if it is not known', async () => {
    expect(await projectionOfKeys(keysOf({ modelType: 1, projected: 9_999 }))).toEqual({
      reason: 'unknown-projection',
      detail: 'EPSG:9999',
    });
    const named = keysOf({ modelType: 1, projected: 32_767, projectedCitation: 'Local grid' });
    expect(await projectionOfKeys(named)).toEqual({ reason: 'unknown-projection', detail: 'Local grid' });
    expect(await projectionOfKeys(keysOf({}))).toEqual({ reason: 'no-georeference', detail: '' });
  });
});

it('an old datum whose shift is rough is said to be so', async () => {
  expect((await definitionOfCode(4_267))?.isRough).toBe(true);
  // PROJ's own shift of this datum is accurate to two metres.
  expect((await definitionOfCode(27_700))?.isRough).toBe(true);
  expect((await definitionOfCode(25_832))?.isRough).toBe(false);
  expect((await definitionOfCode(900_913))?.text).toBe((await definitionOfCode(3_857))?.text);
});
