import type { TFunction } from 'i18next';
import type { RasterClass, RasterInfo } from '../../../src-preload/contract/library.ts';
import { scaledValue } from '../../../src-shared/raster/band-scales.ts';
import { bandOfColour } from '../../../src-shared/raster/raster-bands.ts';
import { formatAcquired } from '../../kit/i18n/format.ts';
import { type ClassGroup, groupClasses } from '../raster/class-groups.ts';
import type { Plane } from '../raster/expression/evaluate.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import { bindExpression } from '../raster/style/band-names.ts';
import { evaluatorOf, valuesOf } from '../raster/style/picture.ts';
import { isIndex } from '../raster/style/presets.ts';
import type { ReadableRaster } from './readable-rasters.ts';

/** The scaling of stored values of a band to physical ones. */
export interface Scaling {
  scale: number;
  offset: number;
  /** `reflectance` if the service documents it for analytic rasters; `declared` if the file declares it, without a quantity. */
  as: 'reflectance' | 'declared';
}

/** Analytic rasters of the service have reflectance × 10,000 in 16 bits (service §10.5). */
const reflectance: Scaling = { scale: 1 / 10_000, offset: 0, as: 'reflectance' };

/**
 * Returns the scaling of a band: as the file declares it, else as the service documents it for its analytic rasters; null if neither
 * does. Of a raster from somewhere else nobody says that it is reflectance, whatever its bands are.
 */
export function scalingOf(
  {
    scales,
    bitsPerSample,
    isServiceAnalytic,
  }: Pick<RasterInfo, 'scales' | 'bitsPerSample' | 'isServiceAnalytic'>,
  band: number,
): Scaling | null {
  const declared = scales[band] ?? null;
  if (declared !== null) return { ...declared, as: 'declared' };
  return isServiceAnalytic === true && bitsPerSample === 16 && scales.every((each) => each === null)
    ? reflectance
    : null;
}

/** Returns the values of a band for its stored samples, by the scale and offset that the file declares. */
export function declaredValues({ scales }: Pick<RasterInfo, 'scales'>, band: number, stored: Plane): Plane {
  const of = scales[band] ?? null;
  return of === null ? stored : stored.map((sample) => scaledValue(sample, of));
}

/** Returns the expressions of the style that are more than a single band, each once. */
export function computedOf({ expressions, info }: Pick<ReadableRaster, 'expressions' | 'info'>): string[] {
  return [...new Set(expressions)].filter(
    (text) => bindExpression(text, info.bands).expression.kind !== 'band',
  );
}

/** Returns the name of an expression: that of its index, else its text. */
export function computedName(t: TFunction, { style }: Pick<ReadableRaster, 'style'>, text: string): string {
  return isIndex(style.preset) ? t(`map.preset.${style.preset}`) : text;
}

/** Returns the values of an expression at places; NaN if there are none. */
export function computedAt(
  { info }: Pick<ReadableRaster, 'info'>,
  text: string,
  { bands, pixels }: PointValues,
): Plane {
  const planes = new Map(bands.map((plane, band) => [band, declaredValues(info, band, plane)]));
  const count = pixels.length / 2;
  return valuesOf(evaluatorOf(text, info.bands), { count, planes, opacity: new Uint8Array(0) });
}

/** The classes of a pixel. More than one if a palette draws several classes in the same colour. */
export function classesAt(
  info: Pick<RasterInfo, 'classes' | 'scales'>,
  read: PointValues | null,
): RasterClass[] {
  if (read === null) return [];
  const { groups, groupAt } = groupClasses(info, { isStored: true });
  return [...(groups[groupAt(read.bands, 0)] ?? [])];
}

/** Returns the value of the class of each place, NaN for no class. Of classes in the same colour it is the first. */
export function classValues(
  info: Pick<RasterInfo, 'classes' | 'scales'>,
  { bands, pixels }: PointValues,
): Plane {
  const { groups, groupAt } = groupClasses(info, { isStored: true });
  return Float64Array.from(
    { length: pixels.length / 2 },
    (_, place) => groups[groupAt(bands, place)]?.[0]?.value ?? Number.NaN,
  );
}

/** Returns what a group of classes is called: their values with their names. */
export const groupName = (group: ClassGroup): string =>
  group.map(({ value, name }) => (name === null ? String(value) : `${value} ${name}`)).join(' / ');

/** Returns true if a place is within the raster. */
export function isInside(
  { info }: Pick<ReadableRaster, 'info'>,
  { pixels }: PointValues,
  index: number,
): boolean {
  const [column = Number.NaN, row = Number.NaN] = [pixels[2 * index], pixels[2 * index + 1]];
  return column >= 0 && row >= 0 && column < info.widthPx && row < info.heightPx;
}

/**
 * Formats a value of a raster: integers in full, others with seven significant digits, as a 32-bit float has, or with the given
 * number. The digits before the decimal point are never rounded: zeros in their place would pass for the value.
 */
export function formatSample(locale: string, value: number, significantDigits = 7): string {
  const digitsBefore = Math.abs(value) < 1e20 ? Math.trunc(Math.abs(value)).toString().length : 1;
  const digits = Number.isInteger(value) ? 21 : Math.max(significantDigits, digitsBefore);
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: digits }).format(value);
}

/** Returns a value without separators, for other programs. */
export const plainSample = (value: number): string => (Number.isFinite(value) ? String(value) : '');

/** Returns the name of a raster among others: its date and satellite, else its file name. */
export function rasterName(language: string, { scene, info }: ReadableRaster): string {
  const time = scene === null ? null : formatAcquired(language, scene);
  return [time, scene?.satelliteName].filter(Boolean).join(' · ') || info.fileName;
}

/** Returns the name of a raster in a table that is taken away: with its file, since several files may have a date and satellite. */
export function rasterNameInTable(language: string, raster: ReadableRaster): string {
  const name = rasterName(language, raster);
  const { fileName } = raster.info;
  return name === fileName ? name : `${name} · ${fileName}`;
}

const bandColours: Record<string, string> = {
  red: '#d9534f',
  green: '#3f9c52',
  blue: '#4a7fd0',
  nir: '#9a6bd0',
};
const otherColours = ['#c08a1e', '#1fa1a1', '#d0699e', '#7d8b99', '#6c8f2f', '#5b6ee1', '#b5651d', '#3d9bd6'];

/** Returns a colour that is visible on both backgrounds. */
export const lineColour = (index: number): string =>
  otherColours[index % otherColours.length] ?? 'currentColor';

/** Returns the colours of the lines of bands; known bands such as red have their own colour. */
export function coloursOfBands(bands: readonly string[]): string[] {
  const own = new Map(
    Object.entries(bandColours).flatMap(([name, css]) => {
      const colour = (['red', 'green', 'blue', 'nir'] as const).find((each) => each === name);
      const band = colour ? bandOfColour(bands, colour) : null;
      return band === null ? [] : [[band, css] as const];
    }),
  );
  return bands.map((_, band) => own.get(band) ?? lineColour(band));
}
