import type { RasterClass, RasterInfo } from '../../../src-preload/contract/library.ts';
import { scaledValue } from '../../../src-shared/raster/band-scales.ts';
import type { Plane } from './expression/evaluate.ts';

/** The classes of a raster that no pixel tells apart: one class, or several that a palette draws in the same colour. */
export type ClassGroup = readonly RasterClass[];

/** Returns true if a raster is drawn by a palette, so that its bands are the colours of its classes and no values of the file. */
export const isOfPalette = ({ classes }: Pick<RasterInfo, 'classes'>): boolean =>
  classes?.some(({ colour }) => colour !== null) ?? false;

/** The first bands of a raster, which say the class of a pixel: three colours of a palette, else one value. */
export const classBands = (info: Pick<RasterInfo, 'classes'>): readonly number[] =>
  info.classes === undefined ? [] : isOfPalette(info) ? [0, 1, 2] : [0];

/**
 * Returns the classes of a raster in groups, and the function that finds the group of a pixel from its values in `classBands`, by the
 * number of the group; −1 for a pixel of no class. `isStored`: the values are stored samples, to which no declared scale was applied.
 */
export function groupClasses(
  info: Pick<RasterInfo, 'classes' | 'scales'>,
  { isStored }: { isStored: boolean },
): { groups: readonly ClassGroup[]; groupAt: (planes: readonly Plane[], pixel: number) => number } {
  const scale = isStored ? null : (info.scales[0] ?? null);
  const ofPalette = isOfPalette(info);
  const keyOf = ({ value, colour }: RasterClass) =>
    colour === null ? scaledValue(value, scale) : (colour[0] * 256 + colour[1]) * 256 + colour[2];
  const byKey = Map.groupBy(info.classes ?? [], keyOf);
  const numbers = new Map([...byKey.keys()].map((key, group) => [key, group]));
  return {
    groups: [...byKey.values()],
    groupAt([first, second, third], pixel) {
      const value = first?.[pixel] ?? Number.NaN;
      const key = ofPalette
        ? (value * 256 + (second?.[pixel] ?? Number.NaN)) * 256 + (third?.[pixel] ?? Number.NaN)
        : value;
      return numbers.get(key) ?? -1;
    },
  };
}
