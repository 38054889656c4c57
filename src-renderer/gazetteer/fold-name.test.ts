import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldInTwoLetters, foldName, foldQuery } from './fold-name.ts';

it.each([
  ['São Paulo', 'sao paulo'],
  ['MÜNCHEN', 'munchen'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['Iğdır', 'igdir'],
  ['Đà Nẵng', 'da nang'],
  ['Tromsø', 'tromso'],
  ['Weißenfels', 'weissenfels'],
  ['Xi’an', 'xi an'],
  ["L'Aquila", 'l aquila'],
  ['Clermont-Ferrand', 'clermont ferrand'],
  ['  Rio   de Janeiro ', 'rio de janeiro'],
  ['St. Louis', 'saint louis'],
  ['Mt. Isa', 'mount isa'],
  ['Йошкар-Ола', 'иошкар ола'],
  ['Αθήνα', 'αθηνα'],
  ['إسطنبول', 'اسطنبول'],
  ['北京', '北京'],
  ['दिल्ली', 'दिल्ली'],
  ['Ｔｏｋｙｏ', 'tokyo'],
])('folds %s', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

it('keeps the number of lines, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (lines) => {
      const tidy = lines.map((line) => line.replaceAll('\n', ''));
      expect(foldName(tidy.join('\n')).split('\n')).toHaveLength(tidy.length);
      expect(foldName(tidy.join('\n')).split('\n')).toEqual(tidy.map(foldName));
    }),
  );
});

it('leaves folded names unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
  );
});

it('writes umlauts as two letters, if there are any', () => {
  expect(foldInTwoLetters('München')).toBe('muenchen');
  expect(foldInTwoLetters('Ålesund')).toBe('aalesund');
  expect(foldInTwoLetters('Mu\u0308nchen')).toBe('muenchen');
  expect(foldInTwoLetters('Munich')).toBeNull();
});

it('searches a last word that may be an abbreviation in both forms', () => {
  expect(foldQuery('st')).toEqual(['st', 'saint']);
  expect(foldQuery('St. Moritz')).toEqual(['saint moritz']);
  expect(foldQuery('Stuttgart')).toEqual(['stuttgart']);
  expect(foldQuery(' … ')).toEqual([]);
});
