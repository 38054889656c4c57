import { expect, it } from 'vitest';
import type { DrawnOutlines } from './missing-outlines.ts';
import { createOutlinePixels, type PixelView } from './outline-pixels.ts';

const [width, height] = [60, 40];
const solid = { pixel: 0xff_20_40_60, width: 1.2 };
const faint = { pixel: 0x73_20_40_60, width: 1.2 };

/** Numbers from 0 to 1, the same in each run. */
const chance = (i: number) => {
  const value = Math.sin(i * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};
const rings = Array.from({ length: 300 }, (_, i) => {
  const [x, y, size] = [200 * chance(i) - 70, 160 * chance(i + 0.5) - 90, 4 + 20 * chance(i + 0.25)];
  return Float64Array.of(x, y, x + size, y + 1, x + size - 2, y + size, x + 1, y + size - 1, x, y);
});
const outlines = (style = solid, of = rings): DrawnOutlines => ({
  within: ({ west, south, east, north }) => [
    {
      world: 0,
      areas: of.flatMap((ring, i) =>
        ring.some((x, at) => at % 2 === 0 && x >= west - 25 && x <= east + 25) &&
        ring.some((y, at) => at % 2 === 1 && y >= south - 25 && y <= north + 25)
          ? [i]
          : [],
      ),
    },
  ],
  ringOf: (i) => of[i],
  styleOf: () => style,
});

function begin(view: PixelView) {
  const words = new Uint32Array(width * height);
  return { words, pixels: createOutlinePixels({ width, height, words }, view) };
}
function drawn(view: PixelView, given = outlines()): Uint32Array {
  const { words, pixels } = begin(view);
  pixels.draw(given, () => false);
  return words;
}
const start: PixelView = { left: 0, top: 0, pixelSize: 1 };
const alphaAt = (words: Uint32Array, x: number, y: number) => (words[y * width + x] ?? 0) >>> 24;

it('a line through the middle of pixels covers them, and its neighbours a little', () => {
  const square = Float64Array.of(10.5, -10.5, 30.5, -10.5, 30.5, -30.5, 10.5, -30.5, 10.5, -10.5);
  const words = drawn(start, outlines(solid, [square]));
  expect([9, 10, 11, 12].map((y) => alphaAt(words, 20, y))).toEqual([26, 255, 26, 0]);
  expect([9, 10, 11, 12].map((x) => alphaAt(words, x, 20))).toEqual([26, 255, 26, 0]);
  expect(alphaAt(words, 20, 20)).toBe(0);
});

it('half transparent lines never add up to an opaque one', () => {
  const twice = [rings[0] ?? new Float64Array(), ...rings, ...rings];
  const words = drawn(start, outlines(faint, twice));
  expect(Math.max(...words.map((word) => word >>> 24))).toBe(0x73);
});

it.each([
  [7, 2],
  [-5, 11],
  [0, -3],
  [59, 39],
  [-200, 0],
])('a picture that was dragged by %i and %i pixels is equal to one that is drawn there', (x, y) => {
  const { words, pixels } = begin(start);
  pixels.draw(outlines(), () => false);
  const there = { ...start, left: x, top: -y };
  expect(pixels.moveTo(there)).toBe(true);
  expect(pixels.isWhole()).toBe(false);
  pixels.draw(outlines(), () => false);
  expect(pixels.isWhole()).toBe(true);
  expect(words).toEqual(drawn(there));
});

it('a picture that is dragged while it is drawn in slices becomes whole', () => {
  const { words, pixels } = begin(start);
  let at = { ...start };
  for (let step = 0; step < 12; step += 1) {
    pixels.draw(outlines(), () => true);
    at = { ...at, left: at.left + 3, top: at.top + 2 };
    pixels.moveTo(at);
  }
  expect(pixels.isWhole()).toBe(false);
  for (let step = 0; step < 1_000 && !pixels.isWhole(); step += 1) pixels.draw(outlines(), () => true);
  expect(words).toEqual(drawn(at));
});

it('says how far a view lies from its pixels, and shows the nearest one meanwhile', () => {
  const { pixels } = begin(start);
  expect(pixels.offGrid({ left: 4, top: -2 })).toBe(0);
  expect(pixels.offGrid({ left: 4.25, top: -2.5 })).toBe(0.5);
  pixels.moveTo({ left: 4.25, top: -1.75 });
  expect(pixels.place()).toEqual({ left: 4, top: -2, pixelSize: 1 });
  expect(pixels.moveTo({ left: 4.4, top: -2.2 })).toBe(false);
});
