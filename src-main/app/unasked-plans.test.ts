import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectionIdSchema, contractIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { createTransferTable } from '../features/downloads/queue/transfer-table.ts';
import { createSceneChecks } from '../features/library/scene-checks.ts';
import { createSceneTable } from '../features/library/scene-table.ts';
import { createOrderChecks } from '../features/orders/order-checks.ts';
import { createOrderTable } from '../features/orders/order-table.ts';
import { createCommandTable } from '../features/outbox/command-table.ts';
import { createTaskChecks } from '../features/tasks/task-checks.ts';
import { createTaskTable } from '../features/tasks/task-table.ts';
import { createFlagTable } from '../features/timeline/tracking/flag-table.ts';
import type { Store } from '../store/store.ts';
import { allMigrations } from './all-migrations.ts';
import { domains } from './domains.ts';

const rows = 100_000;
const scope: Scope = {
  connectionId: connectionIdSchema.parse('many'),
  contractId: contractIdSchema.parse('cont.00000000-0000-4000-8000-000000000001'),
};
const now = () => new Date('2026-06-01T00:00:00Z');
const numbers = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
const key = `'${scope.connectionId}', '${scope.contractId}'`;
const time = (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', 1700000000 + ${column} * 97, 'unixepoch')`;

/** Most tasks are done with; one in a thousand still waits for its captures, as under a contract of years. */
const seeds = [
  `INSERT INTO task (connection_id, contract_id, task_id, name, project, folded, status, status_kind, start_at, end_at, created_at,
     captures_settled, captures_read_at, raw, seen_at)
   ${numbers} SELECT ${key}, i, 'Task ' || i, 'Project ' || (i % 60), 'task ' || i, 'completed', 'completed', ${time('i')}, ${time('i')},
     ${time('i')}, i % 1000 <> 0, ${time('i')}, '{}', ${time('i')} FROM n`,
  `INSERT INTO capture (connection_id, contract_id, task_id, capture_id, position, status, status_kind, start_at, raw, seen_at)
   ${numbers} SELECT ${key}, i, 'c' || i, 0, 'published', 'published', ${time('i')}, '{}', ${time('i')} FROM n`,
  `INSERT INTO service_order (connection_id, contract_id, order_id, name, project, folded, sku, status, status_kind, start_at, end_at,
     created_at, updated_at, deliverables_known, state, seen_at)
   ${numbers} SELECT ${key}, printf('%06d', i), 'Order ' || i, 'Project', 'order ' || i, 'TSKPOI-M', 'closed', 'closed', ${time('i')},
     ${time('i')}, ${time('i')}, ${time('i')}, 1, 'fulfilled', ${time('i')} FROM n`,
  `INSERT INTO command (id, connection_id, contract_id, kind, state, name, project, request, created_at)
   ${numbers} SELECT 'id' || i, ${key}, 'task', 'sent', 'Task ' || i, 'Project', '{}', ${time('i')} FROM n`,
  `INSERT INTO transfer (file_id, state, queued_at, finished_at, position)
   ${numbers} SELECT i, iif(i % 2, 'done', 'paused'), ${time('i')}, ${time('i')}, i FROM n`,
];

let opened: TestStore;
beforeAll(() => {
  opened = openTestStore(allMigrations);
  opened.store.transaction(() => {
    for (const sql of seeds) opened.store.run(sql);
  });
}, 120_000);
afterAll(() => opened.remove());

/** What SQLite means to do for each query of the work, in its own words. */
function plansOf(work: (store: Store) => unknown): string[] {
  const plans: string[] = [];
  const detail = z.object({ detail: z.string() });
  const explained = (sql: string, params: Parameters<Store['all']>[2]) =>
    plans.push(...opened.store.all(detail, `EXPLAIN QUERY PLAN ${sql}`, params).map((row) => row.detail));
  const store: Store = {
    ...opened.store,
    all(row, sql, params) {
      explained(sql, params);
      return opened.store.all(row, sql, params);
    },
    get(row, sql, params) {
      explained(sql, params);
      return opened.store.get(row, sql, params);
    },
  };
  work(store);
  expect(plans).not.toEqual([]);
  return plans;
}

/** A walk over all rows of one of the large tables, by whatever index. */
const walks = (plans: readonly string[]) =>
  plans.filter((plan) =>
    /^SCAN (?!scene_file USING COVERING INDEX scene_file_missing)(task|capture|service_order|o|c|command|transfer|scene|scene_file)\b/.test(
      plan,
    ),
  );
/** Found by scope and time only, which every row of the scope matches. */
const byTimeOnly = (plans: readonly string[]) =>
  plans.filter((plan) => /\((connection_id=\? AND contract_id=\? AND )?start_at>\?\)/.test(plan));

const tasks = (store: Store) => createTaskChecks({ store });
const orders = (store: Store) => createOrderChecks({ store });
const taskTable = (store: Store) => createTaskTable({ store, now });
const scenes = (store: Store) =>
  createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
const late = '2026-01-01T00:00:00Z';

/** What is asked without anybody at the screen: after a sync, at the start, and each time the queue moves. */
const unasked: [string, (store: Store) => unknown][] = [
  ['tasks that end without a capture', (store) => tasks(store).endingWithoutCapture(scope, late)],
  ['captures stuck in processing', (store) => tasks(store).processing(scope)],
  ['tasks with more captures than needed', (store) => tasks(store).moreThanNeeded(scope)],
  ['orders that end without a capture', (store) => orders(store).endingWithoutCapture(scope, late)],
  ['captures of orders stuck in processing', (store) => orders(store).processing(scope)],
  ['orders closed with nothing', (store) => orders(store).closedEmpty(scope, late)],
  ['deliveries without links', (store) => orders(store).withoutLinks(scope, late)],
  ['missing files', (store) => createSceneChecks({ store }).filesMissing(scope)],
  [
    'tasks whose captures may still move',
    (store) => taskTable(store).unfinished(scope, { maxNeverRead: 50, fillUpTo: 100 }),
  ],
  ['whether there are such tasks', (store) => taskTable(store).hasUnfinished(scope)],
  ['whether an order is open', (store) => createOrderTable({ store, now }).hasOpen(scope)],
  ['whether the outbox has something to send', (store) => createCommandTable(store).isBusy(scope)],
  ['sums of the download queue', (store) => createTransferTable({ store, now }).tally()],
  ['the next files of the queue', (store) => createTransferTable({ store, now }).next(4, [])],
  ['a page of the queue', (store) => createTransferTable({ store, now }).openAfter(null, 500)],
  ['records of files on disk', (store) => scenes(store).savedFiles(0, 200)],
];

describe.each([
  ['without statistics', () => undefined],
  ['with statistics', () => opened.store.run('ANALYZE')],
])('with 100,000 of each thing, %s', (_name, prepare) => {
  beforeAll(prepare);

  it.each(unasked)('finds %s without walking all rows', (_what, work) => {
    const plans = plansOf(work);
    expect(walks(plans)).toEqual([]);
    expect(byTimeOnly(plans)).toEqual([]);
  });

  it('reads a page of what was downloaded in its order, and sorts nothing', () => {
    const plans = plansOf((store) => createTransferTable({ store, now }).done(0, 100));
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('finds the tasks and orders that need attention by their identifiers', () => {
    const page = {
      filter: { needsAttention: true },
      descending: true,
      offset: 0,
      limit: 100,
    } as const;
    const flagged = () => ['17', '000017'];
    const plans = plansOf((store) => {
      createTaskTable({ store, now, flagged }).list(scope, { ...page, sort: 'created' });
      createOrderTable({ store, now, flagged }).list(scope, { ...page, sort: 'updated' });
    });
    expect(plans.filter((plan) => /task_id=\?|order_id=\?/.test(plan)).length).toBeGreaterThanOrEqual(4);
    expect(walks(plans)).toEqual([]);
    expect(plans.filter((plan) => /_found/.test(plan))).toEqual([]);
  });

  it('counts and searches tasks and orders within an index', () => {
    const filter = { search: 'harbour' };
    const page = { descending: true, offset: 0, limit: 100 } as const;
    const plans = plansOf((store) => {
      const options = { store, now, folder: null, flags: createFlagTable({ store, now }) };
      domains.tasking.listQueries(options).list(scope, { filter, sort: 'created', ...page });
      domains.orders.listQueries(options).list(scope, { filter, sort: 'updated', ...page });
    });
    expect(plans.filter((plan) => plan.includes('COVERING INDEX task_found'))).not.toEqual([]);
    expect(plans.filter((plan) => /COVERING INDEX service_order_(found|state)/.test(plan))).not.toEqual([]);
  });
});
