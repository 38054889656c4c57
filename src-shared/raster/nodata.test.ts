import { expect, it } from 'vitest';
import { nodataRange } from './nodata.ts';

const isNodata = (value: number, nodata: number | null, isFloat: boolean) => {
  const [low, high] = nodataRange({ nodata, isFloat });
  return value >= low && value <= high;
};

// GDAL's masks change between the same values: 4.6e-7 of it still counts as “no data”, and 5e-7 does not.
it.each([1_000.5, -9_999.9, 1, 1e20, -1e38, 1e-30])(
  'a float that differs from “no data” in the seventh digit is “no data”: %d',
  (nodata) => {
    expect(isNodata(nodata, nodata, true)).toBe(true);
    expect(isNodata(nodata * (1 - 4.6e-7), nodata, true)).toBe(true);
    expect(isNodata(nodata * (1 + 4.6e-7), nodata, true)).toBe(true);
    expect(isNodata(nodata * (1 - 5e-7), nodata, true)).toBe(false);
  },
);

// GDAL 3.6 masks the same 32-bit floats.
it.each([
  [-3.4e38, -3.4028234663852886e38, true],
  [3.4e38, 3.4028234663852886e38, true],
  [-3.4028234663852886e38, -3.4e38, true],
  [-3.4028234663852886e38, -3.402823e38, true],
  [-3.4e38, 3.4e38, false],
  [-3.4e38, 5, false],
  [-1e38, -3.4028234663852886e38, false],
])('the largest float may be written with two digits: %d and %d', (nodata, value, isMasked) => {
  expect(isNodata(value, nodata, true)).toBe(isMasked);
});

it('only zero is equal to zero', () => {
  expect(isNodata(0, 0, true)).toBe(true);
  expect(isNodata(1e-45, 0, true)).toBe(false);
});

it('whole numbers are “no data” only if they are equal to it', () => {
  expect(isNodata(4_294_967_295, 4_294_967_295, false)).toBe(true);
  expect(isNodata(4_294_967_294, 4_294_967_295, false)).toBe(false);
});

it('nothing is “no data” where none is declared', () => {
  expect(isNodata(0, null, true)).toBe(false);
  expect(isNodata(Number.NaN, null, true)).toBe(false);
});
