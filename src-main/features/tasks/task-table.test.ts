import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  captureIdSchema,
  contractIdSchema,
  type TaskId,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { unpackDegrees, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import {
  type TaskFilter,
  type TaskSort,
  taskDetailsSchema,
  taskSortSchema,
} from '../../../src-preload/contract/tasking.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { captureRow, testScope as scope, taskRow } from '../../../testing/task-rows.ts';
import { wireCaptureSchema, wireTaskSchema } from '../../service/api/wire.ts';
import { taskingMigrations } from './tables.ts';
import { createTaskTable, type TaskTable } from './task-table.ts';

let opened: TestStore;
let table: TaskTable;
let clock: number;
beforeEach(() => {
  opened = openTestStore(taskingMigrations);
  clock = Date.UTC(2026, 5, 1);
  table = createTaskTable({ store: opened.store, now: () => new Date(clock) });
});
afterEach(() => opened.remove());

const id = (n: number): TaskId => taskIdSchema.parse(n);
const list = (options: Partial<Parameters<TaskTable['list']>[1]> = {}) =>
  table.list(scope, {
    filter: {},
    sort: 'created',
    descending: false,
    offset: 0,
    limit: 500,
    ...options,
  });
const ids = (options?: Parameters<typeof list>[0]) => list(options).rows.map((row) => row.taskId);
const onMap = (filter: TaskFilter = {}) => unpackIds(table.targets(scope, filter).taskIds).map(Number);

describe('a task', () => {
  it('is kept with all that the service said', () => {
    expect(
      table.put(scope, taskRow(7, { max_captures: 2, odd_field: { a: [1] }, status: 'awaiting_weather' })),
    ).toBe(true);
    const details = taskDetailsSchema.parse(table.get(scope, id(7)));
    expect(details).toMatchObject({
      taskId: 7,
      name: 'Task 7',
      project: 'Coast',
      status: 'awaiting_weather',
      statusKind: 'other',
      productPk: 169,
      productName: null,
      client: 'north-office',
      priority: 50,
      longitude: -173,
      latitude: -78,
      start: '2026-03-01T00:00:00.000Z',
      maxCaptures: 2,
      maxSimultaneousCaptures: null,
      captures: [],
    });
    expect(details.raw).toEqual(
      taskRow(7, { max_captures: 2, odd_field: { a: [1] }, status: 'awaiting_weather' }).raw,
    );
  });

  it('with nothing but its id is kept too', () => {
    table.put(scope, { parsed: wireTaskSchema.parse({ task_id: '12' }), raw: { task_id: '12' } });
    expect(table.get(scope, id(12))).toMatchObject({
      name: '',
      status: '',
      statusKind: 'other',
      longitude: null,
    });
    expect(onMap()).toEqual([]);
  });

  it('keeps what was asked for where the service does not repeat it', () => {
    const asked = { max_captures: 3, max_simultaneous_captures: 4, expected_age: '7 00:00:00' };
    table = createTaskTable({
      store: opened.store,
      now: () => new Date(clock),
      askedFor: (_, taskId) => (taskId === 1 ? asked : null),
    });
    table.put(scope, taskRow(1));
    expect(table.get(scope, id(1))).toMatchObject({
      maxCaptures: 3,
      maxSimultaneousCaptures: 4,
      expectedAge: '7 00:00:00',
      fromRequest: ['maxCaptures', 'maxSimultaneousCaptures', 'expectedAge'],
    });
    // The service's own word comes first.
    table.put(scope, taskRow(1, { max_captures: 2 }));
    expect(table.get(scope, id(1))).toMatchObject({
      maxCaptures: 2,
      fromRequest: ['maxSimultaneousCaptures', 'expectedAge'],
    });
    table.put(scope, taskRow(2));
    expect(table.get(scope, id(2))).toMatchObject({ maxCaptures: null, fromRequest: [] });
  });

  it('says when it was last read, apart from when it last changed', () => {
    table.put(scope, taskRow(1));
    const changedAt = new Date(clock).toISOString();
    clock += 3_600_000;
    table.put(scope, taskRow(1));
    const fetchedAt = new Date(clock).toISOString();
    expect(table.get(scope, id(1))).toMatchObject({ changedAt, fetchedAt });
    // After a restart nothing was read yet.
    table = createTaskTable({ store: opened.store, now: () => new Date(clock) });
    expect(table.get(scope, id(1))).toMatchObject({ changedAt, fetchedAt: null });
  });

  it('tells the altitude of its point', () => {
    table.put(scope, taskRow(1, { target: { type: 'Point', coordinates: [16, 48, 312.5] } }));
    table.put(scope, taskRow(2));
    expect([1, 2].map((n) => table.get(scope, id(n)).altitude)).toEqual([312.5, null]);
  });

  it('keeps what a thinner answer leaves out, and is not written again for it', () => {
    table.put(
      scope,
      taskRow(1, { status: 'in_progress', max_captures: 2, expected_age: '3 days, 00:00:00' }),
    );
    const known = table.get(scope, id(1));
    const thin = { task_id: 1, status: 'completed' };
    expect(table.putRow(scope, { parsed: wireTaskSchema.parse(thin), raw: thin })).toBe('status-changed');
    expect(table.get(scope, id(1))).toMatchObject({
      name: 'Task 1',
      project: 'Coast',
      productPk: 169,
      client: 'north-office',
      priority: 50,
      start: known.start,
      longitude: known.longitude,
      maxCaptures: 2,
      expectedAge: '3 days, 00:00:00',
      status: 'completed',
      raw: { ...known.raw, status: 'completed' },
    });
    expect(table.putRow(scope, { parsed: wireTaskSchema.parse(thin), raw: thin })).toBe('same');
    // What is there counts, an empty value too.
    const emptied = { task_id: 1, priority: null };
    table.put(scope, { parsed: wireTaskSchema.parse(emptied), raw: emptied });
    expect(table.get(scope, id(1)).priority).toBeNull();
  });

  it('keeps no number that was cut: 2.5 is not 2', () => {
    table.put(scope, taskRow(1, { priority: 2.5 }));
    expect(table.get(scope, id(1))).toMatchObject({ priority: null, raw: { priority: 2.5 } });
  });

  it('tells whether its status moved', () => {
    expect(table.put(scope, taskRow(1))).toBe(true);
    expect(table.put(scope, taskRow(1))).toBe(false);
    expect(table.put(scope, taskRow(1, { priority: 3 }))).toBe(false);
    expect(table.get(scope, id(1)).priority).toBe(3);
    expect(table.put(scope, taskRow(1, { status: 'in_progress' }))).toBe(true);
  });

  it.each(['Canceled', 'cancelled', 'completed', 'failed', 'rejected'])(
    '%s is not undone by a staler answer',
    (status) => {
      table.put(scope, taskRow(1, { status }));
      for (const stale of ['received', 'in_progress', 'awaiting_weather', null]) {
        expect(table.put(scope, taskRow(1, { status: stale, priority: 9 }))).toBe(false);
        expect(table.get(scope, id(1))).toMatchObject({ status, priority: 9 });
        expect(ids({ filter: { statusKinds: ['received', 'in-progress', 'other'] } })).toEqual([]);
      }
    },
  );

  it('of one contract is not that of another', () => {
    table.put(scope, taskRow(1));
    const other = { ...scope, contractId: contractIdSchema.parse('cont.2') };
    expect(() => table.get(other, id(1))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    table.put(other, taskRow(1, { task_name: 'Other' }));
    table.put({ ...scope, contractId: null }, taskRow(1, { task_name: 'Legacy' }));
    expect(table.get(scope, id(1)).name).toBe('Task 1');
    expect(table.get({ ...scope, contractId: null }, id(1)).name).toBe('Legacy');
  });
});

describe('the list', () => {
  beforeEach(() => {
    table.put(scope, taskRow(1, { task_name: 'Ñandú river', project_name: 'Sur', status: 'completed' }));
    table.put(scope, taskRow(2, { task_name: 'harbour 100%', status: 'in_progress', client: 'Fisheries' }));
    table.put(scope, taskRow(3, { task_name: 'Harbour_A', status: 'Canceled', end: '2026-03-15T00:00:00Z' }));
    table.put(scope, taskRow(4, { task_name: 'alpha', status: 'strange', start: '2026-02-01T00:00:00Z' }));
  });

  it.each([
    ['nandu', [1]],
    ['ÑANDÚ', [1]],
    ['river SUR', [1]],
    ['HARBOUR', [2, 3]],
    ['fisher', [2]],
    ['100%', [2]],
    ['r_a', [3]],
    ['%', [2]],
    ['strange', [4]],
    ['3', [3]],
    ['  ', [1, 2, 3, 4]],
    ['nothing', []],
    ["'; DROP TABLE task; --", []],
    ['\\', []],
  ])('search %j finds %j', (search, expected) => {
    expect(ids({ filter: { search } })).toEqual(expected);
    expect(onMap({ search })).toEqual(expected);
  });

  it('filters by status and project, and counts what the status filter hides', () => {
    expect(ids({ filter: { statusKinds: ['in-progress', 'other'] } })).toEqual([2, 4]);
    expect(ids({ filter: { statusKinds: [] } })).toEqual([1, 2, 3, 4]);
    expect(ids({ filter: { project: 'Sur' } })).toEqual([1]);
    const { total, statusCounts } = list({ filter: { statusKinds: ['failed'], search: 'harbour' } });
    expect(total).toBe(0);
    expect(statusCounts).toEqual({
      received: 0,
      'in-progress': 1,
      completed: 0,
      cancelled: 1,
      failed: 0,
      other: 0,
    });
  });

  it('finds tasks by their ids, in the order of the list and together with the other filters', () => {
    expect(ids({ filter: { taskIds: [id(4), id(2), id(99)] } })).toEqual([2, 4]);
    expect(ids({ filter: { taskIds: [id(1), id(2)], project: 'Sur' } })).toEqual([1]);
    expect(ids({ filter: { taskIds: [] } })).toEqual([]);
    expect(onMap({ taskIds: [id(3)] })).toEqual([3]);
    // None of them needs attention.
    expect(ids({ filter: { taskIds: [id(1)], needsAttention: true } })).toEqual([]);
  });

  it('sorts by each of its terms, both ways', () => {
    const expected: Record<TaskSort, number[]> = {
      created: [1, 2, 3, 4],
      name: [4, 2, 3, 1],
      start: [4, 1, 2, 3],
      end: [3, 1, 2, 4],
      status: [3, 1, 2, 4],
      project: [2, 3, 4, 1],
      client: [2, 1, 3, 4],
      priority: [1, 2, 3, 4],
      captures: [1, 2, 3, 4],
    };
    for (const sort of taskSortSchema.options) {
      expect([sort, ids({ sort })]).toEqual([sort, expected[sort]]);
      expect([sort, ids({ sort, descending: true })]).toEqual([sort, expected[sort].toReversed()]);
    }
  });

  it('pages without gap or overlap, and knows where each task stands', () => {
    for (let n = 5; n <= 60; n += 1)
      table.put(scope, taskRow(n, { created_time: '2026-01-01T00:00:00Z', start: null }));
    for (const sort of taskSortSchema.options) {
      for (const descending of [true, false]) {
        const whole = ids({ sort, descending });
        const paged = [0, 25, 50].flatMap((offset) => ids({ sort, descending, offset, limit: 25 }));
        expect(paged).toEqual(whole);
        expect(new Set(whole).size).toBe(60);
        for (const at of [0, 17, 59])
          expect(table.position(scope, whole[at] ?? id(0), { filter: {}, sort, descending })).toBe(at);
      }
    }
  });

  it('gives the ids of a stretch of the list in its order', () => {
    const packed = (range: { offset: number; limit: number }, filter: TaskFilter = {}) =>
      unpackIds(table.ids(scope, { filter, sort: 'name', descending: false, ...range })).map(Number);
    expect(packed({ offset: 0, limit: 100 })).toEqual(ids({ sort: 'name' }));
    expect(packed({ offset: 1, limit: 2 })).toEqual(ids({ sort: 'name' }).slice(1, 3));
    expect(packed({ offset: 0, limit: 100 }, { search: 'harbour' })).toEqual(
      ids({ sort: 'name', filter: { search: 'harbour' } }),
    );
    expect(packed({ offset: 9, limit: 100 })).toEqual([]);
  });

  it('a task that a filter hides stands nowhere', () => {
    expect(
      table.position(scope, id(1), { filter: { project: 'Coast' }, sort: 'name', descending: false }),
    ).toBeNull();
    expect(table.position(scope, id(99), { filter: {}, sort: 'name', descending: false })).toBeNull();
  });

  it('names products from what was fetched', () => {
    opened.store.run(
      `INSERT INTO tasking_reference VALUES ('test', 'cont.1', '[{"pk":169,"name":"Multispectral"}]', '[]', '2026-01-01')`,
    );
    expect(list().rows[0]?.productName).toBe('Multispectral');
  });

  it('gives the targets in columns', () => {
    const targets = table.targets(scope, {});
    expect(onMap()).toEqual([1, 2, 3, 4]);
    expect(unpackDegrees(targets.longitudes)).toEqual([-179, -178, -177, -176]);
    expect(targets.statusKinds).toBe('completed in-progress cancelled other');
  });

  it('names projects, the most recent first', () => {
    table.put(scope, taskRow(9, { project_name: 'New' }));
    table.put(scope, taskRow(10, { project_name: '' }));
    expect(table.projects(scope)).toEqual(['New', 'Coast', 'Sur']);
    expect(table.idsWithName(scope, 'Coast')).toEqual(new Set([2, 3, 4]));
  });
});

describe('captures', () => {
  beforeEach(() => void table.put(scope, taskRow(1, { status: 'in_progress' })));

  it('are counted and listed in the order of the service', () => {
    expect(
      table.putCaptures(scope, id(1), [
        captureRow('b', 'published'),
        captureRow('a', 'queued'),
        captureRow('c', 'odd'),
      ]),
    ).toBe(true);
    const task = table.get(scope, id(1));
    expect(task).toMatchObject({ captureCount: 3, publishedCount: 1 });
    expect(task.captures.map(({ captureId, statusKind, status }) => [captureId, statusKind, status])).toEqual(
      [
        ['b', 'published', 'published'],
        ['a', 'queued', 'queued'],
        ['c', 'other', 'odd'],
      ],
    );
    expect(
      table.putCaptures(scope, id(1), [
        captureRow('b', 'published'),
        captureRow('a', 'queued'),
        captureRow('c', 'odd'),
      ]),
    ).toBe(false);
  });

  it('that are listed twice in one answer stay published', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'published'), captureRow('a', 'queued')]);
    expect(table.get(scope, id(1)).captures).toMatchObject([{ captureId: 'a', statusKind: 'published' }]);
    expect(table.get(scope, id(1)).publishedCount).toBe(1);
  });

  it('once listed stay, published ones stay published, failed ones may be tried again', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'published'), captureRow('b', 'failed')]);
    table.putCaptures(scope, id(1), [captureRow('b', 'queued')]);
    table.putCaptures(scope, id(1), [captureRow('a', 'processing')]);
    expect(
      table
        .get(scope, id(1))
        .captures.map(({ captureId, status }) => [captureId, status])
        .toSorted(),
    ).toEqual([
      ['a', 'published'],
      ['b', 'queued'],
    ]);
    expect(table.get(scope, id(1)).publishedCount).toBe(1);
  });

  it('lead back to their task', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'published')]);
    expect(table.taskOfCapture(scope, captureIdSchema.parse('a'))).toEqual({
      taskId: 1,
      name: 'Task 1',
      project: 'Coast',
    });
    expect(table.taskOfCapture(scope, captureIdSchema.parse('z'))).toBeNull();
  });

  it('of an ended task are settled when none can move any more', () => {
    expect(table.hasUnfinished(scope)).toBe(true);
    table.put(scope, taskRow(1, { status: 'completed' }));
    const late = { start: '2026-05-30T10:30:00Z' };
    table.putCaptures(scope, id(1), [captureRow('a', 'published'), captureRow('b', 'processing', late)]);
    expect(table.hasUnfinished(scope)).toBe(true);
    table.putCaptures(scope, id(1), [captureRow('a', 'published'), captureRow('b', 'failed')]);
    expect(table.hasUnfinished(scope)).toBe(false);
  });

  const kinds = () =>
    table.get(scope, id(1)).captures.map(({ captureId, statusKind }) => [captureId, statusKind]);
  const isAskedFor = () => table.unfinished(scope, { maxNeverRead: 10, fillUpTo: 10 }).includes(id(1));
  const soon = { start: '2026-06-02T10:30:00Z' };

  it('that are listed no more leave no ghosts: what was planned is withdrawn, what was taken stays', () => {
    const planned = [1, 2, 3, 4, 5].map((n) => captureRow(`q${n}`, 'queued', soon));
    table.putCaptures(scope, id(1), [
      captureRow('a', 'published'),
      ...planned,
      captureRow('p', 'processing'),
    ]);
    expect(table.get(scope, id(1)).captureCount).toBe(7);
    table.put(scope, taskRow(1, { status: 'completed' }));
    table.putCaptures(scope, id(1), [captureRow('a', 'published')]);
    expect(new Set(kinds().map(([, kind]) => kind))).toEqual(new Set(['published', 'withdrawn']));
    expect(table.get(scope, id(1))).toMatchObject({ captureCount: 1, publishedCount: 1 });
    expect([table.hasUnfinished(scope), isAskedFor()]).toEqual([false, false]);
  });

  it('that are missing in a listing that is not whole stay as they were', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon), captureRow('b', 'queued', soon)]);
    table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon)], false);
    expect(kinds()).toEqual([
      ['a', 'queued'],
      ['b', 'queued'],
    ]);
    table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon)]);
    table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon), captureRow('b', 'queued', soon)]);
    expect(kinds()).toContainEqual(['b', 'queued']);
  });

  it('of an ended task are not settled by a listing that is not whole', () => {
    table.put(scope, taskRow(1, { status: 'completed' }));
    table.putCaptures(scope, id(1), [captureRow('a', 'published')], false);
    expect(isAskedFor()).toBe(true);
    table.putCaptures(scope, id(1), [captureRow('a', 'published')]);
    expect(isAskedFor()).toBe(false);
  });

  it.each(['completed', 'Canceled', 'failed'])(
    'still listed as planned under a task that is %s are not planned',
    (status) => {
      table.put(scope, taskRow(1, { status }));
      table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon)]);
      expect(kinds()).toEqual([['a', 'withdrawn']]);
      // It is looked at for a week: it may have been taken just before.
      expect([table.hasUnfinished(scope), isAskedFor()]).toEqual([false, true]);
      clock += 9 * 86_400_000;
      table.putCaptures(scope, id(1), [captureRow('a', 'queued', soon)]);
      expect(isAskedFor()).toBe(false);
    },
  );

  it.each(['odd', null])(
    'of the status %j under a task that ended are not asked for without end',
    (status) => {
      table.put(scope, taskRow(1, { status: 'completed' }));
      const odd = { ...captureRow('a', 'x', soon) };
      odd.parsed.status = status;
      odd.raw.status = status;
      table.putCaptures(scope, id(1), [odd]);
      expect([table.hasUnfinished(scope), isAskedFor()]).toEqual([false, true]);
      clock += 9 * 86_400_000;
      table.putCaptures(scope, id(1), [odd]);
      expect([table.hasUnfinished(scope), isAskedFor()]).toEqual([false, false]);
    },
  );

  it('keep what a thinner answer leaves out', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'published', { fragment_id: 'f1', extra: 1 })]);
    const thin = { capture_id: 'a' };
    table.putCaptures(scope, id(1), [{ parsed: wireCaptureSchema.parse(thin), raw: thin }]);
    expect(table.get(scope, id(1)).captures).toMatchObject([
      { status: 'published', statusKind: 'published', satelliteName: 'SN33', fragmentId: 'f1' },
    ]);
  });

  it('are listed but for one that is damaged', () => {
    table.putCaptures(scope, id(1), [captureRow('a', 'published'), captureRow('b', 'queued', soon)]);
    opened.store.run(`UPDATE capture SET status_kind = 'nonsense' WHERE capture_id = 'a'`);
    expect(kinds()).toEqual([['b', 'queued']]);
  });

  it('of tasks are stored, listed and mapped though one task is damaged', () => {
    for (const n of [2, 3]) table.put(scope, taskRow(n));
    opened.store.run(`UPDATE task SET status_kind = 'nonsense', raw = '{' WHERE task_id = 2`);
    expect(ids()).toEqual([1, 3]);
    expect(onMap()).toEqual([1, 3]);
    // The service's next word on it mends it.
    table.put(scope, taskRow(2));
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('are asked for in turn, so that none of many tasks starves', () => {
    for (let n = 2; n <= 30; n += 1) table.put(scope, taskRow(n));
    const asked = new Map<number, number>();
    for (let round = 0; round < 12; round += 1) {
      const turn = table.unfinished(scope, { maxNeverRead: 10, fillUpTo: 5 });
      expect(turn.length).toBeLessThanOrEqual(10);
      for (const taskId of turn) {
        clock += 1_000;
        asked.set(taskId, (asked.get(taskId) ?? 0) + 1);
        table.putCaptures(scope, taskId, []);
      }
    }
    expect(asked.size).toBe(30);
    expect(Math.min(...asked.values())).toBeGreaterThanOrEqual(2);
    expect(table.unfinished(scope, { maxNeverRead: 10, fillUpTo: 5 })).toHaveLength(5);
  });
});

