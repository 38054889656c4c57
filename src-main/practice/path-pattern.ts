import { z } from 'zod';

const longest = 300;

/**
 * What a fault plan says of an address: text that it contains, where `*` stands for anything, `^` and `$` for its beginning
 * and its end, and `|` parts alternatives. No regular expression: a few characters of one can hold the process for minutes.
 * What looks like one is refused, so that nobody waits for a fault that never hits.
 */
export const pathPatternSchema = z
  .string()
  .max(longest, `This is longer than ${longest} characters.`)
  .refine(
    (text) => !/[\\()[\]{}+]|\.\*/.test(text),
    'This takes no regular expression: * is any text, | is or, ^ is the beginning, $ is the end.',
  );

/** Whether the pieces occur one after the other. Looking for the first place of each is enough, so nothing is tried twice. */
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

/** Whether an address (path and query) fits the pattern; an empty one fits all. */
export function matcherOf(pattern: string): (address: string) => boolean {
  const alternatives = pattern.split('|');
  return (address) => alternatives.some((alternative) => occursIn(address, alternative));
}
