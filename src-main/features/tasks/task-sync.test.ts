import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { taskSyncStateSchema } from '../../../src-preload/contract/tasking.ts';
import { forbiddenAnswer } from '../../../testing/forbidden-answer.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { captureRow, testScope as scope, taskRow } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError } from '../../core/app-error.ts';
import type { Page, Row, ServiceClient } from '../../service/api/service-client.ts';
import type { WireCapture, WireTask } from '../../service/api/wire.ts';
import { taskingMigrations } from './tables.ts';
import { createTaskSync, type TaskSync } from './task-sync.ts';
import { createTaskTable, type TaskTable } from './task-table.ts';

const id = (n: number) => taskIdSchema.parse(n);

let opened: TestStore;
let table: TaskTable;
let sync: TaskSync;
/** What the service says: pages, and captures per task; `failAt` breaks the listing before that page. */
let pages: Page<WireTask>[];
let captures: Map<number, Row<WireCapture>[]>;
let failAt: { page: number; error: unknown } | null;
/** What the service says of a task that is requested singly. */
let single: Map<number, Row<WireTask>>;
/** The tasks of which fewer captures come than the service counts. */
let cut: Set<number>;
let capturesFail: ((taskId: number) => Error | null) | null;
let holdCaptures: ((signal: AbortSignal) => Promise<unknown>) | null;
let beforePage: (index: number) => Promise<void> | void;
let asked: { pages: number; captures: number[]; together: number; most: number };
let timers: { run: () => void; ms: number }[];
let errors: unknown[];
let synced: number;
let unreadable: [string, number][];
let told: string[];
let clock: number;

const client: ServiceClient = {
  ...unusedClient,
  async *taskPages(_filter, signal) {
    for (const [index, page] of pages.entries()) {
      await beforePage(index);
      signal.throwIfAborted();
      if (failAt?.page === index) throw failAt.error;
      asked.pages += 1;
      yield page;
    }
  },
  async task(taskId) {
    const row = single.get(taskId);
    if (!row) throw new AppError('NOT_FOUND', { what: `task ${taskId}` });
    return row;
  },
  async captures(taskId, signal) {
    asked.captures.push(taskId);
    asked.together += 1;
    asked.most = Math.max(asked.most, asked.together);
    await new Promise(setImmediate);
    asked.together -= 1;
    clock += 10;
    const failure = capturesFail?.(taskId);
    if (failure) throw failure;
    await holdCaptures?.(signal);
    return { rows: captures.get(taskId) ?? [], whole: !cut.has(taskId) };
  },
};

