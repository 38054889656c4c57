/**
 * How a name that came back from the service relates to the one that was sent. `respelled`: the service may have changed its
 * spelling, such as its case, its blanks, its accents or its length.
 */
export type NameComparison = 'equal' | 'respelled' | 'other';

/** A shorter rest of a name that was cut fits too many names. */
const shortestCut = 8;
const namedCharacters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Replaces the references to characters that services write into names, such as `&amp;` and `&#39;`. */
function replaceCharacterReferences(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return namedCharacters[String(named).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** Returns the letters and digits of a name without case and accents: what services keep of it. */
function readLetters(name: string): string {
  // Some services escape what was escaped already.
  const plain = replaceCharacterReferences(replaceCharacterReferences(name));
  return plain
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Compares a name of the service with one that was sent. A missing name is another one. */
export function compareNames(remote: string | null, sent: string): NameComparison {
  if (remote === null) return 'other';
  if (remote.trim() === sent.trim()) return 'equal';
  const [received, expected] = [readLetters(remote), readLetters(sent)];
  if (received === '') return 'other';
  const isCut = received.length >= shortestCut && expected.startsWith(received);
  return received === expected || isCut ? 'respelled' : 'other';
}
