import { describe, expect, it } from 'vitest';
import { fillFrom, type SampleWindow, samplePixels, toValues } from './sample-pixels.ts';
import { createPicture, type PaintStyle } from './style/picture.ts';

/** Three bands of a 4 × 3 raster: each sample says where it is. */
const data = Float32Array.from({ length: 4 * 3 * 3 }, (_, i) => {
  const pixel = Math.floor(i / 3);
  return 1_000 * (i % 3) + 100 * Math.floor(pixel / 4) + 10 * (pixel % 4);
});
const names = ['a', 'b', 'c'];
const whole = {
  window: { data, samplesPerPixel: 3, left: 0, top: 0, width: 4, height: 3 } as SampleWindow,
  shown: ['a', 'b', 'c'],
  read: [0, 1, 2],
  bounds: [
    [0, 255],
    [1_000, 1_255],
    [2_000, 2_255],
  ] as PaintStyle['bounds'],
  nodata: null as number | null,
  isFloat: false,
  scales: [] as { scale: number; offset: number }[],
  alpha: null as { sample: number; full: number } | null,
  smooth: false,
  hidesZeros: false,
};
const plain = { ramp: null, isRampReversed: false, gamma: 1, resampling: 'automatic' } as const;

/** Reads one place and paints it, as the reader does. */
function at(column: number, row: number, options: Partial<typeof whole> = {}) {
  const { window, shown, read, bounds, nodata, isFloat, scales, alpha, smooth, hidesZeros } = {
    ...whole,
    ...options,
  };
  const own = { ...window, data: window.data.slice() };
  toValues(own, { bands: read, nodata, isFloat, scales, alpha, hidesZeros });
  const picture = createPicture({ ...plain, hidesZeros, expressions: shown, bounds }, names);
  const pixels = samplePixels({
    window: own,
    bands: read,
    alpha,
    smooth,
    levelWidth: 4,
    levelHeight: 3,
    pixels: Float64Array.of(column, row),
  });
  return [...picture.paint(pixels)];
}

describe('one pixel for one pixel', () => {
  it('takes each band stretched by its own two values', () => {
    expect(at(2.5, 1.5)).toEqual([120, 120, 120, 255]);
    expect(at(0, 0)).toEqual([0, 0, 0, 255]);
  });
  it('takes the bands in the order asked for', () => {
    const bounds: PaintStyle['bounds'] = [
      [2_000, 2_255],
      [0, 255],
      [1_000, 1_255],
    ];
    expect(at(3.9, 2.9, { shown: ['c', 'a', 'b'], bounds })).toEqual([230, 230, 230, 255]);
  });
  it('is clear outside of the raster', () => {
    for (const [column, row] of [
      [-0.01, 1],
      [4, 1],
      [1, 3],
      [1, -0.5],
      [Number.NaN, 1],
    ] as const)
      expect(at(column, row)).toEqual([0, 0, 0, 0]);
  });
  it('is clear where every shown band says "no data", and only there', () => {
    const holed = Float32Array.from(data);
    holed.fill(0, 0, 3);
    const window = { ...whole.window, data: holed };
    expect(at(0.5, 0.5, { window, nodata: 0 })[3]).toBe(0);
    expect(at(1.5, 0.5, { window, nodata: 0 })[3]).toBe(255);
    const unset = Float32Array.from(data).fill(Number.NaN, 0, 3);
    expect(at(0.5, 0.5, { window: { ...whole.window, data: unset } })[3]).toBe(0);
    // One dark band is no hole.
    holed.set([0, 1_050, 2_050], 0);
    expect(at(0.5, 0.5, { window, nodata: 0 })[3]).toBe(255);
  });
});

describe('an alpha', () => {
  const covered = Float32Array.from({ length: 4 * 3 * 2 }, (_, i) =>
    i % 2 === 0 ? 100 : i < 8 ? 0 : 65_535,
  );
  const window = { ...whole.window, data: covered, samplesPerPixel: 2 };
  const bounds: PaintStyle['bounds'] = [
    [0, 255],
    [0, 255],
    [0, 255],
  ];
  const options = { window, shown: ['a', 'a', 'a'], read: [0], bounds, alpha: { sample: 1, full: 65_535 } };
  it('of nothing leaves a pixel clear, and does not bleed into its neighbours', () => {
    expect(at(1.5, 0.5, options)).toEqual([0, 0, 0, 0]);
    expect(at(1.5, 1.5, options)).toEqual([100, 100, 100, 255]);
    const hidden = covered.map((value, i) => (i % 2 === 0 && i < 8 ? 60_000 : value));
    const bled = { ...options, smooth: true, window: { ...window, data: hidden } };
    expect(at(1.5, 1.1, bled)).toEqual([100, 100, 100, 255]);
  });
});

