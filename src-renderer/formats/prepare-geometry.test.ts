import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { type ClosedRing, middleOf, type PreparedGeometry, prepareGeometry } from './prepare-geometry.ts';

const prepared = (polygons: (readonly (readonly LonLat[])[])[]): PreparedGeometry | null =>
  prepareGeometry({ kind: 'area', polygons }).geometry;

/** Returns twice the area of a closed ring, positive if it is counter-clockwise. */
const doubled = (ring: ClosedRing) =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[i + 1] ?? [x, y];
    return sum + (x * nextY - nextX * y);
  }, 0);

const sizeOf = (geometry: PreparedGeometry | null) =>
  geometry?.kind === 'area' ? geometry.polygons.flat().reduce((sum, ring) => sum + doubled(ring), 0) / 2 : 0;

const box = (west: number, south: number, width: number, height: number): LonLat[] => [
  [west, south],
  [west + width, south],
  [west + width, south + height],
  [west, south + height],
];

describe('a line for a file', () => {
  const lineOf = (...places: [number, number][]) => prepareGeometry({ kind: 'line', places }).geometry;

  it('has no repeated places, and parts on both sides of the antimeridian', () => {
    expect(lineOf([1, 2], [1, 2], [3, 4])).toEqual({
      kind: 'line',
      parts: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    });
    expect(lineOf([-179, 0], [179, 2], [-179, 4])).toEqual({
      kind: 'line',
      parts: [
        [
          [-179, 0],
          [-180, 1],
        ],
        [
          [180, 1],
          [179, 2],
          [180, 3],
        ],
        [
          [-180, 3],
          [-179, 4],
        ],
      ],
    });
    // The line starts on the antimeridian, continues in another turn of the globe, and follows it.
    expect(lineOf([-180, 0], [-170, 0])).toEqual({
      kind: 'line',
      parts: [
        [
          [-180, 0],
          [-170, 0],
        ],
      ],
    });
    expect(lineOf([538, 0], [535, 3])).toEqual({
      kind: 'line',
      parts: [
        [
          [178, 0],
          [175, 3],
        ],
      ],
    });
    expect(lineOf([180, 0], [180, 5])).toEqual({
      kind: 'line',
      parts: [
        [
          [180, 0],
          [180, 5],
        ],
      ],
    });
  });

  it('is null without two different places on the globe', () => {
    expect([lineOf(), lineOf([1, 2]), lineOf([1, 2], [1, 2]), lineOf([1, 2], [3, 95])]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('has its middle on it', () => {
    const middleOfLine = (...places: [number, number][]) => {
      const line = lineOf(...places);
      return line && middleOf(line);
    };
    expect(middleOfLine([0, 0], [4, 2])).toEqual([2, 1]);
    expect(middleOfLine([0, 0], [4, 2], [6, 2])).toEqual([5, 2]);
    expect(middleOfLine([0, 0], [4, 2], [6, 2], [9, 9])).toEqual([5, 2]);
  });
});

describe('a point for a file', () => {
  it('has seven decimals, and a longitude on the globe', () => {
    const pointOf = (...at: [number, number, number?]) => prepareGeometry({ kind: 'point', at }).geometry;
    expect(pointOf(16.123_456_789, -48.000_000_04)).toEqual({ kind: 'point', position: [16.123_456_8, -48] });
    expect(pointOf(190, 1)).toEqual({ kind: 'point', position: [-170, 1] });
    expect(pointOf(180, 1)).toEqual({ kind: 'point', position: [180, 1] });
    expect(pointOf(1, 2, 0)).toEqual({ kind: 'point', position: [1, 2, 0] });
    expect(pointOf(1, 2, Number.NaN)).toEqual({ kind: 'point', position: [1, 2] });
  });

  it('is null beyond a pole or without numbers', () => {
    expect(prepareGeometry({ kind: 'point', at: [1, 91] }).geometry).toBeNull();
    expect(prepareGeometry({ kind: 'point', at: [Number.NaN, 1] }).geometry).toBeNull();
    expect(prepareGeometry(null)).toEqual({ geometry: null, isOther: false });
  });
});

describe('an area for a file', () => {
  it('is closed, counter-clockwise with clockwise holes, whatever the original direction', () => {
    const [outer, hole] = [box(10, 50, 2, 2), box(10.5, 50.5, 0.5, 0.5)];
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole.toReversed()],
      [[...outer, [10, 50] as const], hole],
    ]) {
      const geometry = prepared([rings]);
      if (geometry?.kind !== 'area') throw new Error('no area');
      const [polygon = [], ...others] = geometry.polygons;
      expect(others).toEqual([]);
      expect(polygon.map((ring) => Math.sign(doubled(ring)))).toEqual([1, -1]);
      for (const ring of polygon) expect(ring.at(-1)).toEqual(ring[0]);
    }
  });

  it('is cut at the antimeridian and keeps its size, wherever it begins', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -540, max: 540, noNaN: true }),
        fc.double({ min: -80, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        (west, south, width, height) => {
          const geometry = prepared([[box(west, south, width, height)]]);
          if (geometry?.kind !== 'area') throw new Error('no area');
          for (const [longitude, latitude] of geometry.polygons.flat(2)) {
            expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
            expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          }
          expect(Math.abs(sizeOf(geometry) - width * height)).toBeLessThan(1e-4);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps a hole that was written on the other side of the antimeridian', () => {
    const geometry = prepared([[box(179, -1, 2, 2), box(-179.8, -0.5, 0.5, 0.5)]]);
    expect(Math.abs(sizeOf(geometry) - (4 - 0.25))).toBeLessThan(1e-6);
  });

  it('is closed along the pole if it surrounds one', () => {
    const ring: LonLat[] = [-180, -90, 0, 90].map((longitude): LonLat => [longitude, -70]);
    expect(Math.abs(sizeOf(prepared([[ring]])) - 360 * 20)).toBeLessThan(1e-6);
  });

  it('is null if it is empty', () => {
    expect(
      prepared([
        [
          [
            [1, 1],
            [2, 2],
          ],
        ],
      ]),
    ).toBeNull();
    expect(prepared([])).toBeNull();
  });

  it('has its middle in its largest part', () => {
    const geometry = prepared([[box(179.5, 0, 2, 1)]]);
    expect(geometry && middleOf(geometry)).toEqual([-179.5, 0.5]);
  });

  it('has its middle where its parts on both sides of the antimeridian meet, also if it was cut before', () => {
    const whole = prepared([[box(179.5, -17, 1, 0.5)]]);
    expect(whole && middleOf(whole)).toEqual([180, -16.75]);
    const cut = prepared([[box(179, 0, 1, 1)], [box(-180, 0, 3, 1)], [box(10, 0, 3.5, 1)]]);
    expect(cut && middleOf(cut)).toEqual([-179, 0.5]);
    // These parts touch the antimeridian at different latitudes, so they are two areas.
    const apart = prepared([[box(179, 0, 1, 1)], [box(-180, 50, 3, 1)]]);
    expect(apart && middleOf(apart)).toEqual([-178.5, 50.5]);
  });

  it('has its middle in itself, beside its hole and within its bends', () => {
    const holed = prepared([[box(0, 0, 10, 10), box(2, 2, 5, 5)]]);
    expect(holed && middleOf(holed)).toEqual([8.5, 5]);
  });
});

