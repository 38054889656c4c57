import type { Params } from './store.ts';

const maxWords = 8;

/** Returns the text without accents and in lower case, for comparisons. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Returns the conditions on a column `folded` that hold if every word of the search occurs in it, and their parameters. */
export function searchWords(search: string | undefined): { conditions: string[]; params: Params } {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords);
  return {
    conditions: words.map((_, i) => `folded LIKE :word${i} ESCAPE '\\'`),
    params: Object.fromEntries(
      words.map((word, i) => [`word${i}`, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`]),
    ),
  };
}
