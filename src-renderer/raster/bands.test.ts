import { expect, it } from 'vitest';
import { bandsFor } from './bands.ts';

it.each([
  [
    ['red', 'green', 'blue', 'nir'],
    [0, 1, 2],
    [3, 0, 1],
  ],
  [
    ['blue', 'green', 'red', 'nir'],
    [2, 1, 0],
    [3, 2, 1],
  ],
  [
    ['Blue', 'GREEN', 'Red', 'NIR'],
    [2, 1, 0],
    [3, 2, 1],
  ],
  [
    ['B02', 'B03', 'B04', 'B08'],
    [2, 1, 0],
    [3, 2, 1],
  ],
  [['red', 'green', 'blue'], [0, 1, 2], null],
  [['band 1', 'band 2', 'band 3'], [0, 1, 2], null],
  [['band 1'], [0, 0, 0], null],
  [['pan'], [0, 0, 0], null],
  [[], null, null],
])('%j', (bands, trueColour, nearInfrared) => {
  expect(bandsFor(bands, 'true-colour')).toEqual(trueColour);
  expect(bandsFor(bands, 'near-infrared')).toEqual(nearInfrared);
});
