import { expect, it } from 'vitest';
import type { TileName } from './decode-tile.ts';
import { createNamer } from './label-names.ts';

const name = (more: Partial<TileName>): TileName => ({
  kind: 'town',
  name: 'Munich',
  spanish: null,
  iso: null,
  elevationMetres: null,
  capital: 0,
  size: 0,
  rank: 0,
  fromZoom: 0,
  toZoom: 99,
  x: 0,
  y: 0,
  ...more,
});

it('writes countries in the language of the user, by their code', () => {
  const country = name({ kind: 'country', name: 'Germany', iso: 'DE' });
  expect(createNamer('en')(country)).toBe('Germany');
  expect(createNamer('es')(country)).toBe('Alemania');
  expect(createNamer('es')(name({ kind: 'country', name: 'Somaliland' }))).toBe('Somaliland');
});

it('takes the Spanish name where there is one, and the other one elsewhere', () => {
  expect(createNamer('es')(name({ spanish: 'Múnich' }))).toBe('Múnich');
  expect(createNamer('es')(name({}))).toBe('Munich');
  expect(createNamer('en')(name({ spanish: 'Múnich' }))).toBe('Munich');
});

it('adds the elevation of a peak in the numbers of the language', () => {
  const peak = name({ kind: 'peak', name: 'Mt. Blanc', elevationMetres: 14_807 });
  expect(createNamer('en')(peak)).toBe('Mt. Blanc 14,807 m');
  expect(createNamer('es')(peak)).toBe('Mt. Blanc 14.807 m');
});
