import { expect, it } from 'vitest';
import { placeStyled } from './place-marks.ts';
import { placePointsNear, placePointsOf } from './place-points.ts';

it('all places at one place of the map are found, however many they are', () => {
  const count = 120;
  const ids = Array.from({ length: count + 1 }, (_, i) => i);
  const marks = placeStyled({
    longitudes: [...Array.from({ length: count }, () => 0), 1],
    latitudes: ids.map(() => 0),
    styles: new Uint8Array(count + 1),
  });
  expect(placePointsNear(placePointsOf(ids, marks, null), [0, 0], 100).toSorted((a, b) => a - b)).toEqual(
    ids.slice(0, count),
  );
});
