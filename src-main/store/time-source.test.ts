import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { testScope } from '../../testing/task-rows.ts';
import { allMigrations } from '../app/all-migrations.ts';
import { createTimeSource } from './time-source.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

const columns = {
  key: 'own.key',
  id: '1',
  name: `''`,
  project: `''`,
  status: `''`,
  longitude: '1',
  latitude: '1',
};

it('cuts a span into parts that are read quickly, also where thousands bear the same time', () => {
  const { store } = opened;
  store.run(
    'CREATE TABLE moment (connection_id TEXT, contract_id TEXT, at TEXT, key TEXT, PRIMARY KEY (connection_id, contract_id, at, key)) STRICT',
  );
  // 1,000 single times, 9,000 rows of one time, 3,000 single ones, 5,000 rows of one time; and texts that are no times.
  const fill = (first: number, count: number, step: number) =>
    store.run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count} - 1)
       INSERT INTO moment SELECT 'test', 'cont.1', strftime('%Y-%m-%dT%H:%M:%fZ', ${first} + i * ${step}, 'unixepoch'),
         printf('%d-%05d', ${first}, i) FROM n`,
    );
  const [began, day] = [1_760_000_000, 86_400];
  fill(began, 1_000, 60);
  fill(began + 5 * day, 9_000, 0);
  fill(began + 6 * day, 3_000, 60);
  fill(began + 20 * day, 5_000, 0);
  store.run(
    `INSERT INTO moment VALUES ('test', 'cont.1', '2025-10-10 or so', 'x'), ('test', 'cont.1', 'soon', 'y')`,
  );
  const source = createTimeSource(store, {
    kind: 'capture-made',
    subject: 'task',
    lean: 'moment AS own',
    full: 'moment AS own',
    at: 'own.at',
    where: '1',
    columns,
  });
  const to = '2100-01-01T00:00:00.000Z';
  const sizes: number[] = [];
  for (let from = '2000-01-01T00:00:00.000Z'; sizes.length < 100; ) {
    const rest = { scope: testScope, span: { from, to }, project: null };
    const edge = source.cut(rest);
    const part = edge === null ? rest : { ...rest, span: { from, to: edge } };
    sizes.push(source.counts(part).reduce((sum, { count }) => sum + count, 0));
    if (edge === null) break;
    expect(edge > from).toBe(true);
    from = edge;
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(18_000);
  // Rows of the same time cannot be split.
  expect(sizes.filter((size) => size > 4_000)).toEqual([9_000, 5_000]);
});
