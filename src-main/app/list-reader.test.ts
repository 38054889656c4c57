import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { testScope } from '../../testing/task-rows.ts';
import { databaseFileName } from '../store/open-store.ts';
import { allMigrations } from './all-migrations.ts';
import { createListReader } from './list-reader.ts';

let opened: TestStore;
let reader: ReturnType<typeof createListReader>;
beforeEach(() => {
  opened = openTestStore(allMigrations);
  reader = createListReader({ path: join(opened.folder, databaseFileName) });
});
afterEach(async () => {
  await reader.close();
  opened.remove();
});

const page = { descending: true, offset: 0, limit: 100, filter: {} } as const;

it('asks the thread the query of the domain under which it is read', async () => {
  const { lists } = reader;
  const [tasks, orders, commands, scenes, windows] = await Promise.all([
    lists.tasking.list(testScope, { ...page, sort: 'created' }),
    lists.orders.skus(testScope),
    lists.outbox.counts(testScope),
    lists.library.list({ ...page, sort: 'saved' }),
    lists.tasking.endingWithoutCapture(testScope, '2026-01-01T00:00:00Z'),
  ]);
  expect([tasks.total, orders, commands.waiting, scenes.total, windows]).toEqual([0, [], 0, 0, []]);
});

it('rejects a query that fails, and answers the next one', async () => {
  const terms = { scope: testScope, span: { from: '2026-01-01', to: '2026-01-02' }, project: null };
  const failing = reader.lists.timeline.counts(999, terms);
  await expect(failing).rejects.toThrow('there is no time source 999');
  await expect(reader.lists.timeline.counts(0, terms)).resolves.toEqual([]);
});

it('does not compile for a query that its domain does not have, and the thread refuses it', async () => {
  // @ts-expect-error scenes have no targets.
  await expect(reader.lists.library.targets()).rejects.toThrow('there is no list query library.targets');
});

it('asks nothing once it is closed', async () => {
  await reader.close();
  await expect(reader.lists.outbox.overview()).rejects.toThrow('closed');
});
