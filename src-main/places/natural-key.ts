import { fold } from '../store/search-words.ts';

/** Longer numbers are compared by their first digits. */
const digits = 12;

/** Returns the text by which names are sorted: without case and accents, and with numbers by their value (`P2` before `P10`). */
export function naturalKey(name: string): string {
  return fold(name).replaceAll(/\d+/g, (number) => number.replace(/^0+(?=\d)/, '').padStart(digits, '0'));
}
