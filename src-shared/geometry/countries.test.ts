import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createCountries, isOrderDoubtful } from './countries.ts';

const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
const countries = createCountries(JSON.parse(readFileSync(file, 'utf8')));
const near = (longitude: number, latitude: number) => {
  const found = countries.nearest([longitude, latitude]);
  return [found?.country.name, Math.round(found?.distanceKm ?? -1)];
};

it('finds the country of a place, and the nearest one at sea', () => {
  expect(near(1.6, 48.15)).toEqual(['France', 0]);
  expect(near(28.2, -29.5)).toEqual(['Lesotho', 0]);
  expect(near(178.2, -17.9)).toEqual(['Fiji', 0]);
  expect(near(-179.9, 68)).toEqual(['Russia', 0]);
  expect(near(179.9, 68)).toEqual(['Russia', 0]);
  expect(near(0, -80)).toEqual(['Antarctica', 0]);
  const [name, km] = near(48.15, 1.6);
  expect(name).toBe('Somalia');
  expect(km).toBeGreaterThan(200);
  expect(km).toBeLessThan(400);
});

it('doubts the order of two numbers only if they are at sea and would be on land', () => {
  expect(isOrderDoubtful(countries, [48.15, 1.6], [1.6, 48.15])).toBe(true);
  expect(isOrderDoubtful(countries, [1.6, 48.15], [48.15, 1.6])).toBe(false);
  // A harbour, and a ship at sea whose exchanged numbers are at sea too.
  expect(isOrderDoubtful(countries, [4.05, 51.95], [51.95, 4.05])).toBe(false);
  expect(isOrderDoubtful(countries, [-30, -35], [-35, -30])).toBe(false);
});
