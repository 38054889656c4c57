import { describe, expect, it } from 'vitest';
import { middleOfBox, pointWithin } from './point-within.ts';

type Ring = [number, number][];
const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

describe('a point in an area', () => {
  it.each<[string, Ring[], [number, number]]>([
    ['is the middle of a square', [square(10, 50, 2)], [11, 51]],
    ['is the middle of one beyond 180°', [square(179, 0, 4)], [-179, 2]],
    [
      'lies in a triangle',
      [
        [
          [0, 0],
          [4, 0],
          [0, 4],
        ],
      ],
      [1, 2],
    ],
    [
      'lies in an L',
      [
        [
          [0, 0],
          [9, 0],
          [9, 2],
          [2, 2],
          [2, 9],
          [0, 9],
        ],
      ],
      [1, 4.5],
    ],
    ['lies beside a hole', [square(0, 0, 10), square(2, 2, 5)], [8.5, 5]],
    ['lies beside a hole beyond 180°', [square(175, 0, 10), square(177, 2, 5)], [-176.5, 5]],
  ])('%s', (_name, rings, [longitude, latitude]) => {
    expect(pointWithin(rings)).toEqual({ longitude, latitude });
  });

  it('is not the middle of its box where that lies outside', () => {
    const triangle: Ring = [
      [42, 1],
      [42, 1.2],
      [42.2, 1],
    ];
    expect(middleOfBox(triangle.flat())).not.toEqual(pointWithin([triangle]));
  });
});
