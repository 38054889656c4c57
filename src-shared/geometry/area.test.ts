import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, areaKm2, boxOf, toArea } from './area.ts';
import { cutAtAntimeridian } from './cut-area.ts';
import type { LonLat } from './lon-lat.ts';
import { meets } from './rings.ts';

function area(...rings: LonLat[][]): Area {
  const made = toArea(rings);
  if ('problem' in made) throw new Error(made.problem.message);
  return made.area;
}
function problem(...rings: LonLat[][]) {
  const made = toArea(rings);
  return 'problem' in made ? made.problem.message : null;
}
const box = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
const signed = (ring: readonly LonLat[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + (x * v - u * y) / 2;
  }, 0);

describe('an area', () => {
  it('is measured on the ellipsoid', () => {
    // One degree at the equator, according to GeographicLib's Planimeter.
    expect(areaKm2(area(box(0, 0, 1, 1)))).toBeCloseTo(12_308.778, 2);
    const whole = areaKm2(area(box(10, 50, 12, 51)));
    const holed = areaKm2(area(box(10, 50, 12, 51), box(10.5, 50.2, 11, 50.6)));
    expect(whole - holed).toBeCloseTo(areaKm2(area(box(10.5, 50.2, 11, 50.6))), 6);
  });

  it('has its rings in the right direction, whatever direction they came in, open or closed', () => {
    const outer = box(0, 0, 4, 4).toReversed();
    const made = area([...outer, ...outer.slice(0, 1)], box(1, 1, 2, 2));
    expect(made[0]).toHaveLength(4);
    expect(made.map((ring) => Math.sign(signed(ring)))).toEqual([1, -1]);
  });

  it('continues across the antimeridian', () => {
    const made = area([
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
    ]);
    expect(boxOf(made)).toEqual([179, 0, 181, 1]);
    expect(areaKm2(made)).toBeCloseTo(areaKm2(area(box(0, 0, 2, 1))), 6);
  });

  it.each<[string, LonLat[][], string]>([
    [
      'a bow tie',
      [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      ],
      'validation.selfIntersection',
    ],
    [
      'a spike',
      [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [2, 5],
          [2, 2],
          [0, 2],
        ],
      ],
      'validation.selfIntersection',
    ],
    [
      'two rings that touch in a corner',
      [
        [
          [0, 0],
          [1, 1],
          [2, 0],
          [2, 2],
          [1, 1],
          [0, 2],
        ],
      ],
      'validation.selfIntersection',
    ],
    ['a hole that reaches out', [box(0, 0, 2, 2), box(1, 1, 3, 1.5)], 'validation.selfIntersection'],
    ['a hole elsewhere', [box(0, 0, 2, 2), box(5, 5, 6, 6)], 'validation.holeOutside'],
    [
      'two corners',
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      'validation.tooFewCorners',
    ],
    ['metres', [box(450_000, 5_400_000, 451_000, 5_401_000)], 'validation.areaRange'],
    [
      'no number',
      [
        [
          [Number.NaN, 0],
          [1, 0],
          [1, 1],
        ],
      ],
      'validation.areaRange',
    ],
    [
      'a ring round the pole',
      [
        [
          [0, 80],
          [90, 80],
          [180, 80],
          [-90, 80],
        ],
      ],
      'validation.areaRoundPole',
    ],
    [
      'half of the world',
      [
        [
          [0, 0],
          [80, 0],
          [160, 0],
          [200, 0],
          [200, 9],
          [100, 9],
          [0, 9],
        ],
      ],
      'validation.areaTooWide',
    ],
  ])('is invalid: %s', (_, rings, message) => {
    expect(problem(...rings)).toBe(message);
  });

  it('has a maximum number of vertices', () => {
    const circle = Array.from(
      { length: 2_001 },
      (_, i): LonLat => [Math.cos((i / 2_001) * 2 * Math.PI), Math.sin((i / 2_001) * 2 * Math.PI)],
    );
    expect(problem(circle)).toBe('validation.tooManyVertices');
    expect(problem(circle.slice(0, 2_000))).toBeNull();
  });
});

describe('cut at the antimeridian', () => {
  const total = (areas: readonly Area[]) => areas.reduce((sum, each) => sum + areaKm2(each), 0);

  it('is unchanged if it does not cross it', () => {
    expect(cutAtAntimeridian(area(box(170, 0, 180, 1)))).toEqual([area(box(170, 0, 180, 1))]);
    expect(boxOf(cutAtAntimeridian(area(box(190, 0, 200, 1)))[0] ?? [])).toEqual([-170, 0, -160, 1]);
  });

  it('has one part on each side, a hole with the part that contains it, a hole across the line in both', () => {
    const parts = cutAtAntimeridian(
      area(box(178, 0, 183, 5), box(178.5, 1, 179, 2), box(179.5, 3, 180.5, 4)),
    );
    expect(parts.map((part) => [boxOf(part), part.length])).toEqual([
      [[178, 0, 180, 5], 2],
      [[-180, 0, -177, 5], 1],
    ]);
    expect(signed(parts[0]?.[0] ?? [])).toBeCloseTo(2 * 5 - 0.5, 6);
    expect(signed(parts[1]?.[0] ?? [])).toBeCloseTo(3 * 5 - 0.5, 6);
  });

  it('has a part for each tooth of a comb', () => {
    const comb = area([
      [179, 0],
      [181, 0],
      [181, 1],
      [179.5, 1],
      [179.5, 2],
      [181, 2],
      [181, 3],
      [179, 3],
    ]);
    const parts = cutAtAntimeridian(comb);
    expect(parts.map(boxOf)).toEqual([
      [179, 0, 180, 3],
      [-180, 0, -179, 1],
      [-180, 2, -179, 3],
    ]);
  });

  it('keeps the size of any shape, and returns valid areas', () => {
    // Stars: simple by construction, concave, at any position across the antimeridian.
    const star = fc
      .tuple(
        fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 4, maxLength: 14 }),
        fc.double({ min: 177.5, max: 182.5, noNaN: true }),
        fc.double({ min: -60, max: 60, noNaN: true }),
      )
      .map(([radii, x, y]) =>
        radii.map((radius, i): LonLat => {
          const angle = (i / radii.length) * 2 * Math.PI;
          return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        }),
      );
    fc.assert(
      fc.property(star, (ring) => {
        const made = toArea([ring]);
        fc.pre('area' in made);
        if (!('area' in made)) return;
        const parts = cutAtAntimeridian(made.area);
        const planar = (areas: readonly Area[]) =>
          areas.reduce((sum, each) => sum + each.reduce((part, corners) => part + signed(corners), 0), 0);
        expect(planar(parts)).toBeCloseTo(planar([made.area]), 4);
        expect(total(parts)).toBeGreaterThan(0);
        for (const part of parts) {
          const [west, , east] = boxOf(part);
          expect(west).toBeGreaterThanOrEqual(-180);
          expect(east).toBeLessThanOrEqual(180);
          expect(meets(part)).toBeNull();
        }
      }),
      { numRuns: 300 },
    );
  });
});
