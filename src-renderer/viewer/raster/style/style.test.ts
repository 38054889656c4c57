import { describe, expect, it } from 'vitest';
import {
  defaultRasterStyle,
  type RasterPreset,
  rampNames,
} from '../../../../src-preload/contract/raster-styles.ts';
import { bandText, bindExpression, problemOf } from './band-names.ts';
import { createPicture } from './picture.ts';
import { expressionsOf, hasRamp, withPreset } from './presets.ts';
import { rampColours } from './ramps.ts';
import { statisticsOf } from './statistics.ts';
import { boundsOf } from './stretch.ts';

const analytic = { bands: ['Blue', 'Green', 'Red', 'NIR'], bitsPerSample: 16, scales: [] };
const drawn = (preset: RasterPreset, raster: Parameters<typeof expressionsOf>[1] = analytic) =>
  expressionsOf(withPreset(defaultRasterStyle, preset), raster);

describe('presets', () => {
  it('find their bands by name, whatever their order', () => {
    expect(drawn('true-colour')).toEqual(['#3', '#2', '#1']);
    expect(drawn('near-infrared')).toEqual(['#4', '#3', '#2']);
    expect(drawn('ndvi')).toEqual(['(nir - red) / (nir + red)']);
    expect(drawn('evi')).toEqual(['2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 10000)']);
    expect(drawn('evi', { ...analytic, bitsPerSample: 32 })?.[0]).toMatch(/\+ 1\)$/);
    // Scaled values are reflectance itself.
    const scales = [{ scale: 0.0001, offset: -0.1 }];
    expect(drawn('evi', { ...analytic, scales })?.[0]).toMatch(/\+ 1\)$/);
  });
  it('are not there where a band is not known by its name', () => {
    const unnamed = { bands: ['B1', 'B2', 'B3', 'B4'], bitsPerSample: 16, scales: [] };
    for (const preset of ['near-infrared', 'ndvi', 'ndwi', 'evi', 'savi'] as const)
      expect(drawn(preset, unnamed)).toBeNull();
    expect(drawn('true-colour', unnamed)).toEqual(['#1', '#2', '#3']);
    expect(drawn('savi', { ...analytic, bands: ['red', 'green', 'nir'] })).not.toBeNull();
    expect(drawn('evi', { ...analytic, bands: ['red', 'green', 'nir'] })).toBeNull();
  });
  it('of own bands need all of their names', () => {
    const style = { ...defaultRasterStyle, preset: 'bands' as const, channels: ['nir', 'Red / 2', '#1'] };
    expect(expressionsOf(style, analytic)).toEqual(style.channels);
    expect(expressionsOf(style, { ...analytic, bands: ['red', 'green', 'blue'] })).toBeNull();
  });
  it('set back what belongs to the preset before', () => {
    const byHand = {
      ...defaultRasterStyle.stretch,
      kind: 'by-hand' as const,
      bounds: [[1, 2] as [number, number]],
    };
    const style = withPreset(
      { ...defaultRasterStyle, gamma: 2, resampling: 'nearest', stretch: byHand },
      'ndwi',
    );
    expect(style).toMatchObject({
      ramp: 'brown-blue',
      gamma: 1,
      resampling: 'nearest',
      stretch: { kind: 'automatic' },
    });
    expect(hasRamp('ndwi') && !hasRamp('bands')).toBe(true);
  });
});

describe('names of bands', () => {
  const bands = ['Red', 'red edge', 'x', 'x', 'NIR 842 nm', ''];
  it.each([
    ['RED', null],
    ['"red edge"', null],
    ['nir', null],
    ['#3 + #4', null],
    ['x', 'severalBands'],
    ['green', 'noBand'],
    ['#7', 'noBand'],
    ['#0', 'noBand'],
  ])('%s: %s', (text, code) => expect(problemOf(text, bands)?.code ?? null).toBe(code));
  it('are written so that they are found again', () => {
    expect(bands.map((_, band) => bandText(bands, band))).toEqual([
      'Red',
      '"red edge"',
      '#3',
      '#4',
      '"NIR 842 nm"',
      '#6',
    ]);
  });
});

it('every ramp has 256 colours and ends where it begins when it is reversed', () => {
  for (const name of rampNames) {
    const [there, back] = [rampColours(name, false), rampColours(name, true)];
    expect(there).toHaveLength(768);
    expect([...there.slice(0, 3)]).toEqual([...back.slice(-3)]);
  }
});

it('true colour alone has one range for its channels', () => {
  const together = (preset: RasterPreset) => withPreset(defaultRasterStyle, preset).stretch.isTogether;
  expect(defaultRasterStyle.stretch.isTogether).toBe(true);
  expect([together('near-infrared'), together('bands')]).toEqual([false, false]);
  expect(withPreset(withPreset(defaultRasterStyle, 'ndvi'), 'true-colour').stretch.isTogether).toBe(true);
});

