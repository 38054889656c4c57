import { describe, expect, it } from 'vitest';
import type { Footprint } from '../../../../../src-preload/contract/geometry.ts';
import { boxOf, readFootprint, unwrappedRings } from '../../../../core/footprint.ts';
import { cutAtAntimeridian } from './cut-footprint.ts';

describe('a footprint as it is written', () => {
  const box = (west: number, east: number, south = 1, north = 2) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const polygon = (...rings: number[][][]): Footprint => ({ type: 'Polygon', coordinates: rings });
  const boxesOf = (footprint: Footprint) =>
    (footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates).map(
      ([outer]) => boxOf([(outer ?? []).flatMap(([x = 0, y = 0]) => [x, y])]) ?? [],
    );

  it.each([
    ['beyond 180', box(179.6, 180.54)],
    ['beyond -180', box(-180.4, -179.46)],
    ['with a jump', box(179.6, -179.46)],
  ])('is cut in two at the antimeridian if it is written %s', (_, ring) => {
    const cut = cutAtAntimeridian(polygon(ring));
    expect(cut.type).toBe('MultiPolygon');
    expect(boxesOf(cut)).toEqual([
      [179.6, 1, 180, 2],
      [-180, 1, -179.46, 2],
    ]);
    // Read again, it is where it was.
    expect(readFootprint(cut)).toEqual(cut);
    expect(boxOf(unwrappedRings(cut))?.map((each) => Number(each.toFixed(6)))).toEqual([179.6, 1, 180.54, 2]);
    expect(cutAtAntimeridian(cut)).toEqual(cut);
  });

  it('is moved by whole turns if it lies beyond 180 as a whole', () => {
    expect(cutAtAntimeridian(polygon(box(181, 182)))).toEqual(polygon(box(-179, -178)));
  });

  it('has each hole in its part', () => {
    const cut = cutAtAntimeridian(polygon(box(178, 182, 0, 4), box(178.5, 179, 1, 2), box(181, 181.5, 1, 2)));
    expect(cut.coordinates.map((rings) => rings.length)).toEqual([2, 2]);
  });

  it.each([
    ['lies within these bounds', polygon(box(10, 11))],
    ['touches the antimeridian', polygon(box(179, 180))],
    ['is the box of the whole world', polygon(box(-180, 180, -90, 90))],
    [
      'runs around a pole',
      polygon([
        [0, 80],
        [120, 80],
        [-120, 80],
        [0, 80],
      ]),
    ],
  ])('stays as it is if it %s', (_, footprint) => {
    expect(cutAtAntimeridian(footprint)).toEqual(footprint);
  });
});
