import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import type { Store } from '../../../store/store.ts';
import { createRecordedClaims } from '../recorded-claims.ts';
import { createSceneFiles } from '../scene-files.ts';
import { createSceneList } from '../scene-list.ts';
import { libraryMigrations } from '../tables.ts';
import { fillNextFacts, pruneChanges } from './index-upkeep.ts';
import { createIndexedRows } from './indexed-rows.ts';

const rows = 100_000;
const numbers = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
const time = `strftime('%Y-%m-%dT%H:%M:%SZ', 1700000000 + i * 97, 'unixepoch')`;
const nameRow = z.object({ name: z.string(), sql: z.string() });
const planRow = z.object({ detail: z.string() });

let opened: TestStore;
beforeAll(() => {
  opened = openTestStore(libraryMigrations);
  const { store } = opened;
  // What the triggers do for each row is done for all at once.
  const triggers = store.all(nameRow, `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`);
  store.transaction(() => {
    for (const { name } of triggers) store.run(`DROP TRIGGER ${name}`);
    store.run(`INSERT INTO scene (connection_id, contract_id, scene_id, project, taken_at, satellite, cloud_cover, west, south, east, north,
        folded, raw, seen_at)
      ${numbers} SELECT 'many', 'c', printf('%07d', i * 7919 % 1000003), 'Project ' || (i % 60), ${time}, 'SN' || (i % 9), i % 100,
        i % 300 - 150, i % 120 - 60, i % 300 - 149.9, i % 120 - 59.9, 'scene ' || i, '{}', ''  FROM n`);
    store.run(`INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, saved_at)
      ${numbers} SELECT i, 'raster', 'a', 'a', '[]', 0, iif(i % 3 = 0, 'a', NULL), ${time} FROM n`);
    store.run(`INSERT INTO scene_facts ${numbers} SELECT i, i % 40, i % 80, 1 FROM n WHERE i % 2`);
    store.run(`INSERT INTO scene_change (scene_row) ${numbers} SELECT i FROM n WHERE i % 10 = 0`);
    store.run(`UPDATE scene_find SET facts_last = ${rows}, facts_reached = 50000`);
    for (const { sql } of triggers) store.run(sql);
  });
}, 60_000);
afterAll(() => opened.remove());

/** What SQLite means to do for each query of the work; queries are not run a second time, so that writes happen once. */
async function plansOf(work: (store: Store) => unknown): Promise<string[]> {
  const plans: string[] = [];
  const explain = (sql: string, params: Parameters<Store['all']>[2]) =>
    plans.push(...opened.store.all(planRow, `EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail));
  const store: Store = {
    ...opened.store,
    all(row, sql, params) {
      explain(sql, params);
      return opened.store.all(row, sql, params);
    },
    get(row, sql, params) {
      explain(sql, params);
      return opened.store.get(row, sql, params);
    },
    run(sql, params) {
      explain(sql, params);
      return opened.store.run(sql, params);
    },
  };
  await work(store);
  expect(plans).not.toEqual([]);
  return plans;
}

const walks = (plans: readonly string[]) =>
  plans.filter((plan) => /^SCAN (scene|scene_file|scene_facts|scene_change|f)\b/.test(plan));

const ids = [5, 50_000, 99_999];
const questions: [string, (store: Store) => unknown][] = [
  ['the next rows of a new index', (store) => createIndexedRows(store).after(60_000, 2_000)],
  [
    'the scenes that name a file',
    (store) => createRecordedClaims({ store })(['/Coast/a.tif', 'Coast/b.tif'], 7),
  ],
  ['whether a file is named', (store) => createSceneFiles({ store, now: () => new Date(0) }).isNamed('b')],
  ['changed scenes', (store) => createIndexedRows(store).named(ids)],
  ['the next changes', (store) => createIndexedRows(store).changes(500, 1_000)],
  ['the state of the index', (store) => createIndexedRows(store).state()],
  ['the next facts', (store) => fillNextFacts(store)],
  ['changes to forget', (store) => pruneChanges(store, 300)],
];

describe.each([
  ['without statistics', () => undefined],
  ['with statistics', () => opened.store.run('ANALYZE')],
])('with 100,000 scenes, %s', (_name, prepare) => {
  beforeAll(() => void prepare());

  it.each(questions)('%s: found by their identifiers', async (_what, work) => {
    expect(walks(await plansOf(work))).toEqual([]);
  });

  it('a page and its outlines are read by the ids that the index tells, in the order of the list', async () => {
    const list = (store: Store) => createSceneList({ store, flagged: undefined });
    const terms = { sort: 'clouds', descending: true, offset: 1_000, limit: 100 } as const;
    const plans = await plansOf(async (store) => {
      const scenes = list(store);
      const { total, rows: shown } = await scenes.list({
        filter: { box: [0, 20, 20, 60] },
        ...terms,
        offset: 0,
      });
      expect(total).toBeGreaterThan(100);
      expect(shown).toHaveLength(100);
      await scenes.footprints({ box: [0, 20, 20, 60] });
    });
    expect(walks(plans)).toEqual([]);
    expect(
      plans.filter((plan) => /SEARCH scene USING INTEGER PRIMARY KEY/.test(plan)).length,
    ).toBeGreaterThan(1);
  });
});
