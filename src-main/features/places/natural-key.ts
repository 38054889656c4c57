import { fold } from '../../store/search-words.ts';

/** Numbers with up to so many digits are compared by value. */
const digits = 12;

/** Returns the sort key of a name: without case and accents, and with numbers in the order of their values (`P2` before `P10`). */
export function naturalKey(name: string): string {
  return fold(name).replaceAll(/\d+/g, (number) => number.replace(/^0+(?=\d)/, '').padStart(digits, '0'));
}