describe('stretch', () => {
  const values = Float32Array.from({ length: 1_001 }, (_, i) => i);
  const statistics = [statisticsOf(values), statisticsOf(values.map((value) => value * 2))];
  const of = (changes: object, automatic: readonly (readonly [number, number] | null)[] = [null, null]) =>
    boundsOf({
      stretch: { ...defaultRasterStyle.stretch, isTogether: false, ...changes },
      automatic,
      statistics,
    });
  it('by percentiles, by the ends, by deviations and by hand', () => {
    expect(of({ kind: 'percentile' })).toEqual([
      [20, 980],
      [40, 1_960],
    ]);
    expect(of({ kind: 'min-max' })).toEqual([
      [0, 1_000],
      [0, 2_000],
    ]);
    const [low = 0, high = 0] = of({ kind: 'deviation', deviations: 1 })?.[0] ?? [];
    expect(high - low).toBeCloseTo(2 * Math.sqrt((1_001 ** 2 - 1) / 12), 9);
    expect(of({ kind: 'by-hand', bounds: [[5, 6]] })).toEqual([
      [5, 6],
      [40, 1_960],
    ]);
  });
  it('together has one range for all, and an even surface has one too', () => {
    expect(of({ kind: 'min-max', isTogether: true })).toEqual([
      [0, 2_000],
      [0, 2_000],
    ]);
    const downward = of({ isTogether: true }, [
      [9, 2],
      [7, 1],
    ]);
    expect(downward?.[1]).toEqual([9, 1]);
    const even = boundsOf({
      stretch: { ...defaultRasterStyle.stretch, kind: 'min-max' },
      automatic: [null],
      statistics: [statisticsOf(Float32Array.of(3, 3))],
    });
    expect(even).toEqual([[3, 4]]);
  });
  it('waits for statistics only where it needs them', () => {
    const { stretch } = defaultRasterStyle;
    expect(boundsOf({ stretch, automatic: [[0, 9]], statistics: null })).toEqual([[0, 9]]);
    expect(boundsOf({ stretch, automatic: [null], statistics: null })).toBeNull();
    expect(boundsOf({ stretch, automatic: [null], statistics: [null] })).toEqual([[0, 1]]);
  });
});

it('statistics leave out what is no value', () => {
  expect(statisticsOf(Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY))).toBeNull();
  expect(statisticsOf(Float32Array.of(Number.NaN, 4, 2))).toMatchObject({
    count: 2,
    min: 2,
    max: 4,
    mean: 3,
    deviation: 1,
  });
});

it('three bands have the same colours painted by one walk over the pixels and channel by channel', () => {
  const nothing = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const count = 4_000;
  const bands = [3, 5, 7].map((factor) =>
    Array.from({ length: count }, (_, i) =>
      i % 11 === factor ? (nothing[i % 3] ?? 0) : ((i * factor) % 2_600) - 300,
    ),
  );
  const opacity = Uint8Array.from({ length: count }, (_, i) => (i % 13 === 0 ? 0 : 255 - (i % 5)));
  const { paint } = createPicture(
    {
      expressions: ['#1', '#2', '#3'],
      ramp: null,
      isRampReversed: false,
      gamma: 1,
      resampling: 'automatic',
      hidesZeros: false,
      bounds: [
        [0, 2_000],
        [100, 100],
        [1_500, 200],
      ],
    },
    ['a', 'b', 'c'],
  );
  // Values of 64 bits are painted channel by channel.
  const [one, other] = [Float32Array, Float64Array].map((Kind) =>
    paint({ count, planes: new Map(bands.map((values, band) => [band, Kind.from(values)])), opacity }),
  );
  expect(one).toEqual(other);
  const colourOf = (pixel: number) => [...(one?.subarray(4 * pixel, 4 * pixel + 4) ?? [])];
  // Of 0, 200 and 400: at the lower end, above a range of nothing, and within an inverted one.
  expect(colourOf(100)).toEqual([0, 255, 216, 255]);
  // Only red has nothing there.
  expect(colourOf(3)[0]).toBe(0);
  expect(new Set(one?.filter((_, at) => at % 4 === 3)).has(0)).toBe(true);
});

it('a band is also found by its number, as other programs write it', () => {
  const bands = ['Blue', 'Green', 'Red', 'NIR'];
  const at = (text: string, of = bands) => [...bindExpression(text, of).bandAt.values()];
  expect(at('(b4 - B3) / ("x@4" + "image@3")')).toEqual([3, 2, 3, 2]);
  expect(problemOf('b5', bands)).toMatchObject({ code: 'noBand' });
  // Where the bands have numbers, these count, and not the place in the file.
  const ofSentinel = ['B02 (blue)', 'B03 (green)', 'B04 (red)', 'B08 (nir)', 'B8A (nir08)'];
  expect(at('(B08 - b4) / (nir + red)', ofSentinel)).toEqual([3, 2, 3, 2]);
  expect(problemOf('b1', ofSentinel)).toMatchObject({ code: 'noBand' });
  expect(at('"x@1"', ofSentinel)).toEqual([0]);
});

it.each([
  ['fewer values than bars', 0, 200],
  ['a few more values than bars', 0, 300],
  ['negative ones', -7_000, 3_001],
])('whole values that are equally frequent have bars of one height: %s', (_name, first, last) => {
  const plane = Float64Array.from({ length: 10 * (last - first + 1) }, (_, i) => first + Math.floor(i / 10));
  const { histogram, range } = statisticsOf(plane) ?? { histogram: [], range: [0, 0] as const };
  // The last bar may have fewer values.
  expect(new Set([...histogram].slice(0, -1)).size).toBe(1);
  expect((range[1] - range[0]) / histogram.length).toBe((histogram[0] ?? 0) / 10);
  expect(range[0] % 1).not.toBe(0);
});

it('values that are all the same have one bar around them', () => {
  expect(statisticsOf(new Float64Array([5, 5, 5]))).toMatchObject({
    histogram: new Uint32Array([3]),
    range: [4.5, 5.5],
  });
});
