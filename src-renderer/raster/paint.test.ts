import { describe, expect, it } from 'vitest';
import { type PaintOptions, paint } from './paint.ts';

/** Three bands of a 4 × 3 raster: each sample says where it is. */
const data = Uint16Array.from({ length: 4 * 3 * 3 }, (_, i) => {
  const pixel = Math.floor(i / 3);
  return 1_000 * (i % 3) + 100 * Math.floor(pixel / 4) + 10 * (pixel % 4);
});
const whole: PaintOptions = {
  pixels: new Float64Array(),
  window: { data, samplesPerPixel: 3, left: 0, top: 0, width: 4, height: 3 },
  levelWidth: 4,
  levelHeight: 3,
  bands: [0, 1, 2],
  stretch: [
    [0, 255],
    [1_000, 1_255],
    [2_000, 2_255],
  ],
  nodata: null,
  alpha: null,
  smooth: false,
};
const at = (column: number, row: number, options: Partial<PaintOptions> = {}) => [
  ...paint({ ...whole, ...options, pixels: Float64Array.of(column, row) }),
];

describe('one pixel for one pixel', () => {
  it('takes each band stretched by its own two values', () => {
    expect(at(2.5, 1.5)).toEqual([120, 120, 120, 255]);
    expect(at(0, 0)).toEqual([0, 0, 0, 255]);
  });
  it('takes the bands in the order asked for', () => {
    const stretch = [
      [2_000, 2_255],
      [0, 255],
      [1_000, 1_255],
    ] as const;
    expect(at(3.9, 2.9, { bands: [2, 0, 1], stretch })).toEqual([230, 230, 230, 255]);
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
    const holed = Uint16Array.from(data);
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
  const covered = Uint16Array.from({ length: 4 * 3 * 2 }, (_, i) => (i % 2 === 0 ? 100 : i < 8 ? 0 : 65_535));
  const window = { ...whole.window, data: covered, samplesPerPixel: 2 };
  const options = { window, bands: [0, 0, 0], alpha: { sample: 1, full: 65_535 } } as const;
  const stretch = [
    [0, 255],
    [0, 255],
    [0, 255],
  ] as const;
  it('of nothing leaves a pixel clear, and does not bleed into its neighbours', () => {
    expect(at(1.5, 0.5, { ...options, stretch })).toEqual([0, 0, 0, 0]);
    expect(at(1.5, 1.5, { ...options, stretch })).toEqual([100, 100, 100, 255]);
    const hidden = covered.map((value, i) => (i % 2 === 0 && i < 8 ? 60_000 : value));
    const bled = { ...options, stretch, smooth: true, window: { ...window, data: hidden } };
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
    const holed = Uint16Array.from(data);
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
