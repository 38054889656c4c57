import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import { createCommandTable } from './command-table.ts';
import { viewOf } from './command-view.ts';
import { createReconcileSchedule } from './reconcile-schedule.ts';
import { outboxMigrations } from './tables.ts';

const minute = 60_000;
const serviceNow = Date.UTC(2026, 1, 1);
let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

/** An unconfirmed task in the table, and what is planned for it. */
function make({ project = 'coast', name = 'one', byItself = true } = {}) {
  const table = createCommandTable(opened.store);
  const schedule = createReconcileSchedule({
    scope,
    table,
    serviceTime: () => serviceNow,
    monotonic: () => 7_000,
    gapMs: 250,
  });
  function add(taskName = name, taskProject = project) {
    const id = submissionIdSchema.parse(taskName);
    const request = { ...sampleTask, task_name: taskName, project_name: taskProject };
    const input = { kind: 'task' as const, request };
    table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
    if (!byItself) opened.store.run('UPDATE command SET by_itself = 0 WHERE id = :id', { id });
    table.begin(id, ['draft'], { at: '2026-01-01T00:00:00Z', serviceMs: serviceNow, knownBefore: [] });
    table.changeState(id, ['sending'], 'unknown');
    return id;
  }
  const absentSince = (id: ReturnType<typeof add>, absentServiceMs: number) =>
    table.noteReconciliation(id, { at: '2026-01-01T00:00:00Z', candidates: [], absentServiceMs });
  return { table, schedule, add, absentSince };
}

it('asks after five seconds, later each time, and every half hour in the end', () => {
  const { table, schedule, add } = make();
  const row = table.find(add());
  expect(schedule.dueAt(row)).toBeUndefined();
  const delays = Array.from({ length: 8 }, () => {
    schedule.planNext(row);
    return ((schedule.dueAt(row) ?? 0) - 7_000) / 1_000;
  });
  expect(delays).toEqual([5, 30, 120, 300, 600, 1_800, 1_800, 1_800]);
  schedule.forget(row);
  expect(schedule.dueAt(row)).toBeUndefined();
});

it('asks once for all of a project, and apart for another', () => {
  const { table, schedule, add } = make();
  const [one, twin, other] = [add('one'), add('twin'), add('other', 'inland')].map((id) => table.find(id));
  if (!one || !twin || !other) throw new Error('too few');
  schedule.planNext(one);
  expect(schedule.dueAt(twin)).toBe(12_000);
  expect(schedule.dueAt(other)).toBeUndefined();
});

it('asks a second after the proof can be complete, and not before the shortest gap', () => {
  const { table, schedule, add, absentSince } = make();
  const id = add();
  absentSince(id, serviceNow - 15 * minute + 2_000);
  schedule.planNext(table.find(id));
  expect(schedule.dueAt(table.find(id))).toBe(7_000 + 3_000);
  absentSince(id, serviceNow - 60 * minute);
  schedule.planNext(table.find(id));
  expect(schedule.dueAt(table.find(id))).toBe(7_000 + 250);
});

it('waits for no proof of what the form sent: that goes out again by the user alone', () => {
  const { table, schedule, add, absentSince } = make({ byItself: false });
  const id = add();
  absentSince(id, serviceNow - 15 * minute);
  expect(viewOf(table.find(id))).toMatchObject({ absentSince: '2026-01-31T23:45:00.000Z', provenAt: null });
  schedule.planNext(table.find(id));
  expect(schedule.dueAt(table.find(id))).toBe(7_000 + 5_000);
});

it('shows since when it is missing and when that is proven, while it is unconfirmed', () => {
  const { table, add, absentSince } = make();
  const id = add();
  expect(viewOf(table.find(id))).toMatchObject({ absentSince: null, provenAt: null });
  absentSince(id, serviceNow);
  expect(viewOf(table.find(id))).toMatchObject({
    absentSince: '2026-02-01T00:00:00.000Z',
    provenAt: '2026-02-01T00:15:00.000Z',
  });
  table.changeState(id, ['unknown'], 'sent');
  expect(viewOf(table.find(id)).provenAt).toBeNull();
});
