import { expect, it } from 'vitest';
import { continuing } from './use-crop-areas.ts';

it.each([
  [
    [179.59, -179.66, -179.7],
    [179.59, 180.34, 180.3],
  ],
  [
    [-179.66, 179.59, -179.7],
    [-179.66, -180.41, -179.7],
  ],
  [
    [10, 11, 10.5],
    [10, 11, 10.5],
  ],
])('the longitudes %j of a crop go on over the antimeridian', (longitudes, expected) => {
  const ring = continuing(longitudes.map((longitude, i) => [longitude, i]));
  expect(ring.map(([longitude]) => longitude)).toEqual(expected.map((each) => expect.closeTo(each, 9)));
  expect(ring.map(([, latitude]) => latitude)).toEqual([0, 1, 2]);
});
