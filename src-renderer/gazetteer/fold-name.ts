/**
 * Marks that are ignored when names are compared: the diacritics of Latin, Greek and Cyrillic, the points of Hebrew and
 * Arabic. The vowels of Indic scripts are marks in Unicode too, but are kept.
 */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Invisible characters: joiners, marks of direction, soft hyphens. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Everything but letters, marks, digits and the end of a line. */
const punctuation = /[^\p{L}\p{M}\p{N}\n]+/gu;

/** Letters that Unicode does not decompose, and Arabic letters that keyboards interchange. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ĸ: 'k',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ھ: 'ه',
  ہ: 'ه',
  ە: 'ه',
};
const apart = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

const abbreviations: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  sta: 'santa',
  sto: 'santo',
  mt: 'mount',
  mts: 'mountains',
  ft: 'fort',
};
const abbreviated = new RegExp(`(?<=^|[ \\n])(?:${Object.keys(abbreviations).join('|')})(?= )`, 'g');
const lastAbbreviated = new RegExp(`(?<=^| )(?:${Object.keys(abbreviations).join('|')})$`);
const written = (word: string) => abbreviations[word] ?? word;

/**
 * Returns a name in the form in which names are compared: lower case without diacritics and punctuation, one space
 * between words, `st` before another word expanded to `saint`. Lines stay separate lines.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .normalize('NFC')
    .replace(apart, (letter) => letters[letter] ?? letter)
    .replace(unseen, '')
    .replace(punctuation, ' ')
    .replace(/ ?\n ?|^ | $/g, (end) => (end.includes('\n') ? '\n' : ''))
    .replace(abbreviated, written);
}

const inTwoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const umlauts = /[äöüåø]/g;
/** A fast check before names are decomposed. */
const mayHaveUmlauts = /[äöüåøÄÖÜÅØ]|\u0308|\u030a/;

/** Returns the folded name with its umlauts as two letters, `muenchen` for `München`; null if it has none. */
export function foldInTwoLetters(name: string): string | null {
  if (!mayHaveUmlauts.test(name)) return null;
  const small = name.toLowerCase().normalize('NFC');
  const spelled = small.replace(umlauts, (letter) => inTwoLetters[letter] ?? letter);
  return spelled === small ? null : foldName(spelled);
}

/**
 * Returns the folded forms by which a typed text is searched. The last word may be incomplete, so one that looks like
 * an abbreviation is searched in both forms.
 */
export function foldQuery(text: string): string[] {
  const folded = foldName(text);
  if (folded === '') return [];
  const spelled = folded.replace(lastAbbreviated, written);
  return spelled === folded ? [folded] : [folded, spelled];
}
