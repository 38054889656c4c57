import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { createSharedSearch, type SharedTerms } from './shared-search.ts';
import { libraryMigrations } from './tables.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
});
afterEach(() => opened.remove());

/** Stores a scene with a file on disk. */
function put(id: number, takenAt: string | null) {
  opened.store.run(
    `INSERT INTO scene (id, connection_id, contract_id, scene_id, project, taken_at, satellite, product_name, folded, raw, seen_at)
     VALUES (:id, 'here', 'c', 'S' || :id, 'p', :takenAt, 'SN1', 'L1', '', '{}', '')`,
    { id, takenAt },
  );
  opened.store.run(
    `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, saved_at)
     VALUES (:id, 'raster', 'a', 'a', '[]', 0, 'a', '2026-01-01T00:00:00Z')`,
    { id },
  );
}

const timeOf = (id: number) => `2026-01-${String(Math.abs(id)).padStart(2, '0')}T00:00:00Z`;
const all: SharedTerms = {
  box: null,
  fromDay: null,
  toDay: null,
  sceneIds: null,
  isOldestFirst: true,
  after: null,
  limit: 3,
};

it.each([true, false])(
  'fills a page although rows of it cannot be read, oldest first %s',
  (isOldestFirst) => {
    // A negative number is no id, so its row cannot be read.
    for (const id of [1, -2, -3, 4, 5, 6, -7, 8]) put(id, timeOf(id));
    for (const id of [9, -10, 11, 12, -13, 14]) put(id, null);
    const search = createSharedSearch(opened);
    const found: number[] = [];
    for (let after: SharedTerms['after'] = null; ; ) {
      const page = search.page({ ...all, isOldestFirst, after });
      found.push(...page.map(({ row }) => row));
      if (page.length < all.limit) break;
      after = page.at(-1) ?? null;
    }
    const expected = isOldestFirst ? [1, 4, 5, 6, 8, 9, 11, 12, 14] : [8, 6, 5, 4, 1, 14, 12, 11, 9];
    expect(found).toEqual(expected);
  },
);