/** Whatever a service makes of its fields, beside an id. */
const anyValue = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.constant(undefined));
const anyTask = fc.record(
  {
    task_name: anyValue,
    project_name: anyValue,
    product: anyValue,
    start: fc.oneof(anyValue, fc.constant('2026-03-01T00:00:00+02:00')),
    end: anyValue,
    priority: anyValue,
    client: anyValue,
    target: fc.oneof(anyValue, fc.record({ type: anyValue, coordinates: anyValue })),
    created_time: anyValue,
    status: fc.oneof(anyValue, fc.constantFrom('received', 'Canceled', 'completed')),
    expected_age: anyValue,
    max_captures: anyValue,
    unheard_of: anyValue,
  },
  { requiredKeys: [] },
);

it('no answer of a service loses a row, nor a word of it', () => {
  let next = 0;
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 1, maxLength: 8 }), (tasks) => {
      const first = next + 1;
      for (const fields of tasks) {
        next += 1;
        // As it comes over the wire: JSON text.
        const raw: unknown = JSON.parse(JSON.stringify({ ...fields, task_id: next }));
        const parsed = wireTaskSchema.safeParse(raw);
        expect(parsed.success).toBe(true);
        if (!parsed.success || typeof raw !== 'object' || raw === null) return;
        table.put(scope, { parsed: parsed.data, raw: { ...raw } });
        expect(taskDetailsSchema.parse(table.get(scope, id(next))).raw).toEqual(raw);
      }
      expect(list({ limit: 1 }).total).toBe(next);
      const seen = new Set(ids({ sort: 'name', offset: 0, limit: 500 }));
      if (next <= 500) for (let n = first; n <= next; n += 1) expect(seen.has(id(n))).toBe(true);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

describe('the targets of tasks for a file', () => {
  it('are as the service sent them, to the last digit, in the order that was asked for', () => {
    const exact = { type: 'Point', coordinates: [16.123_456_789_012, -48.000_000_123, 120.5] };
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 1],
        ],
      ],
    };
    table.put(scope, taskRow(1, { target: exact }));
    table.put(scope, taskRow(2, { target: area }));
    table.put(scope, taskRow(3, { target: null }));
    const texts = table.geometries(scope, [id(2), id(1), id(3), id(99)]);
    expect(texts.map((text) => (text === null ? null : JSON.parse(text)))).toEqual([area, exact, null, null]);
  });

  it('are missing where the row is damaged, and nowhere else', () => {
    table.put(scope, taskRow(1));
    table.put(scope, taskRow(2));
    opened.store.run("UPDATE task SET raw = '{broken' WHERE task_id = 1");
    const [damaged, whole] = table.geometries(scope, [id(1), id(2)]);
    expect(damaged).toBeNull();
    expect(JSON.parse(whole ?? '')).toMatchObject({ type: 'Point' });
  });
});
