import { bandOfColour, colours } from '../../../src-preload/codecs/raster-bands.ts';
import { type BandNode, bandsIn, type Expression, parseExpression } from '../expression/parse-expression.ts';
import { ExpressionError, type ExpressionProblem } from '../expression/tokens.ts';

const folded = (name: string) => name.trim().toLowerCase();

/**
 * Returns the number of the band, from 0, that a word of an expression means: `#2` is the second of the file; else it is
 * the band of this name in any case; else `red`, `green`, `blue` and `nir` are the bands that their names show to be
 * these.
 * @throws ExpressionError if there is none, or more than one of this name.
 */
export function bandOf(bands: readonly string[], { name, position, at }: BandNode): number {
  if (position !== null) {
    if (position < 1 || position > bands.length) throw new ExpressionError('noBand', at, name);
    return position - 1;
  }
  const [first, second] = bands.flatMap((band, i) => (folded(band) === folded(name) ? [i] : []));
  if (second !== undefined) throw new ExpressionError('severalBands', at, name);
  if (first !== undefined) return first;
  const colour = colours.find((each) => each === folded(name));
  const found = colour === undefined ? null : bandOfColour(bands, colour);
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
