import type { TFunction } from 'i18next';
import { nudgeHeadings } from '../compare/offset-text.ts';
import { type ClassGroup, groupClasses, isOfPalette } from '../raster/class-groups.ts';
import { type CountedValues, countedPercents } from '../raster/measuring/value-counter.ts';
import type { AreaStatistics } from '../raster/raster-messages.ts';
import { bandText } from '../raster/style/band-names.ts';
import {
  coloursOfBands,
  computedName,
  computedOf,
  groupName,
  lineColour,
  rasterNameInTable,
} from './pixel-values.ts';
import type { ReadableRaster } from './readable-rasters.ts';
import type { TableOut } from './table-out.tsx';

/** The maximum number of bands that are counted at once. The user can select others by a style of one band or an expression. */
const maxChannels = 12;

/** A value of a raster that is counted. */
export interface Channel {
  expression: string;
  name: string;
  colour: string;
}

/**
 * Returns the counted values of a raster: the drawn value if it is computed, then its bands. One with a palette has none: its bands are the
 * colours of its classes, which are counted by themselves.
 */
export function channelsOf(t: TFunction, raster: ReadableRaster): Channel[] {
  if (isOfPalette(raster.info)) return [];
  const { bands } = raster.info;
  const colours = coloursOfBands(bands);
  const computed = computedOf(raster).map((expression, i) => ({
    expression,
    name: computedName(t, raster, expression),
    colour: lineColour(i),
  }));
  const own = bands.map((name, band) => ({
    expression: bandText(bands, band),
    name,
    colour: colours[band] ?? lineColour(band),
  }));
  return [...computed, ...own].slice(0, maxChannels);
}

/** A raster with its statistics; null if it was removed meanwhile. */
export interface CountedRaster {
  raster: ReadableRaster;
  channels: readonly Channel[];
  counted: AreaStatistics;
  /** The outlines of the area, flat `longitude, latitude`; null for the whole raster. */
  rings: readonly Float64Array[] | null;
}

/** A group of classes with its pixels in an area. */
export interface ClassCount {
  group: ClassGroup;
  pixels: number;
  /** Of all pixels that are of a class. */
  share: number;
}

/** Returns the classes of a raster that occur in an area, the most frequent first. */
export function classCounts({ raster, counted }: Pick<CountedRaster, 'raster' | 'counted'>): ClassCount[] {
  const all = counted.classPixels ?? [];
  const total = all.reduce((sum, pixels) => sum + pixels, 0);
  const { groups } = groupClasses(raster.info, { isStored: false });
  return groups
    .flatMap((group, i) => {
      const pixels = all[i] ?? 0;
      return pixels === 0 ? [] : [{ group, pixels, share: pixels / total }];
    })
    .toSorted((a, b) => b.pixels - a.pixels);
}

/** Returns the names of the statistics with their values, in the sequence in which they are shown. */
export function statisticRows(
  t: TFunction,
): { name: string; of: (values: CountedValues) => number | undefined }[] {
  return [
    { name: t('pixels.count'), of: ({ count }) => count },
    { name: t('pixels.min'), of: ({ min }) => min },
    { name: t('pixels.max'), of: ({ max }) => max },
    { name: t('pixels.mean'), of: ({ mean }) => mean },
    { name: t('pixels.deviation'), of: ({ deviation }) => deviation },
    ...countedPercents.map((percent, i) => ({
      name: percent === 50 ? t('pixels.median') : t('pixels.percentile', { percent }),
      of: ({ percentiles }: CountedValues) => percentiles[i],
    })),
  ];
}

/**
 * Returns the outline of an area as well-known text, so that its statistics can be computed again; null for a whole raster. Several rings
 * are lines, because each may be a part of the area or a hole in it.
 */
export function outlineText(rings: readonly Float64Array[] | null): string | null {
  if (rings === null || rings.length === 0) return null;
  const texts = rings.map((ring) => {
    const pairs = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
    const [first] = pairs;
    const last = pairs.at(-1);
    const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
    const closed = first && !isClosed ? [...pairs, first] : pairs;
    return `(${closed.map((pair) => pair.join(' ')).join(', ')})`;
  });
  return `${texts.length === 1 ? 'POLYGON' : 'MULTILINESTRING'} (${texts.join(', ')})`;
}

/**
 * Returns all statistics as a table, with a row for each class, band or computed value of each raster. The outline of the area is in the
 * first row of each raster.
 */
export function statisticsTable(t: TFunction, language: string, all: readonly CountedRaster[]): TableOut {
  const statistics = statisticRows(t);
  return {
    headings: [
      t('pixels.raster'),
      t('map.style.band'),
      t('pixels.inArea'),
      ...statistics.map(({ name }) => name),
      t('pixels.outlineWkt'),
      ...nudgeHeadings,
    ],
    rows: all.flatMap(({ raster, channels, counted, rings }) => {
      const ofClasses = classCounts({ raster, counted }).map(({ group, pixels }) => ({
        name: `${t('pixels.class')} ${groupName(group)}`,
        numbers: [pixels, ...statistics.slice(1).map(() => null)],
      }));
      const ofChannels = channels.map(({ name }, i) => {
        const values = counted.channels[i] ?? null;
        return {
          name,
          numbers: statistics.map(({ of }) => (values === null ? null : (of(values) ?? null))),
        };
      });
      return [...ofClasses, ...ofChannels].map(({ name, numbers }, i) => [
        rasterNameInTable(language, raster),
        name,
        counted.pixels,
        ...numbers,
        i === 0 ? outlineText(rings) : null,
        ...raster.offset,
      ]);
    }),
  };
}
