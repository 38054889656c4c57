import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { IndexPreset } from '../../../../src-preload/contract/plain-values.ts';
import { defaultRasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import { latitudeOf, longitudeOf } from '../../../../src-shared/geometry/mercator.ts';
import { readByGdal, statisticsByGdal } from '../../../../testing/gdal-files.ts';
import {
  createRasterFolder,
  type MadeRaster,
  madeAt,
  madeBands,
  tileWords,
} from '../../../../testing/raster-folder.ts';
import { geoTags, writeTiff } from '../../../../testing/write-tiff.ts';
import { groupClasses } from '../class-groups.ts';
import { openRaster, type RasterReader } from '../raster-reader.ts';
import { evaluatorOf, valuesOf } from '../style/picture.ts';
import { expressionsOf, withPreset } from '../style/presets.ts';
import { statisticsOf } from '../style/statistics.ts';
import { countedPercents } from './value-counter.ts';

/** GDAL makes the files and says what stands in them and what their statistics are. */
const sidePx = 96;
const { west, north, metres } = madeAt;
const { signal } = new AbortController();
const notAwaited = async () => undefined;
const rasters = createRasterFolder('nadir-measuring-');

async function opened(made: MadeRaster, names: readonly string[] = madeBands) {
  const path = await rasters.make({ ...made, words: [...tileWords, ...(made.words ?? [])] });
  const bands = names.slice(0, made.bands ?? 4);
  const { info } = await rasters.describeAndServe(path, { bands, mayBuild: false });
  return { path, info, reader: await openRaster({ info, bands: [0] }, rasters.origin()) };
}

/** The place of a position in pixels. */
const placeOf = (column: number, row: number) => [
  longitudeOf(west + column * metres),
  latitudeOf(north - row * metres),
];

const near = (value: number) => ({
  asymmetricMatch: (other: unknown) =>
    typeof other === 'number' && Math.abs(other - value) <= 1e-9 * Math.max(1, Math.abs(value)),
});

describe('the values at places', () => {
  it('are those that GDAL reads in the pixels that contain them, band for band', async () => {
    const { path, reader, info } = await opened({
      type: 'UInt16',
      words: ['-a_nodata', '0'],
      value: (x, y, b) => (x < 9 && y < 9 ? 0 : 100 + (((x * 53 + y * 29) * (b + 2)) % 8_000)),
    });
    const truth = await readByGdal(path, { bands: 4 });
    const positions = Array.from(
      { length: 300 },
      (_, i) => [(i * 31.7 + 0.05) % 96, (i * 7.3 + 0.05) % 96] as const,
    );
    const outside = [placeOf(-1, 5), placeOf(5, 96.5), [0, 0], placeOf(96.2, 96.2)].flat();
    const places = Float64Array.from([...positions.flatMap(([x, y]) => placeOf(x, y)), ...outside]);
    const { bands, pixels } = await reader.points(places, signal);
    reader.close();
    expect(bands).toHaveLength(info.bands.length);
    let holes = 0;
    for (const [at, [x, y]] of positions.entries()) {
      expect(pixels[2 * at]).toBeCloseTo(x, 5);
      expect(pixels[2 * at + 1]).toBeCloseTo(y, 5);
      const pixel = Math.floor(y) * sidePx + Math.floor(x);
      const isThere = truth.mask[pixel] !== 0;
      if (!isThere) holes += 1;
      for (const [band, plane] of bands.entries())
        expect(plane[at]).toBe(isThere ? truth.bands[band]?.[pixel] : Number.NaN);
    }
    expect(holes).toBeGreaterThan(0);
    for (let at = positions.length; at < places.length / 2; at += 1)
      expect(bands.map((plane) => plane[at])).toEqual([NaN, NaN, NaN, NaN]);
    expect([...pixels.subarray(-4, -2)]).toEqual([NaN, NaN]);
  });

  it('are found in any turn of the globe', async () => {
    const { reader } = await opened({ type: 'UInt16', bands: 1, value: (x, y) => x + 100 * y });
    const [longitude = 0, latitude = 0] = placeOf(7.5, 3.5);
    const places = [longitude, longitude + 360, longitude - 360].flatMap((each) => [each, latitude]);
    const { bands } = await reader.points(Float64Array.from(places), signal);
    reader.close();
    expect([...(bands[0] ?? [])]).toEqual([307, 307, 307]);
  });

  it('that have no data by an alpha band are none', async () => {
    const { reader } = await opened(
      {
        type: 'Byte',
        bands: 4,
        words: ['-colorinterp_4', 'alpha'],
        value: (x, y, b) => (b === 3 ? (x < 48 ? 0 : 9) : x + y + b),
      },
      ['Blue', 'Green', 'Red', 'alpha'],
    );
    const places = Float64Array.from([...placeOf(10.5, 2.5), ...placeOf(60.5, 2.5)]);
    const { bands } = await reader.points(places, signal);
    reader.close();
    expect(bands.map((plane) => [...plane])).toEqual([
      [NaN, 62],
      [NaN, 63],
      [NaN, 64],
    ]);
  });
});

describe('an index of a pixel equals its formula, computed again in 32-bit floats', () => {
  const { fround } = Math;
  const two = (run: (a: number, b: number) => number) => (a: number, b: number) => fround(run(a, b));
  const [add, minus, times, over] = [
    two((a, b) => a + b),
    two((a, b) => a - b),
    two((a, b) => a * b),
    two((a, b) => a / b),
  ];
  interface Bands {
    blue: number;
    green: number;
    red: number;
    nir: number;
  }
  const formulas: Record<IndexPreset, (of: Bands, one: number) => number> = {
    ndvi: ({ nir, red }) => over(minus(nir, red), add(nir, red)),
    ndwi: ({ nir, green }) => over(minus(green, nir), add(green, nir)),
    evi: ({ nir, red, blue }, one) =>
      over(
        times(fround(2.5), minus(nir, red)),
        add(minus(add(nir, times(6, red)), times(fround(7.5), blue)), one),
      ),
    savi: ({ nir, red }, one) =>
      over(times(fround(1.5), minus(nir, red)), add(add(nir, red), fround(one / 2))),
  };

  it.each(['UInt16', 'Byte', 'Float32'] as const)('%s', async (type) => {
    const { path, reader, info } = await opened({
      type,
      value: (x, y, b) => {
        const n = 1 + (((x * 53 + y * 29) * (b + 2)) % 250);
        return type === 'UInt16' ? n * 37 : type === 'Byte' ? n : n / 251;
      },
    });
    const truth = await readByGdal(path, { bands: 4 });
    const positions = Array.from({ length: 120 }, (_, i) => [(i * 5) % 96, (i * 17) % 96] as const);
    const places = Float64Array.from(positions.flatMap(([x, y]) => placeOf(x + 0.5, y + 0.5)));
    const { bands } = await reader.points(places, signal);
    reader.close();
    const one = { UInt16: 10_000, Byte: 255, Float32: 1 }[type];
    for (const preset of ['ndvi', 'ndwi', 'evi', 'savi'] as const) {
      const [text = ''] = expressionsOf(withPreset(defaultRasterStyle, preset), info) ?? [];
      const planes = new Map(bands.map((plane, band) => [band, plane]));
      const values = valuesOf(evaluatorOf(text, info.bands), {
        count: positions.length,
        planes,
        opacity: new Uint8Array(0),
      });
      const due = positions.map(([x, y]) => {
        const [blue = 0, green = 0, red = 0, nir = 0] = truth.bands.map((band) => band[y * sidePx + x]);
        return formulas[preset]({ blue, green, red, nir }, one);
      });
      // The last bit counts.
      expect([preset, ...values]).toEqual([preset, ...due]);
    }
  });
});

async function ofBands(reader: RasterReader, bands: number, rings: readonly Float64Array[] | null) {
  const expressions = Array.from({ length: bands }, (_, band) => `#${band + 1}`);
  return reader.area({ expressions, rings, hidesZeros: false }, signal, notAwaited);
}

it('statistics are of values, by the scale and offset that GDAL writes, and a stored zero is hidden as such', async () => {
  const { path, reader, info } = await opened({
    type: 'UInt16',
    bands: 4,
    words: ['-a_scale', '0.0001', '-a_offset', '-0.1'],
    value: (x, y, b) => (x === 0 ? 0 : 1_500 + (((x * 53 + y * 29) * (b + 2)) % 5_000)),
  });
  const truth = await readByGdal(path, { bands: 4 });
  const values = truth.bands.map((band) => band.map((stored) => stored * 0.0001 - 0.1));
  const [ndvi = ''] = expressionsOf(withPreset(defaultRasterStyle, 'ndvi'), info) ?? [];
  const request = { expressions: ['#3', ndvi], rings: null, hidesZeros: true };
  const { channels } = await reader.area(request, signal, notAwaited);
  const sampled = await reader.statistics({ ...request, view: null }, signal);
  reader.close();
  const there = Array.from({ length: sidePx ** 2 }, (_, i) => i).filter((i) => i % sidePx !== 0);
  const mean = (of: (i: number) => number) => there.reduce((sum, i) => sum + of(i), 0) / there.length;
  const [red = [], nir = []] = [values[2], values[3]];
  const index = (i: number) => ((nir[i] ?? 0) - (red[i] ?? 0)) / ((nir[i] ?? 0) + (red[i] ?? 0));
  expect(channels.map((channel) => channel?.count)).toEqual([there.length, there.length]);
  expect(channels[0]?.mean).toBeCloseTo(
    mean((i) => red[i] ?? 0),
    6,
  );
  expect(channels[1]?.mean).toBeCloseTo(mean(index), 6);
  expect(sampled.channels[1]?.min).toBeCloseTo(Math.min(...there.map(index)), 6);
});

describe('the statistics of a whole raster equal those of gdalinfo', () => {
  it.each<[string, MadeRaster]>([
    ['8 bits', { type: 'Byte', value: (x, y, b) => (x * 7 + y * 13 + b * 50) % 256 }],
    [
      '16 bits with nodata',
      {
        type: 'UInt16',
        words: ['-a_nodata', '0'],
        value: (x, y, b) => (x > 70 ? 0 : 4 + ((x * y) % 977) + b),
      },
    ],
    ['signed', { type: 'Int16', value: (x, y, b) => ((x * 371 + y * 13 + b) % 20_000) - 10_000 }],
    ['floats', { type: 'Float32', value: (x, y, b) => Math.sin(x * 0.3 + b) * Math.exp(y / 20) }],
    ['wide floats', { type: 'Float64', bands: 2, value: (x, y) => 1e6 + x * 0.001 + y * 1e-5 }],
    ['an even surface', { type: 'Float32', bands: 1, value: () => -3.25 }],
    [
      'floats with NaN',
      {
        type: 'Float32',
        words: ['-a_nodata', 'nan'],
        value: (x, y) => (x < 20 ? Number.NaN : x / (y + 1)),
      },
    ],
  ])('%s', async (_name, made) => {
    const { path, reader } = await opened(made);
    const truth = await statisticsByGdal(path);
    const { channels, pixels } = await ofBands(reader, truth.length, null);
    reader.close();
    expect(pixels).toBe(sidePx * sidePx);
    expect(channels).toMatchObject(
      truth.map((band) => ({
        min: near(band.STATISTICS_MINIMUM),
        max: near(band.STATISTICS_MAXIMUM),
        mean: near(band.STATISTICS_MEAN),
        deviation: near(band.STATISTICS_STDDEV),
      })),
    );
    // The percentiles are those of all values in their order.
    const samples = await readByGdal(path, { bands: truth.length });
    for (const [band, channel] of channels.entries()) {
      const known = statisticsOf(
        Float32Array.from(samples.bands[band] ?? []).filter((_, at) => samples.mask[at] !== 0),
      );
      expect(channel?.count).toBe(known?.count);
      expect(channel?.percentiles).toEqual(countedPercents.map((percent) => known?.quantiles[percent * 10]));
      const counted = channel?.histogram.reduce((sum, bar) => sum + bar, 0) ?? 0;
      expect(counted).toBeGreaterThan((channel?.count ?? 0) * 0.99);
    }
  });
});

describe('the classes of a raster are counted', () => {
  const valueAt = (x: number, y: number) => 10 * (1 + ((x * 5 + y * 3) % 4));
  const colours: Record<number, readonly [number, number, number]> = {
    10: [70, 107, 159],
    20: [104, 171, 95],
    30: [220, 216, 57],
    // The colour of another class.
    40: [70, 107, 159],
  };
  async function counted(path: string, rings: readonly Float64Array[] | null) {
    // Nadir draws a palette from a copy in its colours.
    const { info } = await rasters.describeAndServe(path, { mayBuild: true });
    const reader = await openRaster({ info, bands: [0] }, rasters.origin());
    const area = await reader.area({ expressions: [], rings, hidesZeros: false }, signal, notAwaited);
    reader.close();
    const { groups } = groupClasses(info, { isStored: false });
    return groups.map((group, i) => [group.map(({ value }) => value).join(), area.classPixels?.[i]]);
  }
  async function countedByGdal(path: string) {
    const { bands } = await readByGdal(path, { bands: 1 });
    const found = Map.groupBy(bands[0] ?? [], (value) => value);
    return (value: number) => found.get(value)?.length ?? 0;
  }

  it('by their palette, in an area too; two of one colour are counted as one', async () => {
    const path = rasters.pathOf('cover.tif');
    const { west: x0, north: y0, metres: side } = madeAt;
    writeTiff(path, {
      widthPx: sidePx,
      heightPx: sidePx,
      data: Uint8Array.from({ length: sidePx ** 2 }, (_, i) => valueAt(i % sidePx, Math.floor(i / sidePx))),
      tags: [
        ...geoTags({
          epsg: 3_857,
          geo: [
            { tag: 33_550, type: 12, values: [side, side, 0] },
            { tag: 33_922, type: 12, values: [0, 0, 0, x0, y0, 0] },
          ],
        }),
        { tag: 262, type: 3, values: [3] },
        {
          tag: 320,
          type: 3,
          values: [0, 1, 2].flatMap((channel) =>
            Array.from({ length: 256 }, (_, entry) => 257 * (colours[entry]?.[channel] ?? 0)),
          ),
        },
      ],
    });
    const truth = await countedByGdal(path);
    expect(await counted(path, null)).toEqual([
      ['10,40', truth(10) + truth(40)],
      ['20', truth(20)],
      ['30', truth(30)],
    ]);
    const corners = [placeOf(0, 0), placeOf(8, 0), placeOf(8, 1), placeOf(0, 1)].flat();
    const inRow = Array.from({ length: 8 }, (_, x) => valueAt(x, 0));
    expect(await counted(path, [Float64Array.from(corners)])).toEqual([
      ['10,40', inRow.filter((value) => value === 10 || value === 40).length],
      ['20', inRow.filter((value) => value === 20).length],
      ['30', inRow.filter((value) => value === 30).length],
    ]);
  });

  it('by their values, which the file may scale, without "no data"', async () => {
    const path = await rasters.make({
      type: 'Int16',
      bands: 1,
      words: ['-a_nodata', '40', '-a_scale', '0.5'],
      value: valueAt,
    });
    const names = [10, 20, 40].map((n) => `<Row index="${n}"><F>${n}</F><F>kind ${n}</F></Row>`).join('');
    writeFileSync(
      `${path}.aux.xml`,
      `<PAMDataset><PAMRasterBand band="1"><GDALRasterAttributeTable tableType="thematic">
        <FieldDefn index="0"><Name>Value</Name><Type>0</Type><Usage>5</Usage></FieldDefn>
        <FieldDefn index="1"><Name>Kind</Name><Type>2</Type><Usage>2</Usage></FieldDefn>
        ${names}</GDALRasterAttributeTable></PAMRasterBand></PAMDataset>`,
    );
    const truth = await countedByGdal(path);
    expect(await counted(path, null)).toEqual([
      ['10', truth(10)],
      ['20', truth(20)],
      ['40', 0],
    ]);
  });
});

describe('the statistics of an area', () => {
  const value = (x: number, y: number) => 1 + ((x * 97 + y * 31) % 5_000);
  /** The pixels whose centres lie in a polygon, by another rule: the sum of the angles at which its sides are seen. */
  function inside(polygon: readonly (readonly [number, number])[], x: number, y: number) {
    let angle = 0;
    for (const [i, [bx, by]] of polygon.entries()) {
      const [ax, ay] = polygon.at(i - 1) ?? [bx, by];
      const [px, py, qx, qy] = [ax - x, ay - y, bx - x, by - y];
      angle += Math.atan2(px * qy - py * qx, px * qx + py * qy);
    }
    return Math.abs(angle) > Math.PI;
  }

  it.each<[string, readonly (readonly [number, number])[]]>([
    [
      'a triangle',
      [
        [10.2, 4.1],
        [80.7, 33.3],
        [21.9, 90.4],
      ],
    ],
    [
      'an outline that is not convex',
      [
        [5.3, 5.3],
        [60.1, 8.8],
        [30.6, 31.2],
        [70.4, 88.6],
        [8.2, 70.7],
      ],
    ],
    [
      'one that goes on beyond the raster',
      [
        [-30.4, -20.6],
        [50.3, 20.2],
        [140.8, 110.9],
        [-15.7, 60.4],
      ],
    ],
    [
      'one that contains the raster',
      [
        [-900, -900],
        [900, -900],
        [900, 900],
        [-900, 900],
      ],
    ],
  ])('%s are those of the pixels whose centres lie in it', async (_name, polygon) => {
    const { reader } = await opened({ type: 'UInt16', bands: 1, value });
    // Straight lines of the raster's plane are none in degrees.
    const steps = Array.from({ length: 200 }, (_, i) => i / 200);
    const ring = polygon.flatMap(([x, y], i) => {
      const [toX, toY] = polygon[(i + 1) % polygon.length] ?? [x, y];
      return steps.flatMap((share) => placeOf(x + (toX - x) * share, y + (toY - y) * share));
    });
    const { channels, pixels } = await ofBands(reader, 1, [Float64Array.from(ring)]);
    reader.close();
    const due = Array.from(
      { length: sidePx * sidePx },
      (_, i) => [i % sidePx, Math.floor(i / sidePx)] as const,
    )
      .filter(([x, y]) => inside(polygon, x + 0.5, y + 0.5))
      .map(([x, y]) => value(x, y));
    expect(pixels).toBe(due.length);
    const known = statisticsOf(Float32Array.from(due));
    expect(channels).toMatchObject([
      { count: due.length, min: known?.min, max: known?.max, mean: near(known?.mean ?? 0) },
    ]);
  });

  it('leave out the holes of the area, and count what lies in several parts of it', async () => {
    const { reader } = await opened({ type: 'UInt16', bands: 1, value });
    const square = (from: number, to: number) =>
      Float64Array.from([
        ...placeOf(from, from),
        ...placeOf(to, from),
        ...placeOf(to, to),
        ...placeOf(from, to),
      ]);
    const { pixels } = await ofBands(reader, 1, [square(10, 40), square(20, 30), square(50, 60)]);
    reader.close();
    // The sides are short, so they are straight among the pixels.
    expect(pixels).toBe(30 ** 2 - 10 ** 2 + 10 ** 2);
  });

  it('outside of the raster are none, and a cancelled count ends', async () => {
    const { reader } = await opened({ type: 'UInt16', bands: 1, value });
    const away = Float64Array.from([30, 30, 31, 30, 31, 31]);
    expect(await ofBands(reader, 1, [away])).toEqual({ pixels: 0, channels: [null], classPixels: null });
    const cancelled = new AbortController();
    const parts: number[] = [];
    const counted = reader.area(
      { expressions: ['#1'], rings: null, hidesZeros: false },
      cancelled.signal,
      async (share) => {
        parts.push(share);
        cancelled.abort();
      },
    );
    await expect(counted).rejects.toThrow();
    expect(parts).toEqual([0]);
    reader.close();
  });
});
