import { expect, it } from 'vitest';
import { readForeignNumber } from './foreign-number.ts';

// What GDAL 3.6 makes of the same texts as the “no data” of a raster.
it.each([
  ['-3,40282346638529e+038', -3.40282346638529e38],
  ['0 0 0', 0],
  ['255,0', 255],
  ['0.0f', 0],
  ['  5', 5],
  ['1,234.5', 1.234],
  ['1.5,5', 1.5],
  ['5;6', 5],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['5.', 5],
  ['+5', 5],
  ['1e', 1],
  ['1e+', 1],
  ['1d3', 1],
  ['1E5junk', 100_000],
  ['0x10', 16],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['1.#INF', Number.POSITIVE_INFINITY],
  ['-1.#IND', Number.NaN],
  ['1.#QNAN', Number.NaN],
  ['-nan', Number.NaN],
])('a number in a text is read as GDAL reads it: %s', (text, value) => {
  expect(readForeignNumber(text)).toBe(value);
});

it.each(['', 'none', 'n/a', '--5', "'5'", '−5'])(
  'a text that does not begin with a number has none: %s',
  (text) => {
    expect(readForeignNumber(text)).toBeNull();
  },
);
