import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areSimilar, comparedName, similarityKeys } from './similar-names.ts';

const similar = (one: string, other: string) => areSimilar(comparedName(one), comparedName(other));

it.each([
  ['North Well', 'north-well', true],
  ['Ñuñoa', 'nunoa', true],
  ['Harbour', 'Harbor', true],
  ['Harbour', 'Harbuor', true],
  ['Harbour', 'Harbours', true],
  ['Harbour', 'Harbur st', false],
  ['site 1', 'site 2', false],
  ['site 1', 'site 11', false],
  ['A', 'B', false],
  ['Pier', 'Pie', false],
  ['', '', true],
  ['', 'a', false],
])('%j and %j: %s', (one, other, expected) => {
  expect(similar(one, other)).toBe(expected);
  expect(similar(other, one)).toBe(expected);
});

it('two similar names have a key in common', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), maxLength: 7 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      if (!areSimilar(one, other)) return;
      const keys = new Set(similarityKeys(one));
      expect(similarityKeys(other).some((key) => keys.has(key))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
