import i18next from 'i18next';
import { expect, it } from 'vitest';
import {
  libraryFileIdSchema,
  librarySceneIdSchema,
  sceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { rasterInfoSchema } from '../../../src-preload/contract/library.ts';
import {
  defaultRasterStyle,
  type PixelOffset,
  type RasterStyle,
} from '../../../src-preload/contract/raster-styles.ts';
import { segmentOf, segmentsOf } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { isOfPalette } from '../raster/class-groups.ts';
import { wavelengthsOf } from '../raster/wavelengths.ts';
import { styledRaster } from '../raster-style/style-on-raster.ts';
import { boxRing, measuredRing } from './area-rings.ts';
import { type CountedRaster, channelsOf, classCounts, statisticsTable } from './area-statistics.ts';
import { differenceAt, indexOn } from './difference-values.ts';
import { classesAt, computedAt, computedOf, formatSample, isInside, scalingOf } from './pixel-values.ts';
import { extremesOf, plotChoices, valueLines, withGaps } from './plot-lines.ts';
import { maxSamples, neededSamples, readProfile, samplesAlong } from './profile-samples.ts';
import { type ReadableRaster, readingKey } from './readable-rasters.ts';
import { spectraOf } from './spectra-panel.tsx';
import { tabbedText } from './table-out.tsx';

const info = rasterInfoSchema.parse({
  fileId: 1,
  librarySceneId: 7,
  fileName: 'a.tif',
  path: '/files/raster/1',
  widthPx: 10,
  heightPx: 8,
  bitsPerSample: 16,
  nodata: null,
  hasAlpha: false,
  scales: [null, null, null, null],
  placement: {
    kind: 'placed',
    projection: 'EPSG:32631',
    epsg: 32_631,
    rough: null,
    box: [3, 0, 4, 1],
    model: { kind: 'affine', geoTransform: [0, 1, 0, 0, 0, -1] },
  },
  bands: ['Blue', 'Green', 'Red', 'NIR'],
  stretch: [
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ],
});

it('values are scaled only where the file or the service says how', () => {
  const ofService = { ...info, isServiceAnalytic: true };
  // Four bands of 16 bits with near infrared may be anything.
  expect(scalingOf(info, 0)).toBeNull();
  expect(scalingOf(ofService, 0)).toEqual({ scale: 0.0001, offset: 0, as: 'reflectance' });
  const declared = [null, { scale: 0.5, offset: -3 }, null, null];
  expect(scalingOf({ ...info, scales: declared }, 1)).toEqual({ scale: 0.5, offset: -3, as: 'declared' });
  // The other bands of this file are not said to be reflectance.
  expect(scalingOf({ ...ofService, scales: declared }, 0)).toBeNull();
  expect(scalingOf({ ...ofService, bitsPerSample: 32 }, 0)).toBeNull();
  expect(scalingOf({ ...ofService, bitsPerSample: 8 }, 0)).toBeNull();
});

it('the class of a pixel is found by its colour, and by its value where there is no palette', () => {
  const water = { value: 11, name: 'Water', colour: [70, 107, 159] as [number, number, number] };
  const bare = { value: 31, name: null, colour: [9, 9, 9] as [number, number, number] };
  const rock = { value: 32, name: 'Rock', colour: [9, 9, 9] as [number, number, number] };
  const cover = { classes: [water, bare, rock], scales: [] };
  const at = (...samples: number[]) => ({
    bands: samples.map((sample) => Float64Array.of(sample)),
    pixels: Float64Array.of(0, 0),
  });
  expect(isOfPalette(cover)).toBe(true);
  expect(classesAt(cover, at(70, 107, 159))).toEqual([water]);
  // One colour of two classes says no more than that it is one of them.
  expect(classesAt(cover, at(9, 9, 9))).toEqual([bare, rock]);
  expect(classesAt(cover, at(Number.NaN, Number.NaN, Number.NaN))).toEqual([]);
  const named = { classes: [{ ...water, colour: null }], scales: [] };
  expect(isOfPalette(named)).toBe(false);
  expect(classesAt(named, at(11))).toEqual(named.classes);
  expect(classesAt(info, at(11, 1, 1, 1))).toEqual([]);
});

it('a profile and statistics over a palette are of its classes, not of its colours', () => {
  const classes = [
    { value: 11, name: 'Water', colour: [70, 107, 159] as [number, number, number] },
    { value: 31, name: 'Rock', colour: [9, 9, 9] as [number, number, number] },
  ];
  const palette = { ...info, bands: ['red', 'green', 'blue'], scales: [null, null, null], classes };
  const styled = styledRaster(defaultRasterStyle, palette);
  if (!styled) throw new Error('it has these bands');
  const reader = { points: async () => null, area: async () => null };
  const raster: ReadableRaster = { ...styled, scene: null, reader, offset: [0, 0] };
  const words = i18next.createInstance();
  void words.init({ lng: 'cimode' });
  expect(plotChoices(words.t, [raster])).toEqual([{ value: 'bands', label: 'pixels.class' }]);
  const read = {
    bands: [
      [70, 9, 1],
      [107, 9, 1],
      [159, 9, 1],
    ].map((plane) => Float32Array.from(plane)),
    pixels: Float64Array.of(0, 0, 1, 0, 2, 0),
  };
  const [line, ...others] = valueLines(words.t, raster, read, 'bands');
  expect([[...(line?.values ?? [])], others]).toEqual([[11, 31, Number.NaN], []]);
  expect([line?.nameOf?.(31), line?.nameOf?.(5)]).toEqual(['31 Rock', null]);
  expect(channelsOf(words.t, raster)).toEqual([]);
  const result = {
    raster,
    channels: [],
    counted: { pixels: 4, channels: [], classPixels: [1, 3] },
    rings: null,
  };
  expect(classCounts(result).map(({ group, share }) => [group[0]?.name, share])).toEqual([
    ['Rock', 0.75],
    ['Water', 0.25],
  ]);
  const { headings, rows } = statisticsTable(words.t, 'en', [result]);
  const at = headings.indexOf('pixels.count');
  expect(rows.map((row) => [row[1], row[at], row.length])).toEqual([
    ['pixels.class 31 Rock', 3, headings.length],
    ['pixels.class 11 Water', 1, headings.length],
  ]);
});

it('what is computed is the drawn value, by the formula of the style', () => {
  const style: RasterStyle = { ...defaultRasterStyle, preset: 'ndvi' };
  const styled = styledRaster(style, info);
  if (!styled) throw new Error('it has these bands');
  const [text = ''] = computedOf(styled);
  const read = {
    bands: [1, 2, 300, 700].map((value) => Float32Array.of(value, Number.NaN)),
    pixels: Float64Array.of(3.5, 4.5, 10, 4),
  };
  expect([...computedAt(styled, text, read)]).toEqual([Math.fround(400 / 1_000), Number.NaN]);
  expect([isInside(styled, read, 0), isInside(styled, read, 1)]).toEqual([true, false]);
  const plain = styledRaster(defaultRasterStyle, info);
  expect(plain && computedOf(plain)).toEqual([]);
});

it('what is computed is computed with values, and not with stored samples, where the file declares a scale', () => {
  const scale = { scale: 0.0001, offset: -0.1 };
  const scaled = { ...info, scales: [scale, scale, scale, scale] };
  const styled = styledRaster({ ...defaultRasterStyle, preset: 'ndvi' }, scaled);
  if (!styled) throw new Error('it has these bands');
  const [text = ''] = computedOf(styled);
  const read = {
    bands: [1, 2, 3_000, 4_000].map((value) => Float32Array.of(value)),
    pixels: Float64Array.of(1, 1),
  };
  // (0.3 - 0.2) / (0.3 + 0.2), and not (4,000 - 3,000) / 7,000.
  expect(computedAt(styled, text, read)[0]).toBeCloseTo(0.2, 6);
  const bands = styledRaster(defaultRasterStyle, scaled);
  expect(bands?.automatic[0]?.[0]).toBeCloseTo(5 * 0.0001 - 0.1, 9);
});

it('whole numbers are written in full, others with the digits of a 32-bit float', () => {
  expect(
    [4_294_967_295, -3, 0.1, Math.fround(0.1), 12_345.678, 123_466_474.25, Number.NaN].map((value) =>
      formatSample('en', value),
    ),
  ).toEqual(['4,294,967,295', '-3', '0.1', '0.1', '12,345.68', '123,466,474', 'NaN']);
});

it('bands stand at their wavelengths only where all of them are known', () => {
  expect(wavelengthsOf(['Blue', 'Green', 'Red', 'NIR'])).toEqual({
    at: [480, 545, 640, 825],
    areAssumed: true,
  });
  expect(wavelengthsOf(['443 nm', 'Red', '0.865 µm'])).toEqual({ at: [443, 640, 865], areAssumed: true });
  expect(wavelengthsOf(['443 nm', '865 nm'])).toEqual({ at: [443, 865], areAssumed: false });
  expect(wavelengthsOf(['Blue', 'B9'])).toBeNull();
  expect(wavelengthsOf(['490 nm', '490 nm'])).toBeNull();
});

it('samples lie at even distances on the geodesics, the ends among them', () => {
  const vertices: LonLat[] = [
    [179.9, 10],
    [-179.9, 10.1],
    [-179.8, 10],
  ];
  const segments = segmentsOf(vertices);
  const { metres, places } = samplesAlong(segments, 101);
  expect(metres.at(-1)).toBeCloseTo(
    segments.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0),
    6,
  );
  const steps = places.slice(1).map((to, i) => segmentOf(places[i] ?? to, to).lengthMetres);
  // Over the vertex in the middle the chord is shorter than the way.
  const [least = 0, ...others] = steps.sort((a, b) => a - b);
  expect(least).toBeLessThanOrEqual((metres[1] ?? 0) + 1e-6);
  for (const step of others) expect(step).toBeCloseTo(metres[1] ?? 0, 5);
  const last = places.at(-1);
  expect(((last?.[0] ?? 0) + 540) % 360).toBeCloseTo(0.2, 9);
  expect(last?.[1]).toBeCloseTo(10, 9);
});

