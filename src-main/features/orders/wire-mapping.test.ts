import { expect, it } from 'vitest';
import { placeOf } from './wire-mapping.ts';

it.each([
  ['a point', { type: 'Point', coordinates: [16, 48] }, { longitude: 16, latitude: 48 }],
  [
    'an L',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 2],
          [2, 2],
          [2, 9],
          [0, 9],
          [0, 0],
        ],
      ],
    },
    { longitude: 1, latitude: 4.5 },
  ],
  [
    'an area with a hole',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        [
          [2, 2],
          [7, 2],
          [7, 7],
          [2, 7],
          [2, 2],
        ],
      ],
    },
    { longitude: 8.5, latitude: 5 },
  ],
  [
    'an area over the antimeridian',
    {
      type: 'Polygon',
      coordinates: [
        [
          [179, 0],
          [-177, 0],
          [-177, 4],
          [179, 4],
          [179, 0],
        ],
      ],
    },
    { longitude: -179, latitude: 2 },
  ],
])('the place of an order of %s lies in it', (_name, geometry, place) => {
  expect(placeOf(geometry)).toMatchObject(place);
});
