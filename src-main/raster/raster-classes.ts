import { mostClasses } from '../../src-preload/contract/library.ts';
import { isPalette, paletteColours } from './raster-colours.ts';
import type { RasterImage } from './raster-image.ts';
import type { RasterRecord } from './raster-record.ts';

/**
 * Returns the classes that the samples of a raster stand for: the entries of a palette that occur in it, with the colours in which they
 * are drawn, else the values that have names. Undefined if it has no classes, or too many for classes.
 */
export function listClasses(
  image: RasterImage,
  { names, used }: { names: ReadonlyMap<number, string>; used: readonly number[] },
): RasterRecord['classes'] {
  const colours = isPalette(image) ? paletteColours(image) : null;
  const values = colours === null ? [...names.keys()].toSorted((a, b) => a - b) : used;
  if (values.length === 0 || values.length > mostClasses) return undefined;
  return values.map((value) => ({
    value,
    name: names.get(value) ?? null,
    colour:
      colours === null
        ? null
        : [colours[3 * value] ?? 0, colours[3 * value + 1] ?? 0, colours[3 * value + 2] ?? 0],
  }));
}
