import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replacedTexts, type TextSearch } from './replaced-text.ts';

const place = {
  name: 'Pier pier',
  notes: 'a PIER',
  tags: ['pier', 'quay'],
  attributes: { n: 7, owner: 'pier', ok: true, x: null },
};
const search = (fields: Partial<TextSearch> = {}): TextSearch => ({
  column: 'all',
  find: 'pier',
  matchCase: false,
  wholeCell: false,
  ...fields,
});

it.each([
  ['everywhere', {}, { name: 'dock dock', notes: 'a dock', tags: ['dock', 'quay'], owner: 'dock' }, 4],
  [
    'with its case',
    { matchCase: true },
    { name: 'Pier dock', notes: 'a PIER', tags: ['dock', 'quay'], owner: 'dock' },
    3,
  ],
  [
    'whole cells',
    { wholeCell: true },
    { name: 'Pier pier', notes: 'a PIER', tags: ['dock', 'quay'], owner: 'dock' },
    2,
  ],
  [
    'names',
    { column: 'name' },
    { name: 'dock dock', notes: 'a PIER', tags: ['pier', 'quay'], owner: 'pier' },
    1,
  ],
  [
    'one attribute',
    { column: { attribute: 'owner' } },
    { name: 'Pier pier', notes: 'a PIER', tags: ['pier', 'quay'], owner: 'dock' },
    1,
  ],
] as const)('replaces %s', (_what, terms, { owner, ...expected }, cells) => {
  expect(replacedTexts(place, search(terms), 'dock')).toEqual({
    texts: { ...expected, attributes: { ...place.attributes, owner } },
    cells,
  });
});

it('keeps numbers and yes or no what they are, where the text allows it', () => {
  const numbers = { ...place, attributes: { a: 12, b: true, c: 3 } };
  const replaced = (find: string, replacement: string) =>
    replacedTexts(numbers, search({ find, column: 'all' }), replacement).texts.attributes;
  expect(replaced('12', '13')).toEqual({ a: 13, b: true, c: 3 });
  expect(replaced('true', 'false')).toEqual({ a: 12, b: false, c: 3 });
  expect(replaced('3', '007')).toEqual({ a: 12, b: true, c: '007' });
});

it('finds what it counts, in any letters', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'İ', 'ß', '𝔸', '-'), maxLength: 12 });
  const find = fc.string({ unit: fc.constantFrom('a', 'A', 'İ', '𝔸'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, find, (name, wanted) => {
      const given = { name, notes: '', tags: [], attributes: {} };
      const exact = replacedTexts(given, search({ find: wanted, matchCase: true }), '');
      expect(exact.texts.name).toBe(name.replaceAll(wanted, ''));
      const { texts, cells } = replacedTexts(given, search({ find: wanted }), '_');
      expect(cells).toBe(texts.name === name ? 0 : 1);
      expect(texts.name.replaceAll('_', '').length).toBe(
        name.length - wanted.length * [...texts.name.matchAll(/_/g)].length,
      );
    }),
  );
});
