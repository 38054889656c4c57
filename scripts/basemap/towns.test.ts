import { expect, it } from 'vitest';
import { townsOf } from './towns.mjs';

const town = (id: number, name: string, at: [number, number], people: number, more: object = {}) => ({
  id,
  name,
  at,
  people,
  alternates: '',
  code: 'PPL',
  country: 'XX',
  zone: 'Europe/London',
  ...more,
});

const place = (name: string, at: [number, number], rank: number, more: object = {}) => ({
  geometry: { type: 'Point', coordinates: at },
  properties: {
    NAME: name,
    NAMEASCII: name,
    NAMEALT: null,
    SCALERANK: rank,
    FEATURECLA: 'Populated place',
    POP_MAX: 100,
    GEONAMEID: -1,
    ISO_A2: 'XX',
    ...more,
  },
});

const rank = (geoNames: object[], places: object[] = []) => {
  const towns: { name: string; z: number; capital: number; kind: string; es: string | null }[] = townsOf({
    geoNames,
    places,
    english: new Map(),
    spanish: new Map([['Europe/London', 'Londres']]),
  });
  return new Map(towns.map((found) => [found.name, found]));
};

it('names a large town early and a village late', () => {
  const found = rank([town(1, 'Large', [0, 0], 2_000_000), town(2, 'Village', [40, 0], 600)]);
  expect(found.get('Large')?.z).toBeLessThan(6);
  expect(found.get('Village')?.z).toBeGreaterThan(10);
});

it('names a small town early where Natural Earth says that it matters', () => {
  const found = rank([town(1, 'Outpost', [0, 70], 900)], [place('Outpost', [0.01, 70], 3)]);
  expect(found.get('Outpost')?.z).toBe(3.9);
});

it('lets the smaller of two neighbours wait until there is room', () => {
  const found = rank([town(1, 'First', [0, 0], 2_000_000), town(2, 'Second', [0.05, 0], 1_900_000)]);
  expect(found.get('Second')?.z).toBeGreaterThan((found.get('First')?.z ?? 99) + 2);
});

it('adds a station that no list of towns has, and drops what is gone', () => {
  const found = rank(
    [town(1, 'Gone', [0, 0], 5_000, { code: 'PPLW' })],
    [place('Vostok', [106, -78], 4, { FEATURECLA: 'Scientific station' })],
  );
  expect([...found.keys()]).toEqual(['Vostok']);
  expect(found.get('Vostok')?.kind).toBe('station');
});

it('knows capitals and the Spanish name of the town of a time zone', () => {
  const found = rank([town(1, 'London', [0, 51], 8_000_000, { code: 'PPLC' })]);
  expect(found.get('London')).toMatchObject({ capital: 2, es: 'Londres' });
});
