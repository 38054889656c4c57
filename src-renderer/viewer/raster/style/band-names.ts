import {
  bandOfColour,
  colours,
  isNumberedBand,
  splitBandName,
} from '../../../../src-shared/raster/raster-bands.ts';
import { type BandNode, bandsIn, type Expression, parseExpression } from '../expression/parse-expression.ts';
import { ExpressionError, type ExpressionProblem } from '../expression/tokens.ts';

const folded = (name: string) => name.trim().toLowerCase();

/** Returns the number in a name such as `B4`, `b04` or `band 4`; null for another name. `B8A` is no fourth band. */
function numberIn(name: string): number | null {
  const digits = /^b(?:and)?[ _]?0*(\d{1,5})$/i.exec(name.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Returns the band that a number means in the ways of other programs, `b4` and `"image@4"`; null if there is none. Where the bands have
 * numbers of their own, `b4` is the band with that number, because the fourth one may be another.
 */
function bandOfNumber(bands: readonly string[], name: string): number | null {
  const ofCalculator = /@(\d{1,5})$/.exec(name)?.[1];
  const number = ofCalculator === undefined ? numberIn(name) : Number(ofCalculator);
  if (number === null) return null;
  const names = bands.map((band) => splitBandName(band).name);
  if (ofCalculator === undefined && names.some((each) => /\d/.test(each) && isNumberedBand(each))) {
    const at = names.findIndex((each) => numberIn(each) === number);
    return at < 0 ? null : at;
  }
  return number >= 1 && number <= bands.length ? number - 1 : null;
}

/**
 * Returns the number of the band, from 0, that a word of an expression means: `#2` is the second of the file; else it is
 * the band of this name in any case, with or without what stands in brackets behind it; else `red`, `green`, `blue` and `nir` are the
 * bands that their names show to be these; else `b4` and `"image@4"`, as other programs write it, are the fourth.
 * @throws ExpressionError if there is none, or more than one of this name.
 */
export function bandOf(bands: readonly string[], { name, position, at }: BandNode): number {
  if (position !== null) {
    if (position < 1 || position > bands.length) throw new ExpressionError('noBand', at, name);
    return position - 1;
  }
  const isNamed = (band: string) =>
    folded(band) === folded(name) || folded(splitBandName(band).name) === folded(name);
  const [first, second] = bands.flatMap((band, i) => (isNamed(band) ? [i] : []));
  if (second !== undefined) throw new ExpressionError('severalBands', at, name);
  if (first !== undefined) return first;
  const colour = colours.find((each) => each === folded(name));
  const found = colour === undefined ? bandOfNumber(bands, name) : bandOfColour(bands, colour);
  if (found === null) throw new ExpressionError('noBand', at, name);
  return found;
}

/** An expression whose bands are known: `bandAt` has the number of each band by its place in the text. */
export interface BoundExpression {
  expression: Expression;
  bandAt: ReadonlyMap<number, number>;
}

/**
 * Reads an expression for a raster with these bands.
 * @throws ExpressionError with the place in the text.
 */
export function bindExpression(text: string, bands: readonly string[]): BoundExpression {
  const expression = parseExpression(text);
  const bandAt = new Map(bandsIn(expression).map((node) => [node.at, bandOf(bands, node)]));
  return { expression, bandAt };
}

/** Returns what is wrong with an expression for a raster with these bands; null if it can be drawn. */
export function problemOf(text: string, bands: readonly string[]): ExpressionProblem | null {
  try {
    bindExpression(text, bands);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.problem;
    throw error;
  }
}

/** Returns the name of a band as it stands in an expression: in quotes if it is not one word; by number if another has it too. */
export function bandText(bands: readonly string[], band: number): string {
  const name = bands[band] ?? '';
  if (name.trim() === '' || bands.some((other, i) => i !== band && folded(other) === folded(name)))
    return `#${band + 1}`;
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
