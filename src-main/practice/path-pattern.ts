import { z } from 'zod';

const longest = 300;

/**
 * The pattern for addresses in a fault plan: text that the address contains, where `*` stands for any text, `^` and `$` for the
 * start and the end, and `|` separates alternatives. Regular expressions are refused: a short one can block the process for
 * minutes, and a mistaken one would never match.
 */
export const pathPatternSchema = z
  .string()
  .max(longest, `This is longer than ${longest} characters.`)
  .refine(
    (text) => !/[\\()[\]{}+]|\.\*/.test(text),
    'This takes no regular expression: * is any text, | is or, ^ is the beginning, $ is the end.',
  );

/**
 * Whether the pieces of the pattern occur one after another. The first place of each is enough, so nothing is searched twice.
 */
function occursIn(address: string, alternative: string): boolean {
  const fromStart = alternative.startsWith('^');
  const toEnd = alternative.endsWith('$');
  const pieces = alternative.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined).split('*');
  const last = pieces.length - 1;
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const found = toEnd && index === last ? address.length - piece.length : address.indexOf(piece, at);
    if (found < at || (fromStart && index === 0 && found !== 0)) return false;
    if (!address.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  return true;
}

/** Returns the function that tells whether an address (path and query) matches; an empty pattern matches all. */
export function matcherOf(pattern: string): (address: string) => boolean {
  const alternatives = pattern.split('|');
  return (address) => alternatives.some((alternative) => occursIn(address, alternative));
}
