import { readNumber } from '../../src-preload/contract/read-number.ts';
import { type Datum, wgs84Datum } from '../kit/i18n/datum.ts';
import { findGroupedAltitude } from '../kit/i18n/grouped-altitude.ts';
import { type PlaceReading, problemOf } from '../kit/i18n/place-reading.ts';
import { areHalvesAlike, isHalf, isNumberBeforeDegrees } from '../kit/i18n/read-angles.ts';
import { splitLabelledLine } from '../kit/i18n/read-labelled.ts';
import { readPlace } from '../kit/i18n/read-place.ts';

/** The content of a line: a place, and the text around it. */
export interface LineReading {
  name: string | null;
  notes: string | null;
  /** The text of the place, and its meaning. */
  placeText: string;
  place: PlaceReading;
  altitudeMetres: number | null;
}

/** Returns a cell with a decimal comma replaced by a point, for cells that another character separates. */
export const degreesText = (cell: string): string => {
  const text = cell.trim();
  return withoutExponent(/^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text);
};

/** Returns a number that programs wrote with an exponent, such as `-3.8e-05`, in plain digits; other texts unchanged. */
function withoutExponent(text: string): string {
  if (!/^[-+]?\d+(?:[.,]\d+)?E[-+]?\d{1,2}$/i.test(text)) return text;
  return Number(text.replace(',', '.'))
    .toFixed(15)
    .replace(/\.?0+$/, '');
}

const isPlace = (reading: PlaceReading) => !('problem' in reading);

const partOfName = 'validation.partOfName';
const notOfPlace = 'validation.notOfPlace';
const ambiguousNumber = 'validation.ambiguousNumber';

/** True for a line with a place, also for one of which a part may belong to the name or to the place. */
export const hasPlace = ({ place }: LineReading): boolean =>
  !('problem' in place) || [partOfName, notOfPlace, ambiguousNumber].includes(place.problem.message);
const isNumber = (cell: string) => /^[-+]?\d{1,3}(?:[.,]\d+)?$/.test(cell);

interface LineTexts {
  name?: string;
  notes?: string;
  altitudeMetres?: number | null;
}

const lineOf = (
  datum: Datum,
  placeText: string,
  { name = '', notes = '', altitudeMetres = null }: LineTexts = {},
): LineReading => ({
  name: name.trim() === '' ? null : name.trim(),
  notes: notes.trim() === '' ? null : notes.trim(),
  placeText,
  place: readPlace(placeText, datum),
  altitudeMetres,
});

/**
 * Reads a name and a place that a colon, a dash or a sign such as `=`, `@` and `->` separates. The pattern does not start with
 * a run of blanks: in a line of blanks it would be tried at each of them.
 */
function readNamed(text: string, datum: Datum): LineReading | null {
  for (const match of text.matchAll(/(?::|\s[-–—]|\s\|)\s+|\s[=@]\s*|[=@]\s+|(?:->|→)\s*/g)) {
    const found = lineOf(datum, text.slice(match.index + match[0].length), {
      name: text.slice(0, match.index),
    });
    if (isPlace(found.place)) return found;
    if (match.index > 200) break;
  }
  return null;
}

/** A word of a notation of places and not of a name: letters of hemispheres, and words with digits, such as a zone or a Plus Code. */
const notationWord =
  /^[([]?(?:[NSEWO]|LAT\.?|LONG?\.?|LNG|UTM|MGRS|ZONE|ZONA|HUSO|FUSO|GEO:.*|HTTPS?:.*|.*\d.*)[)\],;:]?$/i;
const twoNumbers = /^[-+]?\d{1,3}(?:[.,]\d+)?(?:\s*[,;/]\s*|\s+)[-+]?\d{1,3}(?:[.,]\d+)?$/;

