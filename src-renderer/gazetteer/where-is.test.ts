import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createCountries } from '../../src-shared/geometry/countries.ts';
import { embeddedNames } from '../../testing/embedded-names.ts';
import { readGazetteer } from './gazetteer-file.ts';
import { createNearestTowns } from './nearest-towns.ts';
import { whereIs } from './where-is.ts';

const atlas = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const data = readGazetteer(embeddedNames());
const towns = createNearestTowns(data);
const countries = createCountries(JSON.parse(readFileSync(atlas, 'utf8')));
const where = (longitude: number, latitude: number) =>
  whereIs({ data, towns, countries }, [longitude, latitude]);

describe('what is at a place', () => {
  it('near a small town: the town, a larger one, division and country', () => {
    const here = where(11.8, 48.45);
    expect(here).toMatchObject({ country: { code: 'DE', distanceKm: 0 }, division: 'Bavaria', water: null });
    expect(here.town?.distanceKm).toBeLessThan(8);
    expect(here.town?.country).toBe('DE');
    expect(here.largerTown?.distanceKm).toBeGreaterThan(here.town?.distanceKm ?? 0);
  });

  it('is named in Spanish for a window in Spanish', () => {
    const here = whereIs({ data, towns, countries }, [11.58, 48.14], 'es');
    expect(here).toMatchObject({ town: { name: 'Múnich' }, division: 'Baviera' });
    const sea = whereIs({ data, towns, countries }, [34, 43.5], 'es');
    expect(sea.water?.name).toBe('Mar Negro');
  });

  // Viet Nam's reform of 2025 and Norway's of 2024 gave codes of divisions to others.
  it.each([
    ['Hanoi', 105.84, 21.02, 'Hanoi'],
    ['Ho Chi Minh City', 106.66, 10.77, 'Ho Chi Minh City (HCMC)'],
    ['Da Nang', 108.21, 16.06, 'Da Nang City'],
    ['Puno', -70.02, -15.84, 'Puno'],
    ['Oslo', 10.75, 59.91, 'Oslo'],
    ['Tromsø', 18.96, 69.65, 'Troms'],
  ])('in %s: the division of today', (_, longitude, latitude, division) => {
    const here = where(longitude, latitude);
    expect(here.town?.division ?? here.division).toBe(division);
  });

  // By the notes of Natural Earth, "Admin. by …; Claimed by …".
  it.each([
    ['Golan Heights', 35.8, 33, ['IL'], ['SY']],
    ['Western Sahara, west of the berm', -13.5, 24.5, ['MA'], ['EH']],
    ['Western Sahara, east of the berm', -9, 26.5, [], ['MA']],
    ['Aksai Chin', 79, 35.2, ['CN'], ['IN']],
    ['Srinagar', 74.8, 34.08, ['IN'], ['PK']],
    ['Simferopol', 34.1, 44.95, ['RU'], ['UA']],
    ['Kunashir', 145.86, 44.03, ['RU'], ['JP']],
    ['Stanley', -57.85, -51.7, ['GB'], ['AR']],
    ['Sukhumi', 41.02, 43, [], ['GE']],
  ])(
    'in %s: who holds it and who claims it, and no division',
    (_, longitude, latitude, holders, claimants) => {
      const here = where(longitude, latitude);
      expect(here.dispute).toEqual({ administeredBy: holders, claimedBy: claimants });
      expect(here.division).toBeNull();
    },
  );

  it.each([
    ['Damascus', 36.3, 33.51],
    ['Haifa', 35, 32.8],
    ['Agadir', -9.6, 30.42],
    ['Delhi', 77.2, 28.6],
    ['Kherson', 32.6, 46.64],
  ])('in %s: no dispute', (_, longitude, latitude) => {
    expect(where(longitude, latitude).dispute).toBeNull();
  });

  it.each([
    ['Kyrenia', 33.32, 35.33, 'CY'],
    ['Simferopol', 34.1, 44.95, 'UA'],
    ['Hargeisa', 44.06, 9.56, 'SO'],
  ])(
    'in %s: what the names of places say, where the outlines say another country',
    (_, longitude, latitude, code) => {
      const here = where(longitude, latitude);
      expect(here.otherCountry).toBe(code);
      expect(here.country?.code).not.toBe(code);
      expect(here.division).toBeNull();
    },
  );

  it.each([
    ['Pristina', 21.16, 42.66],
    ['Basel, at three borders', 7.59, 47.56],
    ['Geneva', 6.14, 46.2],
    ['El Paso', -106.49, 31.76],
    ['Kiel', 10.13, 54.32],
    ['Macau', 113.54, 22.19],
    ['Vatican', 12.453, 41.903],
    ['Baarle', 4.93, 51.44],
  ])('in %s: no other country', (_, longitude, latitude) => {
    expect(where(longitude, latitude).otherCountry).toBeNull();
  });

  it('in a large town: no larger one', () => {
    expect(where(-46.636, -23.548)).toMatchObject({
      town: { name: 'São Paulo' },
      largerTown: null,
      country: { code: 'BR' },
      division: 'São Paulo',
    });
  });

  it.each([
    [4, 43, 'Lion'],
    [3.5, 56, 'North Sea'],
    [160, -40, 'Tasman Sea'],
    [-150, 0, 'Pacific'],
    [-150, -5, 'Pacific'],
    [-30, 30, 'North Atlantic Ocean'],
    [-179.5, -40, 'South Pacific Ocean'],
    [33, -1, 'Lake Victoria'],
  ])('in the water at %s, %s: its name', (longitude, latitude, name) => {
    expect(where(longitude, latitude).water?.name).toContain(name);
  });

  it('in a town that the coarse outline of its country leaves out: on land', () => {
    expect(where(-74.006, 40.714)).toMatchObject({
      town: { name: 'New York City' },
      country: { code: 'US', distanceKm: 0 },
      water: null,
    });
    // Some kilometres off the same coast it is the sea.
    expect(where(-73.9, 40.5).country?.distanceKm).toBeGreaterThan(0);
    expect(where(-73.9, 40.5).water).not.toBeNull();
  });

  it.each([
    [28.816, 40.977, 'TR', 'Atatürk airport'],
    [114.172, 22.318, 'HK', 'Kowloon'],
  ])('at %s, %s: land of %s, as on the map (%s)', (longitude, latitude, code) => {
    const here = where(longitude, latitude);
    expect(here.water).toBeNull();
    expect(here.country).toMatchObject({ code, distanceKm: 0 });
  });

  it('at sea: no division, and the nearest country with its distance', () => {
    const here = where(-30, 30);
    expect(here.division).toBeNull();
    expect(here.country?.distanceKm).toBeGreaterThan(100);
    expect(here.town?.distanceKm).toBeGreaterThan(100);
  });

  it.each([
    [5, 24, 'Ahaggar Mountains'],
    [105, 43, 'Gobi'],
    [9.2, 42.2, 'Corse'],
    [10.5, 46.8, 'Alps'],
  ])('in a region at %s, %s: its name', (longitude, latitude, name) => {
    expect(where(longitude, latitude)).toMatchObject({
      water: null,
      region: { name: expect.stringContaining(name) },
    });
  });

  it('at the poles and where the globe is cut', () => {
    expect(where(0, -90).town?.name).toContain('South Pole');
    expect(where(0, 90).water?.name).toContain('Arctic');
    expect(where(181, -17)).toEqual(where(-179, -17));
  });

  it('without the outlines of countries: the towns', () => {
    expect(whereIs({ data, towns, countries: null }, [11.8, 48.45])).toMatchObject({
      country: null,
      division: null,
      water: null,
      town: { country: 'DE' },
    });
  });
});
