import { fold } from '../../store/search-words.ts';

/** In shorter names, one letter is too large a part to be ignored. */
const minLetters = 4;

/** Returns a name for comparison: without case, accents, punctuation and spaces. */
export const comparedName = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');

const letters = (name: string) => Array.from(name);
const isDigit = (letter: string | undefined) => letter !== undefined && /\p{N}/u.test(letter);

/**
 * Returns true if two results of `comparedName` are equal, or differ by one letter that is added, left out, replaced, or exchanged
 * with the next one. Digits must be equal: `site 1` and `site 2` are two places.
 */
export function areSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] =
    one.length <= other.length ? [letters(one), letters(other)] : [letters(other), letters(one)];
  if (short.length < minLetters || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [inShort, inLong] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if ([...inShort, ...inLong].some(isDigit)) return false;
  if (inShort.length <= 1 && inLong.length <= 1) return true;
  return inShort.length === 2 && inLong.length === 2 && inShort[0] === inLong[1] && inShort[1] === inLong[0];
}

const isDigitAt = (name: string, at: number, letter: string): boolean => {
  const code = name.charCodeAt(at);
  return code < 128 ? code >= 48 && code <= 57 : isDigit(letter);
};

/** The base of the sums. It is odd, so that every letter has an effect within 32 bits. */
const base = 0x01000193;

/**
 * Returns the keys of a name; two similar names share at least one, and two other names may. There is one key of the whole name, and
 * one of the name without each of its letters but digits, which are equal in similar names. Keys are 32-bit sums, computed from the
 * sums before and after the letter, because texts as keys would take gigabytes for long names. `seed` makes the keys of different
 * kinds of places different.
 */
export function similarityKeys(name: string, seed = 0): number[] {
  const { length } = name;
  const before = new Int32Array(length + 1);
  const behind = new Int32Array(length + 1);
  const powers = new Int32Array(length + 1);
  before[0] = seed;
  powers[0] = 1;
  for (let i = 0; i < length; i += 1) {
    before[i + 1] = Math.imul(before[i] ?? 0, base) + name.charCodeAt(i);
    powers[i + 1] = Math.imul(powers[i] ?? 0, base);
  }
  for (let i = length - 1; i >= 0; i -= 1)
    behind[i] = (behind[i + 1] ?? 0) + Math.imul(name.charCodeAt(i), powers[length - 1 - i] ?? 0);
  const keys = [before[length] ?? 0];
  if (letters(name).length < minLetters) return keys;
  let at = 0;
  for (const letter of name) {
    const next = at + letter.length;
    if (!isDigitAt(name, at, letter))
      keys.push((Math.imul(before[at] ?? 0, powers[length - next] ?? 0) + (behind[next] ?? 0)) | 0);
    at = next;
  }
  return keys;
}
