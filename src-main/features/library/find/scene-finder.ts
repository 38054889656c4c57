import {
  mostPlaceGroups,
  type PlaceGroups,
  type SceneFacets,
  type SceneFilter,
  type SceneSort,
} from '../../../../src-preload/contract/scene-filter.ts';
import type { Store } from '../../../store/store.ts';
import { createFollowedIndex } from './followed-index.ts';
import { createMatchingRows } from './matching-rows.ts';
import { orderedRows } from './ordered-rows.ts';
import { reviewConditions, reviewFacetsOf } from './review-conditions.ts';
import { idConditionsWith, sameContentCondition } from './row-conditions.ts';
import { middleOf, noPlace } from './scene-columns.ts';
import { facetsOf } from './scene-facets.ts';
import { rowOf, type SceneIndex } from './scene-index.ts';

/** The number of results in the cache, for the next page, the map and the counts of the same filter. */
const maxCached = 8;

/** A filter and a sort of the list of scenes. */
export interface SceneOrder {
  filter: SceneFilter;
  sort: SceneSort;
  descending: boolean;
}

/** Creates the cache of the latest results by key. */
function createResultCache() {
  const cache = new Map<string, Uint32Array>();
  return {
    clear: () => cache.clear(),
    of(key: string, make: () => Uint32Array): Uint32Array {
      const rows = cache.get(key) ?? make();
      cache.delete(key);
      cache.set(key, rows);
      const [oldest] = cache.keys();
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
      return rows;
    },
  };
}

const idsAt = ({ columns }: SceneIndex, rows: Uint32Array): number[] =>
  Array.from(rows, (row) => columns.ids[row] ?? 0);

/** Returns the first position of each place among rows that are sorted by place. */
function groupsOf({ columns }: SceneIndex, rows: Uint32Array): PlaceGroups {
  const groups: PlaceGroups = { starts: [], counts: [], longitudes: [], latitudes: [] };
  let before: number | null = null;
  for (const [i, row] of rows.entries()) {
    const place = columns.place[row] ?? noPlace;
    if (place !== before) {
      if (groups.starts.length === mostPlaceGroups) break;
      const middle = place === noPlace ? null : middleOf(columns, place);
      groups.starts.push(i);
      groups.counts.push(0);
      groups.longitudes.push(middle?.[0] ?? null);
      groups.latitudes.push(middle?.[1] ?? null);
      before = place;
    }
    groups.counts[groups.counts.length - 1] = i + 1 - (groups.starts.at(-1) ?? 0);
  }
  return groups;
}

/**
 * Creates the search for scenes: which ones match a filter, sorted, with counts. `path` is the file of the index, null if it is not saved.
 * `flagged` returns the scenes that need attention.
 */
export function createSceneFinder({
  store,
  path,
  flagged,
}: {
  store: Pick<Store, 'all' | 'get'>;
  path: string | null;
  flagged: (() => readonly string[]) | undefined;
}) {
  const followed = createFollowedIndex({ store, path });
  const conditions = [...idConditionsWith(flagged), ...reviewConditions(store), sameContentCondition(store)];
  const matching = createMatchingRows({ store, conditions });
  const cache = createResultCache();
  let cachedVersion = 0;

  /** Returns the index as it is now, with functions that find rows in it. */
  async function current() {
    const { index, version } = await followed.now();
    if (version !== cachedVersion) cache.clear();
    cachedVersion = version;
    const find = (filter: SceneFilter): Uint32Array =>
      matching.isOfIndex(filter)
        ? cache.of(JSON.stringify(filter), () => matching.find(index, filter))
        : matching.find(index, filter);
    const ordered = ({ filter, sort, descending }: SceneOrder): Uint32Array => {
      const make = () => orderedRows(index, find(filter), { sort, descending });
      return matching.isOfIndex(filter)
        ? cache.of(`${sort} ${descending} ${JSON.stringify(filter)}`, make)
        : make();
    };
    return { index, find, ordered };
  }

  return {
    /** Resolves with the ids of a part of the list, and the number of all scenes that match. */
    async page(order: SceneOrder, { offset, limit }: { offset: number; limit: number }) {
      const { index, ordered } = await current();
      const rows = ordered(order);
      return { total: rows.length, ids: idsAt(index, rows.subarray(offset, offset + limit)) };
    },
    /** Resolves with the ids of the first scenes of a filter in ascending order, and the number of all that match. */
    async first(filter: SceneFilter, limit: number): Promise<{ total: number; ids: number[] }> {
      const { index, find } = await current();
      const rows = find(filter);
      const ids = idsAt(index, rows.subarray(0, limit));
      return { total: rows.length, ids: ids.sort((a, b) => a - b) };
    },
    /** Resolves with the counts of values, days and reviews under a filter. */
    async facets(selection: {
      filter: SceneFilter;
      span: { from: string; to: string } | null;
    }): Promise<SceneFacets> {
      const { index, find } = await current();
      const scenesWithout = (without: keyof SceneFilter) => {
        const rows = find({ ...selection.filter, [without]: undefined });
        const marks = new Uint8Array(index.count);
        for (const row of rows) marks[row] = 1;
        return { total: rows.length, has: (id: number) => marks[rowOf(index, id) ?? -1] === 1 };
      };
      return {
        ...facetsOf(index, find, selection),
        ...reviewFacetsOf(store, scenesWithout),
        factsRead: followed.factsRead(),
      };
    },
    /** Resolves with the places of the list sorted by place. */
    async placeGroups({ filter, descending }: Omit<SceneOrder, 'sort'>): Promise<PlaceGroups> {
      const { index, ordered } = await current();
      return groupsOf(index, ordered({ filter, sort: 'place', descending }));
    },
    /** Saves the index; see `createFollowedIndex`. */
    keepIndex: followed.keep,
    indexShare: followed.buildShare,
  };
}