function make(): TaskSync {
  table = createTaskTable({ store: opened.store, now: () => new Date(clock) });
  return createTaskSync({
    store: opened.store,
    table,
    service: { forScope: () => client },
    now: () => new Date(clock),
    monotonic: () => clock,
    changed: (topic) => told.push(topic),
    onError: (error) => errors.push(error),
    onUnreadable: (what, count) => unreadable.push([what, count]),
    synced() {
      synced += 1;
    },
    setTimer(run, ms) {
      const timer = { run, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
}

const pageOf = (
  from: number,
  count: number,
  total: number | null,
  fields: Record<string, unknown> = {},
): Page<WireTask> => ({
  total,
  unreadable: 0,
  rows: Array.from({ length: count }, (_, i) => taskRow(from + i, fields)),
});

beforeEach(() => {
  opened = openTestStore(taskingMigrations);
  pages = [pageOf(1, 3, 5), pageOf(4, 2, 5)];
  captures = new Map();
  failAt = null;
  capturesFail = null;
  holdCaptures = null;
  beforePage = () => undefined;
  asked = { pages: 0, captures: [], together: 0, most: 0 };
  timers = [];
  errors = [];
  synced = 0;
  unreadable = [];
  cut = new Set();
  single = new Map();
  told = [];
  clock = Date.UTC(2026, 5, 1);
  sync = make();
});
afterEach(async () => {
  await sync.close();
  opened.remove();
});

const total = () =>
  table.list(scope, { filter: {}, sort: 'created', descending: false, offset: 0, limit: 1 }).total;

describe('a sync', () => {
  it('stores all pages, then the captures that may move, and says when it ended', async () => {
    captures.set(2, [captureRow('a', 'published')]);
    const state = taskSyncStateSchema.parse(await sync.run(scope));
    expect(state).toMatchObject({ running: false, received: 5, total: 5, error: null });
    expect(state.lastFinishedAt).toBe(new Date(clock).toISOString());
    expect(total()).toBe(5);
    expect(table.get(scope, id(2))).toMatchObject({ captureCount: 1, publishedCount: 1 });
    expect(asked.captures.toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(asked.most).toBeLessThanOrEqual(4);
    expect(synced).toBe(1);
  });

  it('says that rows moved only when some were written', async () => {
    await sync.run(scope);
    expect(told.filter((topic) => topic === 'tasks')).toHaveLength(2);
    told = [];
    await sync.run(scope);
    expect(new Set(told)).toEqual(new Set(['sync']));
    pages = [pageOf(1, 3, 5), pageOf(4, 2, 5, { priority: 3 })];
    told = [];
    await sync.run(scope);
    expect(told.filter((topic) => topic !== 'sync')).toEqual(['tasks']);
  });

  it('keeps each page as it comes: what breaks later loses nothing', async () => {
    failAt = { page: 1, error: new AppError('UNREACHABLE', { host: 'h', reason: 'reset' }) };
    const state = await sync.run(scope);
    expect(total()).toBe(3);
    expect(state).toMatchObject({
      running: false,
      lastFinishedAt: null,
      error: { code: 'UNREACHABLE', data: { host: 'h', reason: 'reset' } },
    });
    expect(synced).toBe(0);
    failAt = null;
    expect(await sync.run(scope)).toMatchObject({ error: null });
    expect(total()).toBe(5);
  });

  it('shows its progress page by page', async () => {
    const seen: number[] = [];
    beforePage = () => void seen.push(sync.state(scope).received);
    await sync.run(scope);
    expect(seen).toEqual([0, 3]);
  });

  it('is joined by whoever asks while it runs', async () => {
    await Promise.all([sync.run(scope), sync.run(scope), sync.run(scope)]);
    expect(asked.pages).toBe(2);
  });

  it('keeps its error until one goes well, over a new start too', async () => {
    failAt = { page: 0, error: new AppError('OFFLINE', { host: 'h' }) };
    await sync.run(scope);
    const during: unknown[] = [];
    failAt = null;
    beforePage = () => void during.push(sync.state(scope).error?.code);
    await sync.run(scope);
    expect(during).toEqual(['OFFLINE', 'OFFLINE']);
    expect(sync.state(scope).error).toBeNull();
  });

  it('tells a defect and keeps no more of it than that it was one', async () => {
    failAt = { page: 0, error: new TypeError('secret detail') };
    expect((await sync.run(scope)).error).toEqual({ code: 'DEFECT', data: { reference: '' } });
    expect(errors).toHaveLength(1);
  });

  it('remembers over a restart when it last ended', async () => {
    await sync.run(scope);
    await sync.close();
    opened.reopen();
    sync = make();
    expect(sync.state(scope)).toMatchObject({
      running: false,
      received: 0,
      lastFinishedAt: new Date(clock).toISOString(),
    });
    expect(sync.state({ ...scope, contractId: contractIdSchema.parse('other') }).lastFinishedAt).toBeNull();
  });

  it('ends with Nadir, in the middle of a listing', async () => {
    let closing: Promise<void> | null = null;
    beforePage = (index) => {
      if (index === 1) closing = sync.close();
    };
    await sync.run(scope);
    await closing;
    expect(asked.pages).toBe(1);
    expect(errors).toEqual([]);
  });

  it('goes on past a task whose captures cannot be read, counts it and tells of it', async () => {
    const failures = [
      new AppError('BAD_ANSWER', { where: 'h', detail: 'no-page' }),
      new AppError('REFUSED', { status: 400, detail: 'no', fields: {} }),
      new AppError('SERVICE_FAILED', { host: 'h', status: 500, detail: '' }),
      forbiddenAnswer,
    ];
    for (const failure of failures) {
      // It is requested again after a pause.
      clock += 3_600_000;
      asked.captures = [];
      unreadable = [];
      capturesFail = (taskId) => (taskId === 5 ? failure : null);
      captures.set(3, [captureRow('c3', 'queued')]);
      expect(await sync.run(scope)).toMatchObject({ error: null, unreadableCaptures: 1 });
      expect(asked.captures.toSorted()).toEqual([1, 2, 3, 4, 5]);
      expect(unreadable).toEqual([['captures of task 5', 1]]);
    }
    expect(table.get(scope, taskIdSchema.parse(3)).captures).toHaveLength(1);
    expect(table.get(scope, taskIdSchema.parse(5)).capturesReadAt, 'a failure is no reading').toBeNull();
    asked.captures = [];
    expect(await sync.run(scope), 'while it waits').toMatchObject({ unreadableCaptures: 1 });
    expect(asked.captures).not.toContain(5);
    clock += 3_600_000;
    capturesFail = null;
    expect(await sync.run(scope)).toMatchObject({ unreadableCaptures: 0 });
    expect(table.get(scope, taskIdSchema.parse(5)).capturesReadAt).not.toBeNull();
  });

  it('fetches a list again that came short of its count, and says how many tasks it lacks', async () => {
    const whole = [pageOf(1, 3, 5), pageOf(4, 5, 5)];
    pages = [pageOf(1, 3, 5)];
    expect(await sync.run(scope)).toMatchObject({ error: null, missing: 2 });
    expect(asked.pages).toBe(2);
    beforePage = (index) => {
      if (index === 0 && asked.pages === 3) pages.push(...whole.slice(1));
    };
    expect(await sync.run(scope)).toMatchObject({ error: null, missing: 0 });
    expect([1, 2, 3, 4, 5].map((n) => table.get(scope, id(n)).taskId)).toEqual([1, 2, 3, 4, 5]);
  });

  it('tells of a task of which fewer captures came than the service counts', async () => {
    captures.set(3, [captureRow('c3', 'queued')]);
    cut.add(3);
    expect(await sync.run(scope)).toMatchObject({ error: null, unreadableCaptures: 1 });
    expect(table.get(scope, id(3)).captures).toHaveLength(1);
    cut.clear();
    clock += 3_600_000;
    expect(await sync.run(scope)).toMatchObject({ unreadableCaptures: 0 });
  });

  it('gives up where many tasks in a row cannot be read', async () => {
    pages = [pageOf(1, 40, 40)];
    capturesFail = () => new AppError('BAD_ANSWER', { where: 'h', detail: 'no-page' });
    expect((await sync.run(scope)).error).toMatchObject({ code: 'BAD_ANSWER' });
    expect(asked.captures.length).toBeLessThan(15);
  });

  it('counts rows that cannot be read, tells of them, and keeps the others', async () => {
    pages = [{ ...pageOf(1, 3, 5), unreadable: 2 }];
    expect(await sync.run(scope)).toMatchObject({ error: null, unreadable: 2, received: 3 });
    expect(unreadable).toEqual([['tasks', 2]]);
    pages = [pageOf(1, 5, 5)];
    expect(await sync.run(scope)).toMatchObject({ unreadable: 0 });
  });

  it('goes on past a task whose captures are gone; a failure of the service ends it', async () => {
    capturesFail = (taskId) => (taskId === 5 ? new AppError('NOT_FOUND', { what: 'task 5' }) : null);
    expect((await sync.run(scope)).error).toBeNull();
    expect(asked.captures).toHaveLength(5);
    capturesFail = () => new AppError('SERVICE_FAILED', { host: 'h', status: 500, detail: '' });
    expect((await sync.run(scope)).error).toMatchObject({ code: 'SERVICE_FAILED' });
  });

  it('that fails at one task leaves no question about another behind', async () => {
    pages = [pageOf(1, 12, 12)];
    capturesFail = (taskId) =>
      taskId === 12 ? new AppError('SERVICE_FAILED', { host: 'h', status: 503, detail: '' }) : null;
    let ended = 0;
    holdCaptures = (signal) =>
      new Promise((_, reject) => {
        const leave = () => {
          ended += 1;
          reject(new AppError('CANCELLED', {}));
        };
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave);
      });
    expect((await sync.run(scope)).error).toMatchObject({ code: 'SERVICE_FAILED' });
    expect([asked.captures.length, asked.together, ended]).toEqual([4, 0, 3]);
  });
});

describe('a task that was cancelled', () => {
  it('never flickers back, whatever page comes late', async () => {
    await sync.run(scope);
    table.put(scope, taskRow(1, { status: 'Canceled' }));
    single.set(1, taskRow(1, { status: 'Canceled' }));
    for (const status of ['received', 'in_progress']) {
      pages = [pageOf(1, 3, 3, { status })];
      await sync.run(scope);
      expect(table.get(scope, id(1))).toMatchObject({ status: 'Canceled', statusKind: 'cancelled' });
    }
    expect(
      table.list(scope, { filter: {}, sort: 'created', descending: false, offset: 0, limit: 1 }).statusCounts
        .cancelled,
    ).toBe(1);
  });
});

describe('a task that a complete list lacks', () => {
  const minutes = (count: number) => {
    clock += count * 60_000;
  };
  beforeEach(async () => {
    pages = [pageOf(1, 5, 5, { status: 'in_progress' })];
    await sync.run(scope);
    pages = [pageOf(1, 4, 4, { status: 'in_progress' })];
  });

  it('and that the service does not have is told as gone, and no longer when it is listed again', async () => {
    minutes(20);
    await sync.run(scope);
    expect(table.get(scope, id(5))).toMatchObject({
      statusKind: 'in-progress',
      goneAt: expect.stringMatching(/^2026-06-01T00:2/),
    });
    expect(table.get(scope, id(4)).goneAt).toBeNull();
    expect(table.unfinished(scope, { maxNeverRead: 9, fillUpTo: 9 })).not.toContain(5);
    pages = [pageOf(1, 5, 5, { status: 'in_progress' })];
    await sync.run(scope);
    expect(table.get(scope, id(5)).goneAt).toBeNull();
  });

  it('and that the service has when it is asked for is not gone', async () => {
    single.set(5, taskRow(5, { status: 'in_progress' }));
    minutes(20);
    await sync.run(scope);
    expect(table.get(scope, id(5)).goneAt).toBeNull();
  });

  it('is not asked for if it is new: the list may be older', async () => {
    minutes(2);
    await sync.run(scope);
    expect(table.get(scope, id(5)).goneAt).toBeNull();
  });

  it('is not gone because a list came short of its count, or because a row could not be read', async () => {
    minutes(20);
    pages = [pageOf(1, 4, 5, { status: 'in_progress' })];
    await sync.run(scope);
    pages = [{ ...pageOf(1, 4, 5, { status: 'in_progress' }), unreadable: 1 }];
    await sync.run(scope);
    expect(table.get(scope, id(5)).goneAt).toBeNull();
  });
});

it.each(['failed', 'completed', 'Canceled'])(
  'a task that runs again after %s is told as running',
  async (ended) => {
    pages = [pageOf(1, 1, 1, { status: ended })];
    await sync.run(scope);
    pages = [pageOf(1, 1, 1, { status: 'in_progress' })];
    single.set(1, taskRow(1, { status: 'in_progress' }));
    await sync.run(scope);
    expect(table.get(scope, id(1))).toMatchObject({ status: 'in_progress', statusKind: 'in-progress' });
    // Its captures are followed again.
    expect(asked.captures.filter((taskId) => taskId === 1).length).toBeGreaterThan(1);
  },
);

describe('ten thousand tasks', () => {
  it('are stored in steps that give way, and read for captures in bounded rounds', async () => {
    pages = Array.from({ length: 20 }, (_, i) => pageOf(i * 500 + 1, 500, 10_000));
    const { transaction } = opened.store;
    let rows = 0;
    let most = 0;
    let turns = 0;
    const put = table.putRow;
    let depth = 0;
    opened.store.transaction = (body) => {
      // One within another belongs to it.
      if (depth === 0) rows = 0;
      depth += 1;
      const result = transaction(body);
      depth -= 1;
      most = Math.max(most, rows);
      return result;
    };
    table.putRow = (...row) => {
      rows += 1;
      return put(...row);
    };
    let counting = setImmediate(function count() {
      turns += 1;
      counting = setImmediate(count);
    });
    beforePage = (index) => {
      if (index === 0) turns = 0;
    };
    await sync.run(scope);
    clearImmediate(counting);
    expect(total()).toBe(10_000);
    expect(most).toBeLessThanOrEqual(100);
    expect(most).toBeGreaterThan(0);
    // A turn of the loop after each step of a hundred.
    expect(turns).toBeGreaterThanOrEqual(100);
    expect(asked.captures.length).toBeLessThanOrEqual(200);
    const first = new Set(asked.captures);
    pages = [];
    await sync.run(scope);
    // The next round goes on with others.
    expect(asked.captures.slice(first.size).filter((taskId) => first.has(taskId))).toEqual([]);
  });
});

describe('polling', () => {
  /** Lets the next poll run; answers how long it would have waited. */
  async function poll(): Promise<number> {
    const [timer] = timers.splice(0);
    if (!timer) throw new Error('nothing is scheduled');
    clock += timer.ms;
    timer.run();
    await scheduled();
    return timer.ms;
  }
  const scheduled = async () => {
    while (timers.length === 0) await new Promise(setImmediate);
  };

  it('begins at once, slows down while nothing moves, and is quick again when something did', async () => {
    sync.watch(scope);
    await scheduled();
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) waits.push(await poll());
    expect(waits[0]).toBe(4_000);
    for (const [i, wait] of waits.entries())
      if (i > 0) expect(wait).toBeGreaterThanOrEqual(waits[i - 1] ?? 0);
    // Unended tasks keep it from falling asleep.
    expect(waits.at(-1)).toBe(20_000);
    pages = [pageOf(1, 3, 3, { status: 'in_progress' })];
    await poll();
    expect(timers[0]?.ms).toBe(4_000);
  });

  it('rests longer after a sync that took long, unless it failed', async () => {
    beforePage = () => {
      clock += 3_000;
    };
    sync.watch(scope);
    await scheduled();
    expect(timers[0]?.ms).toBeGreaterThanOrEqual(30_000);
    failAt = { page: 1, error: new AppError('OFFLINE', { host: 'h' }) };
    await poll();
    expect(timers[0]?.ms).toBe(8_000);
  });

  it('falls asleep, within bounds, when all has ended', async () => {
    pages = [pageOf(1, 3, 3, { status: 'completed' })];
    sync.watch(scope);
    await scheduled();
    let last = 0;
    for (let round = 0; round < 16; round += 1) last = await poll();
    expect(last).toBe(300_000);
    expect(sync.state(scope).nextAt).toBe(new Date(clock + 300_000).toISOString());
  });

  it('doubles its wait after each failure', async () => {
    failAt = { page: 0, error: new AppError('OFFLINE', { host: 'h' }) };
    sync.watch(scope);
    await scheduled();
    expect([await poll(), await poll(), await poll()]).toEqual([8_000, 16_000, 32_000]);
    failAt = null;
    await sync.run(scope);
    expect(timers[0]?.ms).toBe(4_000);
  });

  it('begins anew at once when told, after what was under way', async () => {
    await sync.restart();
    expect(asked.pages).toBe(0);
    failAt = { page: 0, error: new AppError('WRONG_CREDENTIALS', { host: 'h', detail: '' }) };
    sync.watch(scope);
    const restarted = sync.restart();
    let listings = 0;
    beforePage = (index) => {
      if (index === 0) listings += 1;
      failAt = null;
    };
    await restarted;
    expect(listings).toBe(1);
    expect(sync.state(scope).error).toBeNull();
    expect(timers).toHaveLength(1);
  });

  it('is of one scope at a time, and stops when told', async () => {
    sync.watch(scope);
    await scheduled();
    const other = { ...scope, contractId: contractIdSchema.parse('cont.2') };
    sync.watch(other);
    await scheduled();
    expect(timers).toHaveLength(1);
    sync.watch(other);
    expect(timers).toHaveLength(1);
    sync.watch(null);
    expect(timers).toEqual([]);
  });

  it('is not scheduled any more once Nadir closes', async () => {
    sync.watch(scope);
    await scheduled();
    await sync.close();
    expect(timers).toEqual([]);
  });
});
