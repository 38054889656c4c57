import { beforeAll, expect, it } from 'vitest';
import { createStampSheet } from './stamp-sheet.ts';

/** Node has no canvas; the sheet needs only the shape of its pixels. */
beforeAll(() => {
  class Pixels {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
      this.data = new Uint8ClampedArray(4 * width * height);
    }
  }
  Object.assign(globalThis, { ImageData: Pixels });
});

function shown(sheet: ReturnType<typeof createStampSheet>): Uint8ClampedArray {
  let seen = new Uint8ClampedArray();
  const context = {
    putImageData(image: { data: Uint8ClampedArray<ArrayBuffer> }) {
      seen = image.data;
    },
  };
  Reflect.apply(sheet.show, sheet, [context]);
  return seen;
}

const at = (data: Uint8ClampedArray, width: number, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

it('cuts at every edge and writes nothing beyond', () => {
  const sheet = createStampSheet(4, 3);
  const stamp = { size: 2, data: new Uint8ClampedArray(16).fill(255) };
  for (const [x, y] of [
    [-1, -1],
    [3, 2],
    [-5, 0],
    [9, 9],
  ] as const)
    sheet.put(stamp, x, y);
  const data = shown(sheet);
  const opaque = [...Array(12).keys()].filter((i) => data[4 * i + 3] === 255);
  expect(opaque).toEqual([0, 11]);
});

it('lays a half-transparent mark over another as a canvas would', () => {
  const sheet = createStampSheet(1, 1);
  sheet.put({ size: 1, data: new Uint8ClampedArray([200, 0, 0, 255]) }, 0, 0);
  sheet.put({ size: 1, data: new Uint8ClampedArray([0, 0, 100, 128]) }, 0, 0);
  const [r = 0, g = 0, b = 0, a = 0] = at(shown(sheet), 1, 0, 0);
  expect([Math.abs(r - 99.6) < 1.5, g, Math.abs(b - 50.2) < 1.5, a]).toEqual([true, 0, true, 255]);
});

it('writes squares of one colour, cut at the edges', () => {
  const sheet = createStampSheet(3, 2);
  sheet.square(0x80_30_20_10, 2, 1, 3);
  const data = shown(sheet);
  expect(at(data, 3, 2, 1)).toEqual([0x10, 0x20, 0x30, 0x80]);
  expect(at(data, 3, 1, 1)).toEqual([0, 0, 0, 0]);
});
