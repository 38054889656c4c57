import table from '../../resources/epsg/definitions.json' with { type: 'json' };

/** A coordinate system of the table, which places and rasters share. */
export interface CoordinateSystem {
  code: number;
  name: string;
  /** For proj4. A geographic system in grads says `+units=grad`, which proj4 does not read: see `degreesPerUnit`. */
  definition: string;
  /** How far the definition may be from the exact system within its area, in metres; 0 below one metre. */
  metres: number;
  /** The area of use in degrees; west is greater than east across the antimeridian. */
  area: { west: number; south: number; east: number; north: number };
}

/**
 * Returns true if the shift of the datum of a definition is not known: the dataset of EPSG has none. A sphere needs none, because its
 * degrees are meant as those of any map.
 */
export const isWithoutShift = (definition: string): boolean =>
  !/\+(?:datum|towgs84|nadgrids|b)=/.test(definition);

const lines: Readonly<Record<string, string>> = table;
/** Codes of other registries for Web Mercator that many files give as EPSG codes. */
const webMercator = new Set([900_913, 102_100, 102_113, 3_785]);

/** Returns the system of an EPSG code; null if the table does not have it. */
export function systemOfCode(code: number): CoordinateSystem | null {
  const [definition, metres = '', area = '', name = ''] =
    lines[String(webMercator.has(code) ? 3_857 : code)]?.split('\t') ?? [];
  // Systems that cannot be computed are in the table by their names alone.
  if (definition === undefined || definition === '') return null;
  const [west = -180, south = -90, east = 180, north = 90] = area.split(' ').map(Number);
  return { code, name, definition, metres: Number(metres), area: { west, south, east, north } };
}

/** Names of systems in files are far shorter, also as addresses. */
const longestName = 500;

/** Returns the EPSG code in a name of a system such as `urn:ogc:def:crs:EPSG::3857`; 4326 for CRS84; else null. */
export function codeInName(name: string): number | null {
  // The pattern of codes tries each `EPSG` of a name up to its end.
  if (name.length > longestName) return null;
  if (/CRS:?:?84$/i.test(name.trim())) return 4326;
  if (/CRS:?:?83$/i.test(name.trim())) return 4269;
  const code =
    /(?:EPSG|ESRI)[\s:/]*(?:.*[:/]\s*)?(\d{1,6})$/i.exec(name.trim())?.[1] ??
    /^\s*(\d{4,6})\s*$/.exec(name)?.[1];
  return code === undefined ? null : Number(code);
}

/** Returns the degrees of one unit of a geographic definition: 0.9 for grads. */
export const degreesPerUnit = (definition: string): number => (definition.includes('+units=grad') ? 0.9 : 1);

/** Returns a name without what programs write differently: case, blanks, punctuation, and that its code is deprecated. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(deprecated\)/g, '')
    .replace(/[^a-z0-9]/g, '');

let codes: Map<string, number[]> | null = null;

/** The codes by plain name, read from the table when the first name is looked up. */
function codesByName(): Map<string, number[]> {
  if (codes !== null) return codes;
  codes = new Map();
  for (const [code, line] of Object.entries(lines))
    for (const name of line.split('\t').slice(3)) {
      const plain = plainName(name);
      if (plain !== '') codes.set(plain, [...(codes.get(plain) ?? []), Number(code)]);
    }
  return codes;
}

const isDeprecated = (code: number): boolean => lines[String(code)]?.includes(' (deprecated)') === true;

/** Returns the codes of the systems with this name, as EPSG or as ESRI spells it; those that are deprecated come last. */
export const codesOfName = (name: string): readonly number[] =>
  [...(codesByName().get(plainName(name)) ?? [])].sort(
    (one, other) => Number(isDeprecated(one)) - Number(isDeprecated(other)),
  );

/** Returns the words of a name as the table has them: `Zona 19 sur`, `zone 19 South` and `19S` are the same. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\b(\d{1,2})\s*(?:sur|south|sul|s)\b/g, '$1s')
    .replace(/\b(\d{1,2})\s*(?:norte|north|n)\b/g, '$1n')
    .replace(/\b(?:zona|zone|huso|fuso)\b/g, ' ')
    .replace(/\b(wgs|psad|sad|etrs|ed|nad)[\s_-]*(\d\d)/g, '$1$2')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The datums of current receivers and maps, and the older ones that many field tables still have. */
const commonDatums = ['wgs84', 'etrs89', 'sirgas', 'nad83', 'psad56', 'sad69', 'ed50'];

/** Returns the rank of a system among those with the same words: those with a common datum come first, and UTM before others. */
function rankOf(words: ReadonlySet<string>): number {
  const found = commonDatums.findIndex((datum) => words.has(datum));
  const rank = found < 0 ? commonDatums.length : found;
  return words.has('utm') ? rank : rank + 0.5;
}

/** Returns the codes of the systems whose names have all the words of a text, for example `PSAD56 19S`. */
export function codesWithWords(text: string): number[] {
  const exact = codesOfName(text);
  if (exact.length > 0) return [...exact];
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  // The names have a zone with its hemisphere, which a person may leave out.
  const namesZone = /\b(?:utm|zona|zone|huso|fuso)\b/i.test(text);
  const isAmong = (word: string, words: ReadonlySet<string>) =>
    words.has(word) ||
    (namesZone && /^\d{1,2}$/.test(word) && (words.has(`${word}n`) || words.has(`${word}s`)));
  return Object.entries(lines)
    .flatMap(([code, line]) => {
      const words = new Set(wordsOf(line.split('\t')[3] ?? ''));
      return wanted.every((word) => isAmong(word, words)) ? [{ code: Number(code), words }] : [];
    })
    .sort((one, other) => rankOf(one.words) - rankOf(other.words))
    .map(({ code }) => code);
}
