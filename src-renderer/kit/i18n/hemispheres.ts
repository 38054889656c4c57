/** The letters of the hemispheres, as `readPlace` reads them; `O` is the west or the east. */
export type Hemisphere = 'N' | 'S' | 'E' | 'W' | 'O';

/** The words for the hemispheres in the languages of tables and of people. */
export const hemisphereWords = {
  latitude: {
    n: 'N',
    north: 'N',
    norte: 'N',
    nord: 'N',
    noord: 'N',
    s: 'S',
    south: 'S',
    sur: 'S',
    sud: 'S',
    süd: 'S',
    sul: 'S',
    zuid: 'S',
  },
  longitude: {
    e: 'E',
    east: 'E',
    este: 'E',
    est: 'E',
    ost: 'E',
    oost: 'E',
    leste: 'E',
    w: 'W',
    west: 'W',
    oeste: 'W',
    ouest: 'W',
    ovest: 'W',
    o: 'O',
  },
} as const satisfies Record<string, Record<string, Hemisphere>>;

const letters = new Map<string, Hemisphere>(
  Object.values(hemisphereWords).flatMap((words) =>
    Object.entries(words).map(([word, letter]) => [word.toUpperCase(), letter] as const),
  ),
);
const wordPattern = new RegExp(
  `(?<!\\p{L})(?:${[...letters.keys()].filter((word) => word.length > 1).join('|')})(?!\\p{L})`,
  'gu',
);

/** Replaces words for hemispheres by their letters, if there is then one for each half of a place: `Norte 33.4, 70.6` begins with a name. */
function withLetters(text: string): string {
  const lettered = text.replace(wordPattern, (word) => letters.get(word) ?? word);
  const named = (lettered.match(/(?<!\p{L})[NSEWO](?!\p{L})/gu) ?? []).map((letter) => /[NS]/.test(letter));
  return named.length === 2 && named[0] !== named[1] ? lettered : text;
}

/** Replaces the words for hemispheres, degrees, minutes and seconds, and colons between these, by signs. The text is in capitals. */
export function withSigns(text: string): string {
  const signed = withLetters(text)
    .replace(/(?<=\d) ?(?:DEG(?:REES?)?|GRADOS?|GRAD)\.?(?!\p{L})/gu, '°')
    .replace(/(?<=\d) ?MIN(?:UTES?|UTOS?|UTEN)?\.?(?!\p{L})/gu, "'")
    .replace(/(?<=\d) ?(?:SEC(?:ONDS?)?|SEG(?:UNDOS?)?|SEK(?:UNDEN)?)\.?(?!\p{L})/gu, '"');
  // Without the letters of both hemispheres these may be times of day.
  if (!/[NS]/.test(signed) || !/[EWO]/.test(signed)) return signed;
  return signed
    .replace(/(?<![\d.,:])(\d{1,3}):(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)(?![\d:])/g, '$1°$2\'$3"')
    .replace(/(?<![\d.,:])(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)(?![\d:])/g, "$1°$2'");
}
