import { expect, it } from 'vitest';
import { boundedTexts } from './bounded-texts.ts';

it('returns short texts for all ids, in their order', () => {
  expect(boundedTexts([2, 1, 3], (id) => (id === 1 ? null : `text ${id}`))).toEqual([
    'text 2',
    null,
    'text 3',
  ]);
  expect(boundedTexts([], () => 'never')).toEqual([]);
});

it('ends after the text that fills a message, however long that is', () => {
  const long = 'x'.repeat(2_000_000);
  expect(boundedTexts([1, 2], () => long)).toEqual([long]);
  const several = boundedTexts(
    Array.from({ length: 100 }, (_, i) => i),
    () => 'x'.repeat(20_000),
  );
  expect(several.length).toBeGreaterThan(10);
  expect(several.length).toBeLessThan(20);
});
