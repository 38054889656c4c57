import { expect, it } from 'vitest';
import { fold, searchWords } from './search-words.ts';

it('folds case and accents', () => {
  expect(fold('Ñandú ÉCOLE')).toBe('nandu ecole');
});

it('asks for every word, and takes none for a pattern', () => {
  expect(searchWords(' Año  100%_\\ ')).toEqual({
    conditions: [`folded LIKE :word0 ESCAPE '\\'`, `folded LIKE :word1 ESCAPE '\\'`],
    params: { word0: '%ano%', word1: '%100\\%\\_\\\\%' },
  });
  expect(searchWords(undefined)).toEqual({ conditions: [], params: {} });
  expect(searchWords('a '.repeat(100)).conditions).toHaveLength(8);
});
