// Names as a map writes them.

const smallWords = new Set([
  'of',
  'the',
  'and',
  'de',
  'da',
  'do',
  'del',
  'du',
  'des',
  'la',
  'las',
  'los',
  'le',
  'les',
  'el',
]);

const capital = (word) =>
  // After a hyphen or an apostrophe too: “Ust’-Ordyn”, but not “Bol’shoy”.
  word.replace(/^(\P{L}*)(\p{L})(.*)$/u, (_all, before, first, rest) => before + first.toUpperCase() + rest);

/** Returns a name in capitals as it is written in a text, and any other one without doubled blanks. */
export function mapName(name) {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  if (plain !== plain.toUpperCase() || plain.length < 3) return plain;
  return plain
    .toLowerCase()
    .split(' ')
    .map((word, i) => (i > 0 && smallWords.has(word) ? word : word.split('-').map(capital).join('-')))
    .join(' ');
}

/** Returns what two spellings of one name have in common. */
export function plainName(name) {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
