import { z } from 'zod';
import { type PlaceId, placeIdSchema } from '../../src-preload/contract/ids.ts';
import { type PlaceRow, placeKindSchema } from '../../src-preload/contract/place-values.ts';
import type { DuplicateTerms } from '../../src-preload/contract/places.ts';
import { cellsOf, forNearPairs, metresBetween } from '../core/near-pairs.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
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
type Compared = z.infer<typeof comparedRow>;

/** The most places of a group that are shown. */
const mostShown = 100;

/** Groups of places that are connected, in the order of their first places. */
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
    isJoined: (one: number, other: number) => rootOf(one) === rootOf(other),
    join(one: number, other: number) {
      const [a, b] = [rootOf(one), rootOf(other)];
      parents[Math.max(a, b)] = Math.min(a, b);
    },
    /** Returns the members of each group of two and more. */
    several(): number[][] {
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

/**
 * Returns the indexes of places by what two similar ones of the same kind have in common. Of those that are the same in
 * everything, as after a file was imported twice, only the first is compared; `join` connects the others with it.
 */
function bySimilarName(
  places: readonly Compared[],
  names: readonly string[],
  join: (one: number, other: number) => void,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const firsts = new Map<string, number>();
  for (const [i, { kind, longitude, latitude }] of places.entries()) {
    const name = names[i] ?? '';
    const whole = `${kind} ${longitude} ${latitude} ${name}`;
    const first = firsts.get(whole);
    if (first !== undefined) {
      join(first, i);
      continue;
    }
    firsts.set(whole, i);
    for (const key of similarityKeys(name)) {
      const all = found.get(`${kind} ${key}`);
      if (all) all.push(i);
      else found.set(`${kind} ${key}`, [i]);
    }
  }
  return found;
}

/** Returns groups of places that are near each other and have similar names; whoever is near one of a group belongs to it. */
export function groupDuplicates(places: readonly Compared[], withinMetres: number): number[][] {
  const names = places.map(({ name }) => comparedName(name));
  const groups = createGroups(places.length);
  const cells = cellsOf(places, withinMetres);
  for (const candidates of bySimilarName(places, names, groups.join).values()) {
    if (candidates.length < 2) continue;
    forNearPairs(candidates, cells, (one, other) => {
      const [here, there] = [places[one], places[other]];
      if (!here || !there || groups.isJoined(one, other)) return;
      if (!areSimilar(names[one] ?? '', names[other] ?? '')) return;
      if (metresBetween(here, there) <= withinMetres) groups.join(one, other);
    });
  }
  return groups.several();
}

/** Creates the query for places that are probably the same. It compares all places of the lists, so a worker runs it. */
export function createPlaceDuplicates({ store }: { store: Pick<Store, 'all'> }) {
  function rowsOf(placeIds: readonly PlaceId[]): PlaceRow[] {
    return readableRows(
      store,
      storedPlaceRow,
      `SELECT ${placeColumns} FROM json_each(:placeIds) JOIN place ON place.place_id = value ORDER BY json_each.key`,
      { placeIds: JSON.stringify(placeIds) },
    ).rows;
  }

  return {
    /** Returns a page of the groups, and how many there are. */
    duplicates({ listIds, withinMetres, offset, limit }: DuplicateTerms & { offset: number; limit: number }) {
      const { sql, params } = placeCondition({ listIds });
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
            places: rowsOf(members.slice(0, mostShown).map(({ placeId }) => placeId)),
            count: members.length,
            metres: members.reduce(
              (most, one) => (first ? Math.max(most, metresBetween(first, one)) : most),
              0,
            ),
          };
        }),
      };
    },
  };
}