/** A reference of MGRS with blanks at the end of a line. The letters of its square would pass for a word of the name. */
const spacedMgrs = /(?<=[\s,;:|(–-])\d{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?\d{1,5} \d{1,5}(?=\)?$)/i;

function readMgrsAfterName(text: string, datum: Datum): LineReading | null {
  const match = spacedMgrs.exec(text);
  if (match === null) return null;
  const found = lineOf(datum, match[0], { name: withoutSigns(text.slice(0, match.index)) });
  return isPlace(found.place) ? found : null;
}

/** Returns a name without the signs that separate it from the place behind it. A pattern would try each of the blanks within a line. */
function withoutSigns(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s,;:|(–-]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Two numbers with decimals and a comma or another sign between them, which are a place without any letter. */
const decimalPair = /^[-+]?\d{1,3}(?:\.\d+\s*[,;/]|,\d+\s*[;/])\s*[-+]?\d{1,3}[.,]\d+$/;

/**
 * Reads a place after a number that is no part of it, at the end of the name or alone: `Well 9 30.5 S 18.2 E`, `#1 48.2, 16.3`. Where the
 * number may be the degrees of the place as well, that is the problem of the reading. Null if there is no such number.
 */
function readAfterNumber(name: string, placeText: string, datum: Datum): LineReading | null {
  const [, sign = '', number = '', mark = '', rest = ''] =
    /^([#№(]?)\s*(\d{1,6})([.):]?)\s+(\S.*)$/su.exec(placeText) ?? [];
  const isPlaceAlone = /[\p{L}°]/u.test(rest) || decimalPair.test(rest.replaceAll(/[−–]/g, '-'));
  if (number === '' || !isPlaceAlone) return null;
  // `12 30.5, 18.2` may have minutes in one half only, by mistake.
  const isBare = name === '' && sign === '' && mark === '' && decimalPair.test(rest);
  const found = lineOf(datum, rest, { name: `${name} ${number}` });
  if (!isPlace(found.place)) return null;
  const isDegreesToo = isBare || isPlace(readPlace(placeText, datum));
  if (!isDegreesToo) return found;
  if (areHalvesAlike(placeText)) return null;
  return { ...found, name: null, placeText, place: problemOf(partOfName, { part: number }) };
}

/** A letter before two numbers, of which the second one has none: `Sector S 30.5, 18.2`. */
const letterBeforePair = /^(?<letter>[NSEWO])\s+(?<pair>[-+]?\d.*)$/i;

/** Returns the problem of a letter that may be the end of the name as well as that of the first number; null if there is none. */
function readAfterLetter(placeText: string, datum: Datum): LineReading | null {
  const { letter = '', pair = '' } = letterBeforePair.exec(placeText)?.groups ?? {};
  if (letter === '' || /\p{L}/u.test(pair) || !isPlace(readPlace(pair, datum))) return null;
  return { ...lineOf(datum, placeText), place: problemOf(partOfName, { part: letter }) };
}

/**
 * Reads a place in any notation after a name without a mark between them: `Well -12,5 -75,25`. The name ends with the last word that no
 * notation has. Plain numbers must be two, because a number before them may belong to the name.
 */
function readAfterName(text: string, datum: Datum): LineReading | null {
  const words = [...text.matchAll(/\S+/g)];
  const last = words.findLast(([word]) => /\p{L}/u.test(word) && !notationWord.test(word));
  if (last === undefined) return null;
  const end = last.index + last[0].length;
  // A quoted name is a cell.
  if (text.slice(0, end).includes('"')) return null;
  const placeText = text
    .slice(end)
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  const hasLetters = /[\p{L}°º'"]/u.test(placeText);
  const name = withoutSigns(text.slice(0, end));
  if (!hasLetters && !twoNumbers.test(placeText.replaceAll(/[−–]/g, '-')))
    return readAfterNumber(name, placeText, datum);
  const numbered = readAfterNumber(name, placeText, datum) ?? readAfterLetter(placeText, datum);
  if (numbered !== null) return numbered;
  const found = lineOf(datum, placeText, { name });
  return isPlace(found.place) ? found : null;
}

/** The letters of a hemisphere or of a quarter of the earth in a cell of their own. */
const loneSide = /^(?:[NSEWO]|[NS][EWO])$/i;

/** True for numbers that may be degrees and minutes in cells of their own: `48, 12, 16, 40`. The first and the third are whole, and more follow. */
const areCutAngles = ([first = '', minutes = '', third = '', ...others]: readonly string[]): boolean =>
  /^[-+]?\d{1,3}$/.test(first) &&
  isNumber(minutes) &&
  /^[-+]?\d{1,3}$/.test(third) &&
  others.length > 0 &&
  /^(?:[-+]?\d+(?:[.,]\d+)?|[NSEWO])$/i.test(others[0] ?? '');

/** Reads cells: a name, a latitude and a longitude, then an altitude and notes; or a name and a whole place. */
function readCells(cells: readonly string[], isComma: boolean, datum: Datum): LineReading | null {
  const filled = cells.map((cell) => cell.trim());
  while (filled.at(-1) === '') filled.pop();
  const cleaned = filled.map(isComma ? withoutExponent : degreesText);
  const [name = '', second = '', third = '', ...rest] = cleaned;
  const pairAt = (i: number): LineReading | null => {
    const after = cleaned.slice(i + 2);
    const metres = (after[0] ?? '').replace(unitOfMetres, '');
    const height = isNumberLike(metres) ? readNumber(metres) : null;
    const altitude = height && 'value' in height ? height.value : null;
    const found = lineOf(datum, `${cleaned[i]}, ${cleaned[i + 1]}`, {
      name: i === 0 ? '' : name,
      notes: filled.slice(i + (altitude === null ? 2 : 3)).join(', '),
      altitudeMetres: altitude,
    });
    if (!isPlace(found.place)) return null;
    const letter = after[altitude === null ? 0 : 1] ?? '';
    // Behind plain numbers it may be the hemisphere, or anything else.
    const part = loneSide.test(letter)
      ? letter
      : areCutAngles(cleaned.slice(i))
        ? cleaned.slice(i + 2).join(' ')
        : null;
    return part === null ? found : { ...found, place: problemOf(notOfPlace, { part: part.slice(0, 60) }) };
  };
  if (isNumberBeforeDegrees(cleaned.map((cell) => cell.replaceAll(/[−–]/g, '-')))) {
    const found = pairAt(1);
    return found && { ...found, name: null, place: problemOf(partOfName, { part: name }) };
  }
  if (cleaned.length >= 2 && isNumber(name) && isNumber(second)) return pairAt(0);
  // `33.45 S;70.66 W;P1`: of three halves, the first one may be a name such as W1.
  const isHalfCell = (cell: string) => cell.length <= 40 && isHalf(cell);
  if (cleaned.length >= 3 && isHalfCell(name) && isHalfCell(second) && !isHalfCell(third)) {
    const pair = pairAt(0);
    if (pair) return pair;
  }
  if (cleaned.length >= 3 && isNumber(second) === isNumber(third)) {
    const pair = pairAt(1);
    if (pair) return pair;
  }
  if (cleaned.length >= 2) {
    const found = lineOf(datum, second, { name, notes: [third, ...rest].filter(Boolean).join(', ') });
    if (isPlace(found.place)) return found;
  }
  const reversed = cleaned.length === 2 && !isNumber(second) ? lineOf(datum, name, { name: second }) : null;
  return reversed && isPlace(reversed.place) ? reversed : null;
}

const withoutMarks = (part: string) => withoutSigns(part.replace(/^[\s,;:|)–-]+/, ''));

/**
 * Reads a place with the words latitude and longitude between a name and a remark. Where a part of these may belong to the place, that is
 * the problem of the reading. Null without the words, or if there is no place between them.
 */
function readLabelledLine(line: string, datum: Datum): LineReading | null {
  const parts = splitLabelledLine(line);
  if (parts === null) return null;
  const found = lineOf(datum, parts.place.trim(), {
    name: withoutMarks(parts.before),
    notes: withoutMarks(parts.after),
  });
  if (!isPlace(found.place)) return null;
  if (parts.doubtful === null) return found;
  return { ...lineOf(datum, line), place: problemOf(notOfPlace, { part: parts.doubtful }) };
}

/** A number, or a letter and a number, as they stand before places in lists: `12`, `W1`, `3 S`, `No. 7`. */
const shortName = /^(?:\p{L}{0,3}[.\s-]*\d{1,6}|\d{1,6}\s*\p{L})[.)]?$/u;

/** Reads a short name that ends with its cell, and a whole place in the next one. Its number and letter would pass for a half of a place. */
function readAfterShortName(cells: readonly string[], delimiter: string, datum: Datum): LineReading | null {
  const [name = '', place = '', ...others] = cells.map((cell) => cell.trim());
  if (delimiter === ',' || !shortName.test(name) || !/\d/.test(place) || isNumber(place)) return null;
  const found = lineOf(datum, place, { name, notes: others.filter(Boolean).join(', ') });
  return isPlace(found.place) ? found : null;
}

const unitOfMetres = / ?m(?:et(?:er|re)s?|etros?)?\.?$/i;
const isNumberLike = (cell: string) => /^[-+]?\d[\d.,\s]*$/.test(cell);

/**
 * Reads a line without columns: a place in any notation, optionally after a name. `cells` is the line split at
 * `delimiter`. Returns the best interpretation; if the line contains no place, the problem is that of the most likely
 * part.
 */
export function readLine(
  text: string,
  cells: readonly string[],
  delimiter: string,
  datum: Datum = wgs84Datum,
): LineReading {
  const grouped = findGroupedAltitude(text);
  const plain = grouped?.plain ?? text;
  const plainCells = grouped === null ? cells : plain.split(delimiter);
  const whole = readPlainLine(plain, plainCells, delimiter, datum);
  const read = isPlace(whole.place) ? whole : (readBeforeAltitude(plain, delimiter, datum) ?? whole);
  if (isPlace(read.place) && grouped?.doubtful) {
    const number = readNumber(grouped.doubtful);
    if (number !== null && 'problem' in number)
      return { ...read, placeText: text.trim(), place: { problem: number.problem } };
  }
  const part = read.name === null || !isPlace(read.place) ? null : coordinateAtEnd(read.name);
  return part === null ? read : { ...read, place: problemOf(notOfPlace, { part }) };
}

const altitudeAtEnd =
  /[,;]\s*([-+]?\d{1,5}(?:[.,]\d+)?)\s?m(?:et(?:er|re)s?|etros?)?\.?(?:\s?(?:a\.?\s?s\.?\s?l\.?|s\.?\s?n\.?\s?m\.?|above sea level))?$/i;

/** Reads a name with a place before an altitude in metres at the end of a line, whose unit would pass for the last word of the name. */
function readBeforeAltitude(text: string, delimiter: string, datum: Datum): LineReading | null {
  const line = text.trim();
  const match = altitudeAtEnd.exec(line);
  const altitude = readNumber(match?.[1] ?? '');
  if (match === null || altitude === null || !('value' in altitude)) return null;
  const before = line.slice(0, match.index);
  const found = readPlainLine(before, before.split(delimiter), delimiter, datum);
  return isPlace(found.place) && found.altitudeMetres === null
    ? { ...found, altitudeMetres: altitude.value }
    : null;
}

/** Returns what is rather a coordinate than a part of a name at the end of one: `0.52 S` and `0°31.2'S`, not `Pump 3 S`. Null if there is none. */
function coordinateAtEnd(name: string): string | null {
  const end = name.slice(-40);
  const [part] =
    /(?:(?<![\p{L}\d.,])[NSEWO]\s?)?\d{1,3}(?:[.,]\d+)?\s?[°º][\d\s.,'’′"″°]*[NSEWO]?$/iu.exec(end) ??
    /(?<![\p{L}\d.,])\d{1,3}[.,]\d{2,}\s?[NSEWO]$/iu.exec(end) ??
    [];
  return part ?? null;
}

function readPlainLine(text: string, cells: readonly string[], delimiter: string, datum: Datum): LineReading {
  const line = text.trim();
  const whole = lineOf(datum, line);
  const short = readAfterShortName(cells, delimiter, datum);
  if (short !== null) return short;
  if (isPlace(whole.place)) {
    const numbered = readAfterNumber('', line, datum);
    if (numbered !== null && !isPlace(numbered.place)) return numbered;
    return whole;
  }
  const labelled = readLabelledLine(line, datum);
  if (labelled) return labelled;
  // With decimal commas, the cells of another separator are joined as degrees.
  if (cells.length === 2 && delimiter !== ',') {
    const pair = lineOf(datum, cells.map(degreesText).join(', '));
    if (isPlace(pair.place)) return pair;
  }
  const readAllCells = () => (cells.length > 1 ? readCells(cells, delimiter === ',', datum) : null);
  const read =
    // A comma may be that of a decimal number; another separator ends the name.
    (delimiter === ',' ? null : readAllCells()) ??
    readMgrsAfterName(line, datum) ??
    readAfterName(line, datum) ??
    readAllCells() ??
    readNamed(line, datum) ??
    readAfterNumber('', line, datum);
  if (read) return read;
  const [first = '', ...others] = cells.map((cell) => cell.trim());
  if (others.length === 0) return whole;
  const place = others
    .slice(0, 2)
    .map(delimiter === ',' ? String : degreesText)
    .join(', ');
  return lineOf(datum, place, { name: first });
}