it('a profile has a sample for each pixel, up to a limit', async () => {
  const pixels = (columns: number[]) =>
    neededSamples({ bands: [], pixels: Float64Array.from(columns.flatMap((column) => [column, 0])) });
  expect(pixels([0, 10, 20])).toBe(21);
  // What is outside has no pixels; it is taken to be like the rest.
  expect(pixels([0, 10, 20, Number.NaN, Number.NaN])).toBe(41);
  expect(pixels([Number.NaN, Number.NaN])).toBe(2);
  const asked: number[] = [];
  const reader = {
    points: async (places: Float64Array) => {
      asked.push(places.length / 2);
      return {
        bands: [new Float32Array(places.length / 2)],
        pixels: Float64Array.from(places, (value, at) => (at % 2 === 0 ? value * 1e5 : 0)),
      };
    },
    area: async () => null,
  };
  const line = (longitude: number): LonLat[] => [
    [0, 0],
    [longitude, 0],
  ];
  const { signal } = new AbortController();
  const short = await readProfile(reader, line(0.001), signal);
  expect(short).toMatchObject({ isCoarser: false, metres: { length: 101 } });
  const long = await readProfile(reader, line(0.1), signal);
  expect(long).toMatchObject({ isCoarser: true, metres: { length: maxSamples } });
  expect(asked).toEqual([129, 101, 129, maxSamples]);
});

