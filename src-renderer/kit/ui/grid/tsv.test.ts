import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTsv, writeTsv } from './tsv.ts';

it('reads what spreadsheets copy', () => {
  expect(readTsv('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(readTsv('48.2, 16.3')).toEqual([['48.2, 16.3']]);
  expect(readTsv('"two\nlines"\tb')).toEqual([['two\nlines', 'b']]);
  expect(readTsv('"say ""hi"""\tb')).toEqual([['say "hi"', 'b']]);
  expect(readTsv('')).toEqual([]);
  expect(readTsv('a\t\t')).toEqual([['a', '', '']]);
  expect(readTsv('\uFEFFa\rb')).toEqual([['a'], ['b']]);
});

it('treats an unclosed quote as a character', () => {
  expect(readTsv('5" pipe\tb\n"open\tc')).toEqual([
    ['5" pipe', 'b'],
    ['"open', 'c'],
  ]);
  expect(readTsv('48°12\'30"N 16°22\'20"E')).toEqual([['48°12\'30"N 16°22\'20"E']]);
});

it('reads what it writes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '"', '\t', '\n', ',', ' ', '=') });
  const cells = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    );
  fc.assert(
    fc.property(cells, (given) => {
      // A block of one empty cell is the same as no block.
      expect(readTsv(writeTsv(given))).toEqual(
        given.flat().join('') === '' && given.flat().length === 1 ? [] : given,
      );
    }),
  );
});
