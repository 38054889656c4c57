import { fold } from '../store/search-words.ts';

/** Below this length one letter is too much of a name. */
const leastLetters = 4;

/** Returns the name by which two names are equal: without case, accents, punctuation and spaces. */
export const comparedName = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');

const letters = (name: string) => Array.from(name);
const isDigit = (letter: string | undefined) => letter !== undefined && /\p{N}/u.test(letter);

/**
 * Returns true if two compared names are equal, or differ by one letter that is added, left out, replaced, or exchanged with the
 * next one. Digits must be equal: `site 1` and `site 2` are two places.
 */
export function areSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] =
    one.length <= other.length ? [letters(one), letters(other)] : [letters(other), letters(one)];
  if (short.length < leastLetters || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [inShort, inLong] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if ([...inShort, ...inLong].some(isDigit)) return false;
  if (inShort.length <= 1 && inLong.length <= 1) return true;
  return inShort.length === 2 && inLong.length === 2 && inShort[0] === inLong[1] && inShort[1] === inLong[0];
}

/**
 * Returns keys of which two similar names have at least one in common: the name, and the name without each of its letters in
 * turn. Digits are never left out, because those of similar names are equal.
 */
export function similarityKeys(name: string): string[] {
  const keys = new Set([name]);
  if (letters(name).length < leastLetters) return [name];
  let at = 0;
  for (const letter of name) {
    if (!isDigit(letter)) keys.add(name.slice(0, at) + name.slice(at + letter.length));
    at += letter.length;
  }
  return [...keys];
}
