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
