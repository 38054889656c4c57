import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { embeddedNames } from '../../testing/embedded-names.ts';
import { madeGazetteer } from '../../testing/made-gazetteer.ts';
import { readGazetteer } from './gazetteer-file.ts';
import { createNearestTowns, directionOf } from './nearest-towns.ts';

const kmBetween = (a: readonly [number, number], b: readonly [number, number]) =>
  (geodesic.Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0]).s12 ?? 0) / 1_000;

/** Includes the places at which a search in degrees fails. */
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 179.9999, -179.9999, 0),
);
const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, 90, 89.99, -89.99, 0),
);
const place = fc.tuple(longitude, latitude);

describe('the nearest town', () => {
  it('is the same as in a search through all of them, on the ellipsoid', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 120 }),
        fc.array(place, { minLength: 1 }),
        (towns, asked) => {
          const data = readGazetteer(madeGazetteer(towns.map((at, i) => ({ names: [`Town ${i}`], at }))));
          const { nearest } = createNearestTowns(data);
          for (const at of asked) {
            let least = Number.POSITIVE_INFINITY;
            for (let entry = 0; entry < data.count; entry += 1)
              least = Math.min(
                least,
                kmBetween([data.longitudes[entry] ?? 0, data.latitudes[entry] ?? 0], at),
              );
            expect(nearest(at)?.distanceKm).toBeCloseTo(least, 6);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has at least 500 people, or is a capital or a station', () => {
    const data = readGazetteer(
      madeGazetteer([
        { names: ['Hamlet'], at: [10, 50], amount: 499 },
        { names: ['Part'], at: [10.01, 50], amount: 9_000, kind: 'part' },
        { names: ['Ruin'], at: [10.02, 50], amount: 9_000, kind: 'former' },
        { names: ['Village'], at: [10.1, 50], amount: 500 },
        { names: ['Base'], at: [0, -90], amount: 0, kind: 'station' },
        { names: ['Large'], at: [11, 50], amount: 50_000 },
      ]),
    );
    const towns = createNearestTowns(data);
    expect(towns.nearest([10, 50])).toMatchObject({ entry: 3, direction: 'w' });
    expect(towns.nearest([77, -89.9])?.entry).toBe(4);
    expect(towns.nearestLarge([10, 50])).toMatchObject({ entry: 5, direction: 'w' });
  });

  it('may be across the antimeridian, also for a longitude beyond it', () => {
    const data = readGazetteer(
      madeGazetteer([
        { names: ['West'], at: [-179.9, 0] },
        { names: ['East'], at: [170, 0] },
      ]),
    );
    const { nearest } = createNearestTowns(data);
    expect(nearest([179.9, 0])).toMatchObject({ entry: 0, direction: 'w' });
    expect(nearest([180.2, 0])).toMatchObject({ entry: 0, direction: 'e' });
  });

  it('is null if there are no towns', () => {
    const { nearest, nearestLarge } = createNearestTowns(
      readGazetteer(madeGazetteer([{ names: ['Sea'], kind: 'sea', country: null }])),
    );
    expect([nearest([0, 0]), nearestLarge([0, 0])]).toEqual([null, null]);
  });
});

it('among the embedded ones is the same as in a search through all', () => {
  const data = readGazetteer(embeddedNames());
  const { nearest } = createNearestTowns(data);
  const known: number[] = [];
  for (let entry = 0; entry < data.count; entry += 1) {
    const kind = data.kindOf(entry);
    const isTown = kind === 'town' && (data.amountOf(entry) ?? 0) >= 500;
    if (isTown || kind === 'capital' || kind === 'station') known.push(entry);
  }
  for (const at of [
    [11.7, 48.35],
    [-179.9, -16.5],
    [179.99, 68],
    [0, 90],
    [45, -90],
    [-30, -40],
  ] as const) {
    const least = known.reduce(
      (best, entry) =>
        Math.min(best, kmBetween([data.longitudes[entry] ?? 0, data.latitudes[entry] ?? 0], at)),
      Number.POSITIVE_INFINITY,
    );
    expect(nearest(at)?.distanceKm).toBeCloseTo(least, 6);
  }
});

it.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [-23, 'nw'],
  [90, 'e'],
  [180, 's'],
  [-180, 's'],
  [-90, 'w'],
  [-137, 'sw'],
  [337.6, 'n'],
])('%s degrees point to %s', (azimuth, direction) => {
  expect(directionOf(azimuth)).toBe(direction);
});
