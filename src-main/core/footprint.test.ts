import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, readFootprint, readThinned, unwrappedRings, withShortSteps } from './footprint.ts';

const square = (west: number, east: number, south = 10, north = 20) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const read = (type: string, coordinates: unknown) => {
  const footprint = readFootprint({ type, coordinates });
  if (!footprint) throw new Error('not a footprint');
  const rings = unwrappedRings(footprint);
  return { rings, box: boxOf(rings) };
};

describe('a footprint', () => {
  it('reads flat, third elements left out', () => {
    const { rings, box } = read('Polygon', [square(1, 2).map(([x, y]) => [x, y, 250])]);
    expect(rings).toEqual([square(1, 2).flat()]);
    expect(box).toEqual([1, 10, 2, 20]);
  });

  it.each([
    [-20, 180],
    [-180, 180],
    [-170, 95],
  ])('that is known to be wider than half the globe stays as wide: %d to %d', (west, east) => {
    const footprint = readFootprint({ type: 'Polygon', coordinates: [square(west, east)] });
    if (!footprint) throw new Error('not a footprint');
    expect(boxOf(unwrappedRings(withShortSteps(footprint)))).toEqual([west, 10, east, 20]);
  });

  it('whose rings are not closed is closed, also a triangle and a hole', () => {
    const open = square(0, 10).slice(0, -1);
    expect(
      readFootprint({ type: 'Polygon', coordinates: [open, square(4, 6, 12, 14).slice(0, -1)] }),
    ).toEqual({
      type: 'Polygon',
      coordinates: [square(0, 10), square(4, 6, 12, 14)],
    });
    const triangle = open.slice(0, 3);
    expect(readFootprint({ type: 'MultiPolygon', coordinates: [[triangle]] })).toEqual({
      type: 'MultiPolygon',
      coordinates: [[[...triangle, triangle[0]]]],
    });
  });

  it('with a hole gives its outer ring', () => {
    expect(read('Polygon', [square(0, 10), square(4, 6, 12, 14)]).rings).toEqual([square(0, 10).flat()]);
  });

  it('of several parts gives each', () => {
    const { rings, box } = read('MultiPolygon', [[square(0, 1)], [square(3, 4)]]);
    expect(rings).toHaveLength(2);
    expect(box).toEqual([0, 10, 4, 20]);
  });

  it('over the antimeridian is continuous, from either side', () => {
    expect(read('Polygon', [square(179.5, -179.5)])).toEqual({
      rings: [square(179.5, 180.5).flat()],
      box: [179.5, 10, 180.5, 20],
    });
    const fromTheEast = read('Polygon', [square(-179.5, 179.5).toReversed()]);
    expect(fromTheEast.box).toEqual([179.5, 10, 180.5, 20]);
    const widths = fromTheEast.rings[0]?.filter((_, i) => i % 2 === 0) ?? [];
    expect(Math.max(...widths) - Math.min(...widths)).toBe(1);
  });

  it('cut in two at the antimeridian is put together again', () => {
    const { rings, box } = read('MultiPolygon', [[square(179, 180)], [square(-180, -179)]]);
    expect(box).toEqual([179, 10, 181, 20]);
    expect(rings[1]).toEqual(square(180, 181).flat());
  });

  it.each([
    null,
    undefined,
    'x',
    {},
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Polygon', coordinates: [] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [2, 3],
          [1, 2],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 'x'],
          [2, 3],
          [3, 4],
          [1, 2],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, null],
          [2, 3],
          [3, 4],
          [1, 2],
        ],
      ],
    },
    { type: 'MultiPolygon', coordinates: square(1, 2) },
  ])('that is none: %j', (value) => expect(readFootprint(value)).toBeNull());

  it('small ones keep their size wherever they lie', () => {
    const small = fc.record({
      x: fc.double({ min: -180, max: 180, noNaN: true }),
      y: fc.double({ min: -80, max: 80, noNaN: true }),
      size: fc.double({ min: 0.01, max: 5, noNaN: true }),
      turn: fc.boolean(),
    });
    const wrap = (x: number) => (x > 180 ? x - 360 : x);
    fc.assert(
      fc.property(small, ({ x, y, size, turn }) => {
        const ring = square(x, wrap(x + size), y, y + size);
        const { box } = read('Polygon', [turn ? ring.toReversed() : ring]);
        expect((box?.[2] ?? 0) - (box?.[0] ?? 0)).toBeCloseTo(size, 6);
        expect(box?.[0]).toBeGreaterThanOrEqual(-180 - 1e-9);
        expect(box?.[0]).toBeLessThanOrEqual(180 + 1e-9);
      }),
    );
  });
});

it.each([
  ['beyond the poles', square(0, 10, 80, 91)],
  ['of no world', square(0, 1.7e308)],
  ['of more points than a map can hold', Array.from({ length: 19_999 }, () => [1, 2])],
])('%s it is none', (_name, ring) => {
  expect(readFootprint({ type: 'Polygon', coordinates: [ring, square(0, 1)] })).toBeNull();
});

describe('a shape of very many corners', () => {
  const ring = (points: number) => {
    const corners = Array.from({ length: points }, (_, n) => {
      const angle = (2 * Math.PI * n) / points;
      return [10 + Math.cos(angle), 50 + Math.sin(angle)];
    });
    return [...corners, corners[0]];
  };

  it.each([
    ['corners', [ring(60_000)]],
    ['numbers in a corner', [[Array.from({ length: 200_000 }, () => 'x')]]],
    ['rings', Array.from({ length: 200_000 }, () => 'x')],
    ['corners that are none', [Array.from({ length: 200_000 }, () => ['x', 'y'])]],
  ])('of too many %s is no footprint, and costs nobody the stack', (_, coordinates) => {
    for (const type of ['Polygon', 'MultiPolygon', 'Point', 'Odd'])
      expect(readFootprint({ type, coordinates })).toBeNull();
  });

  it('can be drawn with fewer', () => {
    const thinned = readThinned({ type: 'Polygon', coordinates: [ring(60_000)] });
    if (thinned === null) throw new Error('not thinned');
    const [flat = []] = unwrappedRings(thinned);
    expect(flat.length / 2).toBeLessThanOrEqual(4_001);
    const box = boxOf([flat]) ?? [];
    for (const [n, edge] of [9, 49, 11, 51].entries()) expect(box[n]).toBeCloseTo(edge, 3);
    expect(readThinned({ type: 'Polygon', coordinates: ['x'] })).toBeNull();
  });
});
