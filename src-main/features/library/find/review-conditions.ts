import { z } from 'zod';
import {
  mostFacetValues,
  reviewChoices,
  type SceneFacets,
  type SceneFilter,
} from '../../../../src-preload/contract/scene-filter.ts';
import type { Store } from '../../../store/store.ts';
import type { IdCondition } from './row-conditions.ts';

const sceneRow = z.object({ row: z.number() });
const stateRow = z.object({ row: z.number(), state: z.enum(reviewChoices) });
const tagRow = z.object({ row: z.number(), tag: z.string() });

type Database = Pick<Store, 'all'>;

/**
 * Returns the conditions about reviews. Their tables are read at each query, because reviews change more often than scenes and are much
 * fewer.
 */
export function reviewConditions(store: Database): readonly IdCondition[] {
  const rowsOf = (sql: string, params: Record<string, string | number>) =>
    store.all(sceneRow, sql, params).map(({ row }) => row);
  return [
    ({ reviews }) => {
      if (reviews === undefined || reviews.length === 0) return null;
      const params = { states: JSON.stringify(reviews) };
      const stated = 'SELECT scene_row AS row FROM scene_review WHERE state IS NOT NULL';
      const named = '(SELECT value FROM json_each(:states))';
      return reviews.includes('none')
        ? { ids: rowsOf(`${stated} AND state NOT IN ${named}`, params), keeps: 'others' }
        : { ids: rowsOf(`${stated} AND state IN ${named}`, params), keeps: 'these' };
    },
    ({ tags }) => {
      if (tags === undefined || tags.length === 0) return null;
      const sql = `SELECT DISTINCT scene_row AS row FROM scene_review_tag
        WHERE tag IN (SELECT value FROM json_each(:tags))`;
      return { ids: rowsOf(sql, { tags: JSON.stringify(tags) }), keeps: 'these' };
    },
    ({ rating }) => {
      if (rating === undefined || (rating.least === null && rating.most === null)) return null;
      const sql = 'SELECT scene_row AS row FROM scene_review WHERE rating BETWEEN :least AND :most';
      return { ids: rowsOf(sql, { least: rating.least ?? 1, most: rating.most ?? 5 }), keeps: 'these' };
    },
  ];
}

/** Returns how many scenes have each review state and each tag; `kept` returns the scenes that match the filter without one of its terms. */
export function reviewFacetsOf(
  store: Database,
  kept: (without: keyof SceneFilter) => { total: number; has: (id: number) => boolean },
): Pick<SceneFacets, 'reviews' | 'tags'> {
  const count = (values: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const ofStates = kept('reviews');
  const stated = store
    .all(stateRow, 'SELECT scene_row AS row, state FROM scene_review WHERE state IS NOT NULL')
    .filter(({ row }) => ofStates.has(row));
  const states = count(stated.map(({ state }) => state)).set('none', ofStates.total - stated.length);
  const ofTags = kept('tags');
  const tagged = store
    .all(tagRow, 'SELECT scene_row AS row, tag FROM scene_review_tag')
    .filter(({ row }) => ofTags.has(row));
  return {
    reviews: reviewChoices.map((value) => ({ value, count: states.get(value) ?? 0 })),
    tags: [...count(tagged.map(({ tag }) => tag))]
      .map(([value, number]) => ({ value, count: number }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, mostFacetValues),
  };
}
