import { expect, it } from 'vitest';
import { mapName, plainName } from './names.mjs';
import { natureName, spanishNature } from './nature-names.mjs';
import { createSpanishTowns, spanishDivision } from './place-names.mjs';

it('writes names in capitals as in a text and leaves others alone', () => {
  expect(mapName('NORTH ATLANTIC OCEAN')).toBe('North Atlantic Ocean');
  expect(mapName('PENÍNSULA  IBÉRICA')).toBe('Península Ibérica');
  expect(mapName('ILHAS DE CABO VERDE')).toBe('Ilhas de Cabo Verde');
  expect(mapName('MURRAY-DARLING BASIN')).toBe('Murray-Darling Basin');
  expect(mapName('Ross  Sea')).toBe('Ross Sea');
  expect(mapName('K2')).toBe('K2');
});

it('compares names without accents and signs', () => {
  expect(plainName('São  Paulo')).toBe(plainName('SAO PAULO'));
});

it('knows the English and the Spanish name of what the sources name in another language', () => {
  expect(natureName('Sardegna')).toEqual({ en: 'Sardinia', es: 'Cerdeña' });
  expect(natureName('Alps')).toEqual({ en: 'Alps', es: 'Alpes' });
  expect(natureName('Patagonia')).toEqual({ en: 'Patagonia', es: null });
  expect(natureName('Nowhere')).toEqual({ en: 'Nowhere', es: null });
  const spanishTown = createSpanishTowns({
    english: new Map([['Europe/Moscow', 'Moscow']]),
    spanish: new Map([['Europe/Moscow', 'Moscú']]),
  });
  const munich = { country: 'DE', name: 'Munich', zone: 'Europe/Berlin' };
  expect(spanishTown(munich)).toBe('Múnich');
  expect(spanishTown({ ...munich, country: 'US' })).toBeNull();
  expect(spanishTown({ country: 'RU', name: 'Moscow', zone: 'Europe/Moscow' })).toBe('Moscú');
  expect(spanishNature(['Gulf of Guinea'])).toBe('Golfo de Guinea');
  expect(spanishNature(['Nowhere', 'Bodensee'])).toBe('Lago de Constanza');
  expect(spanishNature(['Nowhere'])).toBeNull();
  expect(spanishDivision('DE', 'Bayern')).toBe('Baviera');
});
