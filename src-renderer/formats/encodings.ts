import { createDecoder, isDosCodePage } from './text-decoder.ts';

/** The possible encodings of a file that does not declare its own, the most common ones first. */
const candidates = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'gb18030',
  'shift_jis',
  'big5',
  'euc-kr',
  'euc-jp',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'koi8-r',
  'ibm866',
  'macintosh',
  'iso-8859-2',
  'ibm850',
  'ibm852',
  'ibm437',
];
/** Nobody can give an answer that is not offered. */
const maxChoices = 8;

/** A possible encoding of a text, with the text that results from it. */
export interface EncodingChoice {
  encoding: string;
  sample: string;
}

/** Returns the decoded text; null if the bytes are not valid in this encoding or the encoding does not exist. */
export function decodedIn(bytes: Uint8Array, encoding: string): string | null {
  try {
    return createDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the fraction of letters among the characters beyond ASCII; a wrong encoding turns letters into symbols. */
function plausibility(text: string): number {
  const foreign = [...text].filter((letter) => letter.charCodeAt(0) > 0x7f);
  if (foreign.some((letter) => /[\u0080-\u009f\uFFFD\p{Co}]/u.test(letter))) return 0;
  const letters = foreign.filter((letter) => /[\p{L}\p{M}°º′″’–€]/u.test(letter));
  // In most texts, letters beyond ASCII between lower-case letters are lower case too; a capital there suggests a wrong
  // encoding.
  const odd = text.match(/\p{Ll}[\u00C0-\u00DE\u0410-\u042F]/gu)?.length ?? 0;
  return foreign.length === 0 ? 0 : (letters.length - odd) / foreign.length;
}

/** Returns the fraction of the characters beyond ASCII that are valid in UTF-8: of a text with single wrong bytes, most are. */
function validShare(text: string): number {
  const foreign = [...text].filter((letter) => letter.charCodeAt(0) > 0x7f);
  return foreign.length === 0 ? 0 : foreign.filter((letter) => letter !== '\uFFFD').length / foreign.length;
}

/**
 * Returns the encodings in which some bytes are valid text, the most plausible first, each with its decoded text. UTF-8 is among them
 * if most of it is valid: a program may have added a line in another encoding.
 */
export function encodingChoices(bytes: Uint8Array): EncodingChoice[] {
  const found = candidates.flatMap((encoding) => {
    const sample = decodedIn(bytes, encoding);
    return sample === null ? [] : [{ encoding, sample, score: plausibility(sample) }];
  });
  const broken = new TextDecoder().decode(bytes);
  if (validShare(broken) > 0.5)
    found.push({ encoding: 'utf-8', sample: broken, score: 1 + validShare(broken) });
  const different = found.filter(
    ({ sample }, index) => found.findIndex((other) => other.sample === sample) === index,
  );
  return different
    .sort((a, b) => b.score - a.score)
    .slice(0, maxChoices)
    .map(({ encoding, sample }) => ({ encoding, sample }));
}

/** Returns true for the name of an encoding that can be decoded. */
export function isEncoding(name: string): boolean {
  try {
    createDecoder(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the drivers of one encoding. */
const driversOf = (encoding: string, ...numbers: number[]) =>
  Object.fromEntries(numbers.map((driver) => [driver, encoding]));

/** The language drivers of dBASE and FoxPro with their encodings. */
const drivers: Readonly<Record<number, string>> = {
  3: 'windows-1252',
  87: 'windows-1252',
  89: 'windows-1252',
  4: 'macintosh',
  19: 'shift_jis',
  123: 'shift_jis',
  77: 'gb18030',
  122: 'gb18030',
  78: 'euc-kr',
  121: 'euc-kr',
  79: 'big5',
  120: 'big5',
  80: 'windows-874',
  124: 'windows-874',
  38: 'ibm866',
  101: 'ibm866',
  125: 'windows-1255',
  126: 'windows-1256',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
  ...driversOf('ibm437', 1, 9, 11, 13, 15, 17, 21, 24, 25, 27),
  ...driversOf('ibm850', 2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55),
  ...driversOf('ibm852', 31, 34, 35, 64, 100),
  ...driversOf('ibm865', 8, 23, 102),
  ...driversOf('ibm863', 28, 108),
  ...driversOf('ibm860', 36),
  ...driversOf('ibm861', 103),
  ...driversOf('ibm737', 106),
  ...driversOf('ibm857', 107, 136),
};

/** Returns the encoding of a language driver in the header of a dBASE table; null for an unknown one. */
export const encodingOfDriver = (driver: number): string | null => drivers[driver] ?? null;

/** The Windows code pages with the names of their encodings. */
const pages: Readonly<Record<string, string>> = {
  '65001': 'utf-8',
  '932': 'shift_jis',
  '936': 'gb18030',
  '949': 'euc-kr',
  '950': 'big5',
  '866': 'ibm866',
  '874': 'windows-874',
  '10000': 'macintosh',
};

/** Returns the encoding that a `.cpg` file or an XML declaration names, in any common spelling; null for an unknown one. */
export function encodingOfName(text: string): string | null {
  const name = text
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase();
  const iso = /8859[-_ ]?(\d{1,2})$/.exec(name)?.[1];
  if (iso !== undefined) return isEncoding(`iso-8859-${iso}`) ? `iso-8859-${iso}` : null;
  const page = /^(?:ansi|oem|cp|windows|win|ms)?[-_ ]?(\d{3,5})$/.exec(name)?.[1];
  if (page !== undefined) {
    const known = pages[page] ?? (isDosCodePage(`ibm${page}`) ? `ibm${page}` : `windows-${page}`);
    return isEncoding(known) ? known : null;
  }
  const plain = name.replace(/^latin[-_ ]/, 'latin');
  return plain !== '' && isEncoding(plain) ? plain : null;
}