describe('a geometry of the service', () => {
  const textOf = (value: unknown) =>
    prepareGeometry({ kind: 'geoJson', text: JSON.stringify(value), otherwise: [7, 8] });

  it('is a point, with its altitude unless that is 0', () => {
    expect(textOf({ type: 'Point', coordinates: [1, 2, 3] }).geometry).toEqual({
      kind: 'point',
      position: [1, 2, 3],
    });
    expect(textOf({ type: 'Point', coordinates: [1, 2, 0] }).geometry).toEqual({
      kind: 'point',
      position: [1, 2],
    });
  });

  it('is an area of one or several parts', () => {
    const one = textOf({ type: 'Polygon', coordinates: [box(1, 1, 1, 1)] }).geometry;
    const two = textOf({
      type: 'MultiPolygon',
      coordinates: [[box(1, 1, 1, 1)], [box(5, 1, 1, 1)]],
    }).geometry;
    expect([sizeOf(one), sizeOf(two)]).toEqual([1, 2]);
  });

  it.each([
    '{broken',
    'null',
    '[]',
    '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
    '{"type":"Polygon","coordinates":[[["a",2],[3,4],[5,6]]]}',
    '{"type":"Polygon","coordinates":[[[1,200],[3,4],[5,6]]]}',
    '{"type":"Polygon","coordinates":[[[1e9,2],[3,4],[5,6]]]}',
    '{"type":"Point","coordinates":[1]}',
    '{"type":"Point"}',
  ])('%s becomes its centre, which is counted', (text) => {
    expect(prepareGeometry({ kind: 'geoJson', text, otherwise: [7, 8] })).toEqual({
      geometry: { kind: 'point', position: [7, 8] },
      isOther: true,
    });
    expect(prepareGeometry({ kind: 'geoJson', text, otherwise: null })).toEqual({
      geometry: null,
      isOther: false,
    });
  });
});
