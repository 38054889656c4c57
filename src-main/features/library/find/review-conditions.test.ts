import { afterEach, beforeEach, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { ReviewSummary } from '../../../../src-preload/contract/reviews.ts';
import type { SceneFilter } from '../../../../src-preload/contract/scene-filter.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { createSceneReviews } from '../scene-review-table.ts';
import { libraryMigrations } from '../tables.ts';
import { createSceneFinder } from './scene-finder.ts';

let opened: TestStore;
let finder: ReturnType<typeof createSceneFinder>;
let reviews: ReturnType<typeof createSceneReviews>;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
  const { store } = opened;
  for (let id = 1; id <= 6; id += 1)
    store.run(
      `INSERT INTO scene (id, connection_id, contract_id, scene_id, project, taken_at, west, south, east, north, footprint, folded, raw, seen_at)
       VALUES (:id, 'here', 'c', :name, 'fields', '2026-01-01T00:00:00Z', :west, 0, :east, 1,
         '{"type":"Point","coordinates":[0,0]}', '', '{}', '')`,
      { id, name: `S${id}`, west: id * 1.5, east: id * 1.5 + 2 },
    );
  reviews = createSceneReviews({ store });
  finder = createSceneFinder({ store, path: null, flagged: undefined });
});
afterEach(() => opened.remove());

const review = (id: number, fields: Partial<ReviewSummary>) => {
  const summary = {
    state: null,
    rating: null,
    ratingBy: null,
    tags: [],
    tagsBy: {},
    conflicts: 0,
    remarks: 0,
    reviewers: 1,
    ...fields,
  };
  opened.store.transaction(() => reviews.put(librarySceneIdSchema.parse(id), summary));
};
const found = async (filter: SceneFilter) => {
  const order = { filter, sort: 'name', descending: false } as const;
  return (await finder.page(order, { offset: 0, limit: 99 })).ids;
};

it('keeps scenes by the state of their reviews, tags and rating, as they are at each query', async () => {
  expect(await found({ reviews: ['none'] })).toEqual([1, 2, 3, 4, 5, 6]);
  review(1, { state: 'accepted', rating: 5, tags: ['flood', 'clear'] });
  review(2, { state: 'rejected', rating: 1 });
  review(3, { state: 'conflict', tags: ['flood'] });
  review(4, { rating: 3 });
  expect(await found({ reviews: ['accepted'] })).toEqual([1]);
  expect(await found({ reviews: ['accepted', 'conflict'] })).toEqual([1, 3]);
  // Who only rated a scene has given no verdict.
  expect(await found({ reviews: ['none'] })).toEqual([4, 5, 6]);
  expect(await found({ reviews: ['none', 'rejected'] })).toEqual([2, 4, 5, 6]);
  expect(await found({ reviews: [] })).toHaveLength(6);
  expect(await found({ tags: ['flood'] })).toEqual([1, 3]);
  expect(await found({ tags: ['flood', 'clear'], reviews: ['accepted'] })).toEqual([1]);
  expect(await found({ rating: { least: 3, most: null } })).toEqual([1, 4]);
  expect(await found({ rating: { least: null, most: 2 } })).toEqual([2]);
  review(1, { state: 'rejected' });
  expect(await found({ reviews: ['rejected'] })).toEqual([1, 2]);
  expect(await found({ tags: ['clear'] })).toEqual([]);
});

it('counts states and tags under the other filters, each without its own', async () => {
  review(1, { state: 'accepted', tags: ['flood', 'clear'] });
  review(2, { state: 'accepted', tags: ['flood'] });
  review(3, { state: 'rejected', tags: ['flood'] });
  const facets = await finder.facets({ filter: { reviews: ['accepted'], tags: ['clear'] }, span: null });
  expect(facets.reviews.filter(({ count }) => count > 0)).toEqual([{ value: 'accepted', count: 1 }]);
  expect(facets.tags).toEqual([
    { value: 'flood', count: 2 },
    { value: 'clear', count: 1 },
  ]);
  const all = await finder.facets({ filter: {}, span: null });
  expect(all.reviews).toContainEqual({ value: 'none', count: 3 });
});

it('keeps scenes whose box meets that of a scene', async () => {
  expect(await found({ placeOf: '3' })).toEqual([2, 3, 4]);
  expect(await found({ placeOf: '3', box: [0, 0, 4, 1] })).toEqual([2]);
  expect(await found({ placeOf: '99' })).toEqual([]);
});

it('a row from before tells who gave ratings and tags once it was stored again', () => {
  review(1, { rating: 2, ratingBy: 'Ana', tags: ['port'], tagsBy: { port: ['Ana'] } });
  review(2, {});
  expect(reviews.stale(9)).toEqual([]);
  reviews.markStale();
  expect(reviews.stale(9)).toEqual([1, 2]);
  review(2, {});
  expect(reviews.stale(9)).toEqual([1]);
});
