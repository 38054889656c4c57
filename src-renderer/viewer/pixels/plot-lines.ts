import type { TFunction } from 'i18next';
import { groupClasses, isOfPalette } from '../raster/class-groups.ts';
import type { Plane } from '../raster/expression/evaluate.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import {
  classValues,
  coloursOfBands,
  computedAt,
  computedName,
  computedOf,
  declaredValues,
  groupName,
  lineColour,
} from './pixel-values.ts';
import type { ReadableRaster } from './readable-rasters.ts';

/** The maximum number of lines, because more could not be distinguished. */
const maxLines = 16;

/** The plotted values of each raster: the drawn value, all bands, or `band 2` for the third one. */
export type PlotChoice = 'computed' | 'bands' | `band ${number}`;

/** Values of a raster that are plotted as one line. */
export interface ValueLine {
  label: string;
  colour: string;
  values: Plane;
  /** What a value stands for; left out where values are quantities. */
  nameOf?: (value: number) => string | null;
}

/** Returns the choices of values for a plot of the rasters, the default first. */
export function plotChoices(
  t: TFunction,
  rasters: readonly ReadableRaster[],
): { value: PlotChoice; label: string }[] {
  const [first] = rasters;
  if (first === undefined) return [];
  if (isOfPalette(first.info)) return [{ value: 'bands', label: t('pixels.class') }];
  const [computed] = computedOf(first);
  return [
    ...(computed === undefined
      ? []
      : [{ value: 'computed' as const, label: computedName(t, first, computed) }]),
    { value: 'bands' as const, label: t('pixels.allBands') },
    ...first.info.bands.map((name, band) => ({ value: `band ${band}` as const, label: name })),
  ];
}

/** Returns the lines of a raster's values at places, at most `maxLines`; of a raster with a palette that of its classes. */
export function valueLines(
  t: TFunction,
  raster: ReadableRaster,
  values: PointValues,
  choice: PlotChoice,
): ValueLine[] {
  // The bands of a palette are the colours of its classes, and the file has no such values.
  if (isOfPalette(raster.info)) {
    const { groups } = groupClasses(raster.info, { isStored: true });
    const names = new Map(groups.map((group) => [group[0]?.value, groupName(group)]));
    return choice === 'computed'
      ? []
      : [
          {
            label: t('pixels.class'),
            colour: lineColour(0),
            values: classValues(raster.info, values),
            nameOf: (value) => names.get(value) ?? null,
          },
        ];
  }
  if (choice === 'computed')
    return computedOf(raster).map((text, i) => ({
      label: computedName(t, raster, text),
      colour: lineColour(i),
      values: computedAt(raster, text, values),
    }));
  const colours = coloursOfBands(raster.info.bands);
  return raster.info.bands
    .flatMap((label, band) => {
      const plane = values.bands[band];
      if (!plane || (choice !== 'bands' && choice !== `band ${band}`)) return [];
      return [
        {
          label,
          colour: colours[band] ?? lineColour(band),
          values: declaredValues(raster.info, band, plane),
        },
      ];
    })
    .slice(0, maxLines);
}

/** Returns the values for a plot, with null for gaps. */
export const withGaps = (values: Plane): (number | null)[] =>
  Array.from(values, (value) => (Number.isFinite(value) ? value : null));

/** Returns the minimum, maximum and mean of values without “no data”; null if there are no others. */
export function extremesOf(values: Plane): { min: number; max: number; mean: number } | null {
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    count += 1;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return count === 0 ? null : { min, max, mean: sum / count };
}
