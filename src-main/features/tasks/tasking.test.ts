import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { taskDetailsSchema, taskingReferenceSchema } from '../../../src-preload/contract/tasking.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../testing/practice-harness.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { otherVariant } from '../../practice/options.ts';
import { createReference } from './reference.ts';
import { taskingMigrations } from './tables.ts';
import { createTaskSync } from './task-sync.ts';
import { createTaskTable, type TaskTable } from './task-table.ts';
import { createTaskCommands } from './tasking.ts';

let practice: PracticeHarness;
let opened: TestStore;
let table: TaskTable;
const request = { ...sampleTask, end: '2027-03-09T00:00:00+01:00' };

async function start(options: Parameters<typeof startPracticeHarness>[0] = {}) {
  practice = await startPracticeHarness(options);
  opened = openTestStore(taskingMigrations);
  table = createTaskTable({ store: opened.store, now: () => new Date() });
}
afterEach(async () => {
  opened.remove();
  await practice.end();
});

const commands = () =>
  createTaskCommands({
    table,
    service: practice.service,
    changed: () => undefined,
    pause: async () => undefined,
  });
const submitted = async () => (await practice.client.submitTask(request, practice.signal)).parsed.task_id;
const cancelCalls = () => practice.count('PATCH', /cancel/);

describe('cancelling', () => {
  beforeEach(() => start());

  it('is confirmed by reading back', async () => {
    const taskId = await submitted();
    const task = await commands().cancel(practice.scope, taskId, practice.signal);
    expect(taskDetailsSchema.parse(task)).toMatchObject({ status: 'Canceled', statusKind: 'cancelled' });
    expect(table.get(practice.scope, taskId).statusKind).toBe('cancelled');
  });

  it('is the same the second time', async () => {
    const taskId = await submitted();
    await commands().cancel(practice.scope, taskId, practice.signal);
    expect(await commands().cancel(practice.scope, taskId, practice.signal)).toMatchObject({
      statusKind: 'cancelled',
    });
  });

  it('whose answer is lost is looked at, not repeated', async () => {
    const taskId = await submitted();
    await practice.fault({ method: 'PATCH', path: 'cancel' }, { loseReply: 'after' });
    expect(await commands().cancel(practice.scope, taskId, practice.signal)).toMatchObject({
      statusKind: 'cancelled',
    });
    expect(await cancelCalls()).toBe(1);
  });

  it('that never took effect is told with its reason', async () => {
    const taskId = await submitted();
    await practice.fault({ method: 'PATCH', path: 'cancel' }, { loseReply: 'before' });
    await expect(commands().cancel(practice.scope, taskId, practice.signal)).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(table.get(practice.scope, taskId).statusKind).toBe('received');
    expect(await cancelCalls()).toBe(1);
  });

  it('of a task that is not there is told', async () => {
    const taskId = taskIdSchema.parse(999_999);
    await expect(commands().cancel(practice.scope, taskId, practice.signal)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('cancelling a task that has ended another way is a conflict', async () => {
  await start({ emptyWorld: false });
  const rows = [];
  for await (const page of practice.client.taskPages({ status: 'completed' }, practice.signal))
    rows.push(...page.rows);
  const taskId = rows[0]?.parsed.task_id ?? taskIdSchema.parse(0);
  await expect(commands().cancel(practice.scope, taskId, practice.signal)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { detail: 'completed' },
  });
});

it.each([
  ['usual', {}],
  ['other', otherVariant],
])('a sync of the %s practice service keeps what it holds', async (_name, variant) => {
  await start({ emptyWorld: false, ...variant });
  const sync = createTaskSync({
    store: opened.store,
    table,
    service: practice.service,
    now: () => new Date(),
    changed: () => undefined,
    onError(error) {
      throw error;
    },
  });
  const state = await sync.run(practice.scope);
  expect(state.error).toBeNull();
  const all = [];
  for await (const page of practice.client.taskPages({}, practice.signal)) all.push(...page.rows);
  expect(all.length).toBeGreaterThan(3);
  for (const { parsed, raw } of all) expect(table.get(practice.scope, parsed.task_id).raw).toEqual(raw);
  const { rows } = table.list(practice.scope, {
    filter: {},
    sort: 'created',
    descending: true,
    offset: 0,
    limit: 500,
  });
  expect(rows).toHaveLength(all.length);
  expect(rows.some((row) => row.publishedCount > 0)).toBe(true);
  await sync.close();
});

describe('products and clients', () => {
  const reference = () =>
    createReference({
      store: opened.store,
      service: practice.service,
      table,
      now: () => new Date(),
      changed: () => undefined,
    });

  it.each([
    ['usual', {}],
    ['other', otherVariant],
  ])('of the %s practice service are kept for offline work', async (_name, variant) => {
    await start(variant);
    expect(reference().read(practice.scope)).toEqual({
      products: [],
      clients: [],
      projects: [],
      fetchedAt: null,
      problems: { products: null, clients: null },
    });
    const fetched = taskingReferenceSchema.parse(await reference().refresh(practice.scope, practice.signal));
    expect(fetched.products).toContainEqual({ pk: 169, name: 'Multispectral 70cm' });
    expect(fetched.clients).toEqual([
      { name: 'field-survey', maxPriority: 30, minPriority: 70, defaultPriority: 50 },
    ]);
    await practice.stopService();
    expect(reference().read(practice.scope)).toEqual(fetched);
    await expect(reference().refresh(practice.scope, practice.signal)).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(reference().read(practice.scope)).toEqual(fetched);
  });

  it('stand each alone: products are there where clients are refused, and the other way round', async () => {
    await start({});
    const own = reference();
    await practice.fault({ path: '/tasking/clients/' }, { status: 403 });
    const fetched = await own.refresh(practice.scope, practice.signal);
    expect(fetched.products).not.toEqual([]);
    expect(fetched).toMatchObject({
      clients: [],
      problems: { products: null, clients: { code: 'UNAUTHORIZED' } },
    });
    await practice.clearFaults();
    await practice.fault({ path: '/tasking/products/' }, { status: 403 });
    await expect(own.refresh(practice.scope, practice.signal)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const later = own.read(practice.scope);
    expect(later).toMatchObject({ problems: { products: { code: 'UNAUTHORIZED' }, clients: null } });
    expect(later.products).toEqual(fetched.products);
    expect(later.clients).toHaveLength(1);
    await practice.clearFaults();
    expect((await own.refresh(practice.scope, practice.signal)).problems).toEqual({
      products: null,
      clients: null,
    });
  });

  it('of which one item is damaged are there but for that one', async () => {
    await start({});
    const fetched = await reference().refresh(practice.scope, practice.signal);
    opened.store.run(
      `UPDATE tasking_reference SET products = json_insert(products, '$[#]', 'no product'), clients = '{'`,
    );
    expect(reference().read(practice.scope)).toMatchObject({ products: fetched.products, clients: [] });
  });
});
