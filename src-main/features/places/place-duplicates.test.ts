import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { createPlacesHarness, type PlacesHarness } from '../../../testing/places-harness.ts';
import { placeAt, squareAt } from '../../../testing/places-world.ts';
import { metresBetween } from '../../core/near-pairs.ts';
import { groupDuplicates } from './place-duplicates.ts';
import { areSimilar, comparedName } from './similar-names.ts';

let world: PlacesHarness;
beforeEach(() => {
  world = createPlacesHarness();
});
afterEach(() => world.end());

it('groups what is near and alike, over the antimeridian and at the poles, in pages', async () => {
  const listId = await world.places.createList({ name: 'List' });
  await world.add(
    listId,
    placeAt(180, 10, { name: 'Reef' }),
    placeAt(-179.9999, 10, { name: 'reef' }),
    placeAt(0, 90, { name: 'Pole' }),
    placeAt(120, 89.9999, { name: 'pole' }),
    placeAt(10, 10, { name: 'Well 1' }),
    placeAt(10, 10, { name: 'Well 2' }),
    placeAt(20, 20, { name: 'Harbour' }),
    placeAt(20.0002, 20, { name: 'Harbor' }),
    placeAt(20.0006, 20, { name: 'Harbour' }),
    squareAt(20, 20, 0.0001, { name: 'Harbour' }),
  );
  const terms = { listIds: [listId], withinMetres: 50, offset: 0, limit: 10 };
  const all = world.queries.duplicates(terms);
  expect(all.total).toBe(3);
  expect(all.groups.map(({ places }) => places.map(({ name }) => name))).toEqual([
    ['Reef', 'reef'],
    ['Pole', 'pole'],
    ['Harbour', 'Harbor', 'Harbour'],
  ]);
  expect(all.groups[2]).toMatchObject({ count: 3, metres: expect.closeTo(62.8, 0) });
  expect(world.queries.duplicates({ ...terms, offset: 2, limit: 1 }).groups).toEqual(all.groups.slice(2));
  expect(world.queries.duplicates({ ...terms, withinMetres: 20 }).total).toBe(2);
  expect(world.queries.duplicates({ ...terms, withinMetres: 0 }).total).toBe(0);
});

it('finds the same groups as comparing each with each', () => {
  const place = fc.record({
    name: fc.constantFrom('pier', 'piers', 'peir', 'quay', 'quays'),
    longitude: fc.constantFrom(179.9995, 180, -180, -179.9995, 5, 5.0005),
    latitude: fc.constantFrom(0, 0.0005, 89.9999, -90, 60),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 14 }), fc.constantFrom(0, 30, 60, 120), (given, within) => {
      const places = given.map((each, i) => ({
        ...each,
        kind: 'point' as const,
        placeId: placeIdSchema.parse(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`),
      }));
      const groups = places.map((_, i) => new Set([i]));
      for (const [i, one] of places.entries())
        for (const [j, other] of places.entries()) {
          if (j <= i || !areSimilar(comparedName(one.name), comparedName(other.name))) continue;
          if (metresBetween(one, other) > within) continue;
          const joined = new Set([...(groups[i] ?? []), ...(groups[j] ?? [])]);
          for (const member of joined) groups[member] = joined;
        }
      const expected = [...new Set(groups)]
        .filter(({ size }) => size > 1)
        .map((group) => [...group].sort((a, b) => a - b));
      const found = groupDuplicates(places, within);
      expect(found.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(
        expected.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
      );
    }),
    { numRuns: 400 },
  );
});

const unnamed = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'point' as const,
    placeId: placeIdSchema.parse(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`),
    name: name(i),
    longitude: (i % 300) * 1e-5,
    latitude: Math.floor(i / 300) * 1e-5,
  }));

it('compares places without a name that lie close together as one', () => {
  const compared = vi.spyOn(geodesic.Geodesic.WGS84, 'Inverse');
  const [group, ...others] = groupDuplicates(
    unnamed(3_000, () => ''),
    1_000,
  );
  expect([group?.length, others]).toEqual([3_000, []]);
  // Not for each of their four million pairs.
  expect(compared.mock.calls.length).toBeLessThan(100);
  compared.mockRestore();
});

it('finds long names that differ by one letter, in shares of their keys', () => {
  const long = (i: number) => `${'abcdefghij'.repeat(18)}${i % 4 === 3 ? 'x' : ''}`;
  const places = unnamed(8_000, (i) => `${Math.floor(i / 4)} ${long(i)}`);
  const groups = groupDuplicates(places, 5_000);
  expect(groups).toHaveLength(2_000);
  expect(groups.every((group) => group.length === 4)).toBe(true);
});
