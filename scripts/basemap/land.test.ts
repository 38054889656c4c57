import { describe, expect, it } from 'vitest';
import { isInRing, joinLines, landPolygons, nestRings } from './land.mjs';

const line = (...coordinates: [number, number][]) => ({
  geometry: { type: 'LineString', coordinates },
  properties: {},
});

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

describe('the coastline', () => {
  it('is joined from pieces in any direction', () => {
    const { rings, open } = joinLines([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 0],
      ],
      [
        [0, 1],
        [0, 0],
      ],
      [
        [5, 5],
        [6, 6],
      ],
    ]);
    expect(rings).toHaveLength(1);
    expect(rings[0]).toHaveLength(5);
    expect(open).toHaveLength(1);
  });

  it('goes on over the antimeridian, where the source is cut with less care', () => {
    const [polygon] = landPolygons([
      line([180, 10], [170, 10], [170, 20], [180, 20.0004]),
      line([-180, 20], [-170, 20], [-170, 10], [-180, 10.0003]),
    ]);
    const longitudes = polygon[0].map(([x]: [number, number]) => x);
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([170, 190]);
  });

  it('around a pole has no coast at the edge of the world', () => {
    const [polygon] = landPolygons([
      line([-180, -80], [-90, -70], [0, -72], [90, -70], [170, -75], [180, -80]),
    ]);
    const ring: [number, number][] = polygon[0];
    expect(Math.min(...ring.map(([x]) => x))).toBeLessThan(-180);
    expect(Math.max(...ring.map(([x]) => x))).toBeGreaterThan(180);
    expect(isInRing(ring, [179.9, -85])).toBe(true);
    expect(isInRing(ring, [0, -65])).toBe(false);
    expect(ring.filter(([x, y]) => Math.abs(x) === 180 && y === -90)).toEqual([]);
  });

  it('that does not close is told', () => {
    expect(() => landPolygons([line([0, 0], [1, 0], [1, 1])])).toThrow('do not close');
  });
});

it('makes a lake of a ring in a ring, and an island of one within that', () => {
  const polygons = nestRings([square(0, 0, 10), square(2, 2, 5), square(3, 3, 1), square(20, 0, 1)]);
  expect(polygons.map((polygon: unknown[]) => polygon.length).sort()).toEqual([1, 1, 2]);
});
