import { z } from 'zod';
import { type PlaceId, type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PlaceRow, placeKindSchema } from '../../../src-preload/contract/place-values.ts';
import type { DuplicateTerms } from '../../../src-preload/contract/places.ts';
import { cellsOf, createCellIndex, metresBetween } from '../../core/near-pairs.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition } from './place-conditions.ts';
import { placeColumns, storedPlaceRow } from './place-rows.ts';
import { areSimilar, comparedName, similarityKeys } from './similar-names.ts';

const comparedRow = z.object({
  placeId: placeIdSchema,
  kind: placeKindSchema,
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
});
const repeatedRow = z.object({ n: z.number() });
type Compared = z.infer<typeof comparedRow>;

/** How many places of a group are shown. */
const maxShown = 100;

/** Creates groups of connected places, in the order of their first places. */
function createGroups(count: number) {
  const parents = Uint32Array.from({ length: count }, (_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = i; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  return {
    areConnected: (one: number, other: number) => rootOf(one) === rootOf(other),
    connect(one: number, other: number) {
      const [a, b] = [rootOf(one), rootOf(other)];
      parents[Math.max(a, b)] = Math.min(a, b);
    },
    /** Returns the members of each group of two or more. */
    multiple(): number[][] {
      const members = new Map<number, number[]>();
      for (let i = 0; i < count; i += 1) {
        const root = rootOf(i);
        const group = members.get(root);
        if (group) group.push(i);
        else members.set(root, [i]);
      }
      return [...members.values()].filter((group) => group.length > 1);
    },
  };
}

/** For a smaller distance, a cube would be smaller than the smallest cell. */
const minSpotMetres = 2;

/** A place with its folded name. */
interface Named {
  index: number;
  place: Compared;
  name: string;
}

/** How many keys are in memory at once. A name has one key for each of its letters. */
const maxKeysAtOnce = 1_000_000;
const kindSeeds: Readonly<Record<Compared['kind'], number>> = { point: 1, area: 2, none: 3 };

/** Yields each group of places that share a key of similar names. One share of the keys is in memory at a time. */
function* byKey(named: readonly Named[]): Generator<Named[]> {
  const keyCount = named.reduce((sum, { name }) => sum + name.length + 1, 0);
  const shares = Math.ceil(keyCount / maxKeysAtOnce);
  for (let share = 0; share < shares; share += 1) {
    const byKeyOfShare = new Map<number, Named | Named[]>();
    for (const each of named)
      for (const key of new Set(similarityKeys(each.name, kindSeeds[each.place.kind]))) {
        if ((key >>> 0) % shares !== share) continue;
        const earlier = byKeyOfShare.get(key);
        if (earlier === undefined) byKeyOfShare.set(key, each);
        else if (Array.isArray(earlier)) earlier.push(each);
        else byKeyOfShare.set(key, [earlier, each]);
      }
    for (const all of byKeyOfShare.values()) if (Array.isArray(all)) yield all;
  }
}

/** Places with one name that are so near to each other that they are one group; they are compared with others as one. */
interface Spot {
  members: Named[];
  first: Named;
}

/** Returns groups of places with similar names, by index. A place belongs to a group if it is near one of its places. */
export function groupDuplicates(places: readonly Compared[], withinMetres: number): number[][] {
  const groups = createGroups(places.length);
  const spots = spotsOf(places, withinMetres);
  const cells = cellsOf(places, withinMetres);
  const cellOf = ({ first }: Spot) => cells[first.index] ?? [0, 0, 0];
  const named: Named[] = [];
  const spotOf = new Map<Named, Spot>();
  for (const spot of spots) {
    for (const { index } of spot.members) groups.connect(spot.first.index, index);
    named.push(spot.first);
    spotOf.set(spot.first, spot);
  }
  for (const candidates of byKey(named)) {
    const index = createCellIndex();
    const candidateSpots = candidates.flatMap((each) => spotOf.get(each) ?? []);
    for (const [at, spot] of candidateSpots.entries()) {
      for (const before of index.near(cellOf(spot))) {
        const other = candidateSpots[before];
        if (!other || groups.areConnected(other.first.index, spot.first.index)) continue;
        if (!areSimilar(other.first.name, spot.first.name)) continue;
        if (areNear(other, spot, withinMetres)) groups.connect(other.first.index, spot.first.index);
      }
      index.add(cellOf(spot), at);
    }
  }
  return groups.multiple();
}

/**
 * Returns the places by name and cube. A cube is so small that any two places in it are within the distance. Without this, ten
 * thousand places without a name would be fifty million pairs.
 */
function spotsOf(places: readonly Compared[], withinMetres: number): Spot[] {
  // Opposite corners of the cube are 0.87 of the distance apart, and the way over the ground is hardly longer.
  const cubes = withinMetres >= minSpotMetres ? cellsOf(places, withinMetres / 2) : null;
  const spots = new Map<string, Spot>();
  for (const [index, place] of places.entries()) {
    const named = { index, place, name: comparedName(place.name) };
    const where = cubes?.[index]?.join(' ') ?? `${place.longitude} ${place.latitude}`;
    const key = `${place.kind} ${where} ${named.name}`;
    const spot = spots.get(key);
    if (spot) spot.members.push(named);
    else spots.set(key, { members: [named], first: named });
  }
  return [...spots.values()];
}

/** How many places of a spot are compared. If a spot has more, these stand for all of them. */
const maxCompared = 200;

function areNear(one: Spot, other: Spot, withinMetres: number): boolean {
  const there = other.members.slice(0, maxCompared);
  return one.members
    .slice(0, maxCompared)
    .some(({ place: here }) => there.some(({ place }) => metresBetween(here, place) <= withinMetres));
}

/** Creates the query for places that are probably duplicates. It compares all places of the lists, so a worker runs it. */
export function createPlaceDuplicates({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  function rowsOf(placeIds: readonly PlaceId[]): PlaceRow[] {
    return readableRows(
      store,
      storedPlaceRow,
      `SELECT ${placeColumns} FROM json_each(:placeIds) JOIN place ON place.place_id = value ORDER BY json_each.key`,
      { placeIds: JSON.stringify(placeIds) },
    ).rows;
  }

  return {
    /**
     * Returns how many places of a list that were added after the place with the number `after` have the same kind, name and position as one
     * that was there before.
     */
    repeated: ({ listId, after }: { listId: PlaceListId; after: number }): number =>
      store.get(
        repeatedRow,
        `SELECT coalesce(sum(n), 0) AS n FROM (
           SELECT sum(seq > :after) AS n FROM place WHERE list_id = :listId
           GROUP BY kind, name, longitude, latitude HAVING min(seq) <= :after)`,
        { listId, after },
      )?.n ?? 0,
    /**
     * Returns a page of the groups, and the number of all groups. `metres` is the distance of the farthest place from the first
     * one.
     */
    duplicates({ listIds, withinMetres, offset, limit }: DuplicateTerms & { offset: number; limit: number }) {
      const { sql, params } = placeCondition(store, { listIds });
      const { rows } = readableRows(
        store,
        comparedRow,
        `SELECT place_id AS placeId, kind, name, longitude, latitude FROM place
         WHERE ${sql} AND longitude IS NOT NULL ORDER BY seq`,
        params,
      );
      const groups = groupDuplicates(rows, withinMetres);
      return {
        total: groups.length,
        groups: groups.slice(offset, offset + limit).map((group) => {
          const members = group.map((i) => rows[i]).filter((row) => row !== undefined);
          const [first] = members;
          return {
            places: rowsOf(members.slice(0, maxShown).map(({ placeId }) => placeId)),
            count: members.length,
            metres: members.reduce(
              (farthest, one) => (first ? Math.max(farthest, metresBetween(first, one)) : farthest),
              0,
            ),
          };
        }),
      };
    },
  };
}
