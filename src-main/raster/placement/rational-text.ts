import type { RationalModel } from '../../../src-shared/geometry/pixel-models.ts';
import { readForeignNumber } from '../../../src-shared/raster/foreign-number.ts';

/** The parts of a sensor model in the order of the model, and their names in files `.RPB`. */
const parts = [
  ['LINE', 'line'],
  ['SAMP', 'samp'],
  ['LAT', 'lat'],
  ['LONG', 'long'],
  ['HEIGHT', 'height'],
] as const;
const coefficients = [
  ['LINE_NUM_COEFF', 'lineNumCoef'],
  ['LINE_DEN_COEFF', 'lineDenCoef'],
  ['SAMP_NUM_COEFF', 'sampNumCoef'],
  ['SAMP_DEN_COEFF', 'sampDenCoef'],
] as const;
const coefficientCount = 20;

/**
 * Returns the rational functions of a sensor by GDAL's names of their parts (`LINE_OFF` …, the 20 coefficients of one function in one text),
 * taken at the mean height that they give; null if one is missing or no number.
 */
export function rationalModelOfPairs(pairs: ReadonlyMap<string, string>): RationalModel | null {
  const numbers = (kind: 'OFF' | 'SCALE') =>
    parts.map(([name]) => readForeignNumber(pairs.get(`${name}_${kind}`) ?? '') ?? Number.NaN);
  const [offsets, scales] = [numbers('OFF'), numbers('SCALE')];
  const [lineNumerator = [], lineDenominator = [], sampleNumerator = [], sampleDenominator = []] =
    coefficients.map(([name]) =>
      (pairs.get(name) ?? '')
        .trim()
        .split(/\s+/)
        .map((each) => readForeignNumber(each) ?? Number.NaN),
    );
  const functions = [lineNumerator, lineDenominator, sampleNumerator, sampleDenominator];
  const isWhole =
    functions.every((each) => each.length === coefficientCount) &&
    [...offsets, ...scales, ...functions.flat()].every(Number.isFinite) &&
    scales.every((scale) => scale !== 0);
  if (!isWhole) return null;
  return {
    offsets,
    scales,
    lineNumerator,
    lineDenominator,
    sampleNumerator,
    sampleDenominator,
    heightMetres: offsets[4] ?? 0,
  };
}

// A line begins with blanks, not with line ends: of a file full of them, `\s*` would try each, for minutes.

/** Reads a file `_RPC.TXT`: a line for each number, `LINE_OFF: 10 pixels`, `LINE_NUM_COEFF_1: 0.5`. */
export function readRpcText(text: string): RationalModel | null {
  const lines = new Map(
    [...text.matchAll(/^[ \t]*([A-Z_]{3,20}(?:_\d{1,2})?)[ \t]*[:=][ \t]*(\S{1,60})/gim)].map(
      ([, key = '', value = '']) => [key.toUpperCase(), value],
    ),
  );
  for (const [name] of coefficients) {
    const values = Array.from({ length: coefficientCount }, (_, n) => lines.get(`${name}_${n + 1}`) ?? '?');
    lines.set(name, values.join(' '));
  }
  return rationalModelOfPairs(lines);
}

/** Reads a file `.RPB` of DigitalGlobe and Maxar: `lineOffset = 10;`, `lineNumCoef = ( 0.5, …);`. */
export function readRpb(text: string): RationalModel | null {
  const pairs = new Map<string, string>();
  const written = new Map(
    [...text.matchAll(/^[ \t]*(\w{3,20})[ \t]*=\s*(\([^()]{1,4000}\)|[^;\r\n(]{1,200});/gm)].map(
      ([, key = '', value = '']) => [key, value.replace(/[(),]/g, ' ').trim()],
    ),
  );
  for (const [name, word] of parts) {
    pairs.set(`${name}_OFF`, written.get(`${word}Offset`) ?? '');
    pairs.set(`${name}_SCALE`, written.get(`${word}Scale`) ?? '');
  }
  for (const [name, word] of coefficients) pairs.set(name, written.get(word) ?? '');
  return rationalModelOfPairs(pairs);
}