describe('smooth', () => {
  it('is the pixel at its centre and the mean half-way', () => {
    expect(at(1.5, 1.5, { smooth: true })[0]).toBe(110);
    expect(at(2, 1.5, { smooth: true })[0]).toBe(115);
    expect(at(2, 2, { smooth: true })[0]).toBe(165);
  });
  it('keeps the edge pixel at the edge', () => {
    expect(at(0.1, 0.1, { smooth: true })[0]).toBe(0);
    expect(at(3.99, 2.99, { smooth: true })[0]).toBe(230);
  });
  it('is not darkened by neighbours without data', () => {
    const holed = Float32Array.from(data);
    holed.fill(0, 3 * 5, 3 * 6);
    const seen = at(2, 1.5, { smooth: true, nodata: 0, window: { ...whole.window, data: holed } });
    expect(seen).toEqual([120, 120, 120, 255]);
  });
});

it('reads a window that is cut from the middle of a level', () => {
  const cut = data.filter((_, i) => Math.floor(i / 12) > 0 && Math.floor(i / 3) % 4 > 0);
  const window = { data: cut, samplesPerPixel: 3, left: 1, top: 1, width: 3, height: 2 };
  expect(at(2.5, 1.5, { window })).toEqual([120, 120, 120, 255]);
});

it('hides pixels that are zero in all bands, and only those', () => {
  const zeros = Float32Array.from(data).fill(0, 0, 3);
  zeros[3] = 0;
  const window = { ...whole.window, data: zeros };
  expect(at(0.5, 0.5, { window })[3]).toBe(255);
  expect(at(0.5, 0.5, { window, hidesZeros: true })[3]).toBe(0);
  expect(at(1.5, 0.5, { window, hidesZeros: true })[3]).toBe(255);
});

it('fills what has nothing from the other side of the world', () => {
  const side = (value: number, opacity: number) => ({
    count: 1,
    opacity: Uint8Array.of(opacity),
    planes: new Map([[0, Float32Array.of(value)]]),
  });
  const empty = side(Number.NaN, 0);
  fillFrom(empty, side(7, 255));
  expect([empty.planes.get(0)?.[0], empty.opacity[0]]).toEqual([7, 255]);
  const full = side(3, 200);
  fillFrom(full, side(7, 255));
  expect([full.planes.get(0)?.[0], full.opacity[0]]).toEqual([3, 200]);
});

describe('a single value', () => {
  const style: PaintStyle = {
    ramp: 'grey',
    isRampReversed: false,
    gamma: 1,
    resampling: 'nearest',
    hidesZeros: false,
    expressions: ['a / b'],
    bounds: [[0, 2]],
  };
  const pixels = {
    count: 4,
    opacity: Uint8Array.of(255, 255, 128, 0),
    planes: new Map([
      [0, Float32Array.of(1, 0, 4, 1)],
      [1, Float32Array.of(1, 0, 1, 1)],
    ]),
  };
  it('has the colour of its ramp, is cut off at the ends, and transparent where it has no value', () => {
    expect([...createPicture(style, names).paint(pixels)]).toEqual([
      128, 128, 128, 255, 0, 0, 0, 0, 255, 255, 255, 128, 0, 0, 0, 0,
    ]);
  });
  it('is bent by gamma, and its ramp can be reversed', () => {
    const bent = createPicture({ ...style, gamma: 2 }, names).paint(pixels);
    expect(bent[0]).toBe(Math.round(255 * Math.SQRT1_2));
    expect(createPicture({ ...style, isRampReversed: true }, names).paint(pixels)[8]).toBe(0);
  });
  it('has the first and last colours of viridis at its ends', () => {
    const viridis = createPicture({ ...style, ramp: 'viridis', bounds: [[1, 4]] }, names).paint(pixels);
    expect([...viridis.slice(0, 3)]).toEqual([0x44, 0x01, 0x54]);
    expect([...viridis.slice(8, 11)]).toEqual([0xfd, 0xe7, 0x25]);
  });
});
