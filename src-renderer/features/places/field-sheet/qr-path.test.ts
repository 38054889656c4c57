import fc from 'fast-check';
import jsQr from 'jsqr';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';
import { geoAddress } from './sheet-place.ts';

const modulePx = 4;
const margin = 4;

/** Returns the pixels of a path as a black-and-white picture. Each rectangle is `M x y h width v1 h -width z`. */
function pixelsOf({ size, path }: { size: number; path: string }) {
  const side = (size + 2 * margin) * modulePx;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < modulePx; row += 1)
      for (let column = 0; column < Number(width) * modulePx; column += 1) {
        const at =
          4 * (((Number(y) + margin) * modulePx + row) * side + (Number(x) + margin) * modulePx + column);
        pixels.fill(0, at, at + 3);
      }
  return { pixels, side };
}

const read = (text: string) => {
  const { pixels, side } = pixelsOf(qrPath(text));
  return jsQr(pixels, side, side)?.data;
};

it('is read back as the address of the place, wherever that is', () => {
  const degrees = (most: number) =>
    fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((value) => value / 1e7);
  fc.assert(
    fc.property(
      degrees(180),
      degrees(90),
      fc.option(fc.integer({ min: -400, max: 9_000 })),
      (x, y, altitude) => {
        const address = geoAddress([x, y], altitude);
        expect(address).toMatch(/^geo:-?\d+(\.\d{1,7})?,-?\d+(\.\d{1,7})?(,-?\d+)?$/);
        expect(read(address)).toBe(address);
      },
    ),
    { numRuns: 60 },
  );
});

it('is still read when a part of it is dirty', () => {
  const address = 'geo:48.1500001,-16.6000001';
  const { pixels, side } = pixelsOf(qrPath(address));
  for (let row = 0; row < side * 0.2; row += 1)
    pixels.fill(
      255,
      4 * ((side * 0.55 + row) * side + side * 0.5),
      4 * ((side * 0.55 + row) * side + side * 0.68),
    );
  expect(jsQr(pixels, side, side)?.data).toBe(address);
});