it('the outline of an area follows the geodesics of its sides', () => {
  const ring = measuredRing([
    [0, 60],
    [1, 60],
    [1, 61],
  ]);
  const latitudes = [...ring].filter((_, at) => at % 2 === 1);
  // The shortest way between two places of a parallel runs north of it.
  expect(Math.max(...latitudes.slice(0, 50))).toBeGreaterThan(60.0005);
  const [longitude = Number.NaN, latitude = Number.NaN] = ring.slice(-2);
  expect(longitude).toBeCloseTo(ring[0] ?? Number.NaN, 12);
  expect(latitude).toBeCloseTo(ring[1] ?? Number.NaN, 12);
  expect([...boxRing([1, 2, 3, 4])]).toEqual([1, 2, 3, 2, 3, 4, 1, 4]);
});

it('gaps are no values, and a table is text that a spreadsheet reads and does not run', () => {
  const values = Float32Array.of(1, Number.NaN, 3);
  expect(withGaps(values)).toEqual([1, null, 3]);
  expect(extremesOf(values)).toEqual({ min: 1, max: 3, mean: 2 });
  expect(extremesOf(Float32Array.of(Number.NaN))).toBeNull();
  expect(
    tabbedText({
      headings: ['Name', 'Value'],
      rows: [
        ['=1+1', -1.5],
        ['a\tb', null],
      ],
    }),
  ).toBe('Name\tValue\r\n\'=1+1\t-1.5\r\n"a\tb"\t\r\n');
});

it('the table of statistics has the outline of their area, closed, in its first row', () => {
  const styled = styledRaster(defaultRasterStyle, info);
  if (!styled) throw new Error('it has these bands');
  const reader: ReadableRaster['reader'] = {
    points: () => Promise.reject(new Error('not read')),
    area: () => Promise.reject(new Error('not read')),
  };
  const result = (rings: readonly Float64Array[] | null): CountedRaster => ({
    raster: { ...styled, scene: null, reader, offset: [0, 0] },
    channels: ['Blue', 'Red'].map((name) => ({ expression: name, name, colour: '#fff' })),
    counted: { pixels: 4, channels: [null, null], classPixels: null },
    rings,
  });
  const words = i18next.createInstance();
  void words.init({ lng: 'cimode' });
  const outlines = (rings: readonly Float64Array[] | null) => {
    const { headings, rows } = statisticsTable(words.t, 'en', [result(rings)]);
    const at = headings.indexOf('pixels.outlineWkt');
    return rows.map((row) => row[at]);
  };
  const square = boxRing([3, 0, 4, 1]);
  expect(outlines([square])).toEqual(['POLYGON ((3 0, 4 0, 4 1, 3 1, 3 0))', null]);
  expect(outlines([square, square])[0]).toMatch(/^MULTILINESTRING \(\(3 0, .*\), \(3 0, .*\)\)$/);
  expect(outlines(null)).toEqual([null, null]);
});

it('shows no values of the raster before under the name of the one that is read now', () => {
  const styled = styledRaster(defaultRasterStyle, info);
  if (styled === null) throw new Error('a style expected');
  const reader: ReadableRaster['reader'] = { points: async () => null, area: async () => null };
  const of = (fileId: number, offset: PixelOffset): ReadableRaster => ({
    ...styled,
    info: { ...info, fileId: libraryFileIdSchema.parse(fileId) },
    scene: null,
    reader,
    offset,
  });
  const at: LonLat = [3.5, 0.5];
  const read = {
    keys: [readingKey(of(1, [0, 0]))],
    places: [at],
    values: [{ bands: [7, 8, 9, 10].map((value) => Float64Array.of(value)), pixels: Float64Array.of(0, 0) }],
  };
  const valuesOf = (fileId: number, offset: PixelOffset = [0, 0]) =>
    spectraOf([of(fileId, offset)], [{ id: 1, name: '', at }], read, false)[0]?.values;
  expect(valuesOf(1)).toEqual([7, 8, 9, 10]);
  expect(valuesOf(2)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  // Nudged, it has other values there.
  expect(valuesOf(1, [1, 0])).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
});

it('subtracts the index of the earlier capture from that of the later one, whatever order they are shown in', () => {
  const captures = [1, 2].map((id) => ({
    librarySceneId: librarySceneIdSchema.parse(id),
    sceneId: sceneIdSchema.parse(`s${id}`),
    timestamp: `202${id}-01-01T00:00:00Z`,
    period: null,
    satelliteName: null,
  }));
  const [earlier = null, later = null] = captures;
  const rasterOf = (id: number): ReadableRaster => {
    const styled = styledRaster(defaultRasterStyle, {
      ...info,
      librarySceneId: librarySceneIdSchema.parse(id),
    });
    if (styled === null) throw new Error('no band');
    return {
      ...styled,
      scene: null,
      reader: { points: async () => null, area: async () => null },
      offset: [0, 0],
    };
  };
  const valuesOf = (red: number, nir: number) => ({
    bands: [0, 0, red, nir].map((value) => Float64Array.of(value)),
    pixels: Float64Array.of(1, 1),
  });
  const difference = { index: 'ndvi', reach: 0.5, later, earlier } as const;
  // NDVI is (NIR - red) / (NIR + red): 0.6 later, 0.2 earlier.
  const [before, after] = [valuesOf(400, 600), valuesOf(200, 800)];
  expect(differenceAt(difference, [rasterOf(1), rasterOf(2)], [before, after])).toBeCloseTo(0.4, 6);
  expect(differenceAt(difference, [rasterOf(2), rasterOf(1)], [after, before])).toBeCloseTo(0.4, 6);
  expect(differenceAt(difference, [rasterOf(2), rasterOf(1)], [after, null])).toBeNaN();
  expect(indexOn(rasterOf(1), difference)).not.toBeNull();
});
