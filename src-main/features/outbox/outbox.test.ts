import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SubmissionId, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import { type CommandInput, type CommandState, commandSchema } from '../../../src-preload/contract/outbox.ts';
import { createCrashInjector } from '../../../testing/crash-injector.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../testing/practice-harness.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { createVirtualTime, type VirtualTime } from '../../../testing/virtual-time.ts';
import { AppError } from '../../core/app-error.ts';
import type { Service } from '../../service/api/service-client.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { ordersMigrations } from '../orders/tables.ts';
import { taskingMigrations } from '../tasks/tables.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { createTaskCommands } from '../tasks/tasking.ts';
import { composeOutbox } from './compose-outbox.ts';
import { outboxMigrations } from './tables.ts';

const minute = 60_000;
const post = { method: 'POST', path: 'tasking/tasks/$|/orders$' };
const task = (name: string, patch: object = {}): CommandInput => ({
  kind: 'task',
  request: { ...sampleTask, task_name: name, end: '2027-03-09T00:00:00+01:00', ...patch },
});
const order = (name: string): CommandInput => ({
  kind: 'order',
  request: orderRequestSchema.parse({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [16.37, 48.2] },
    properties: {
      order_name: name,
      project_name: 'coast',
      sku: 'TSKPOI-M',
      parameters: { start: sampleTask.start, end: '2027-03-09T00:00:00Z' },
    },
  }),
});

let practice: PracticeHarness;
let opened: TestStore;
let time: VirtualTime;
let composed: ReturnType<typeof make>;
/** How far this machine's clock is off. */
let skewMs: number;

function make(service: Pick<Service, 'forScope'> = practice.service) {
  const crashInjector = createCrashInjector(Number.POSITIVE_INFINITY, 0);
  const watched = crashInjector.service(service);
  const localNow = () => new Date(time.now() + skewMs);
  const table = createTaskTable({ store: opened.store, now: localNow });
  const orders = createOrderTable({ store: opened.store, now: localNow });
  const { cancel } = createTaskCommands({
    table,
    service: watched,
    changed: () => undefined,
    pause: async () => undefined,
  });
  const made = composeOutbox({
    store: opened.store,
    service: watched,
    now: localNow,
    monotonic: time.now,
    random: () => 0.5,
    pause: time.pause,
    serviceTime: practice.serviceTime,
    cancelTask: cancel,
    contractName: () => 'Agriculture Monitoring',
    changed: () => undefined,
    onError(error) {
      if (!(error instanceof AppError)) throw error;
    },
    tasks: { put: table.put, get: table.get, idsWithName: table.idsWithName },
    orders: { put: orders.put, idsWithName: orders.idsWithName },
  });
  return { ...made, table, orders, underway: crashInjector.underway };
}

beforeEach(async () => {
  time = createVirtualTime(Date.UTC(2026, 1, 1));
  skewMs = 0;
  practice = await startPracticeHarness({
    clock: time.now,
    monotonic: time.now,
    localClock: () => time.now() + skewMs,
    limits: { totalMs: 2_000 },
  });
  opened = openTestStore([...taskingMigrations, ...outboxMigrations, ...ordersMigrations]);
  composed = make();
});
afterEach(async () => {
  await composed.runner.close();
  opened.remove();
  await practice.end();
});

/** Lets the clock jump whenever there is nothing to do, until it is so, or for so long. */
async function run(until: () => boolean, longestMs = 24 * 60 * minute) {
  const end = time.now() + longestMs;
  for (let idle = 0; !until(); idle += 1) {
    await turn();
    if (composed.underway.living > 0) idle = 0;
    if (idle < 3) continue;
    const ahead = time.ahead();
    if (ahead === null && idle > 50) return;
    if (ahead === null) continue;
    if (time.now() + ahead > end) return;
    time.jump();
  }
}

const rows = (...states: CommandState[]) =>
  composed.outbox
    .list({ scope: practice.scope, states, offset: 0, limit: 500 })
    .rows.map((row) => commandSchema.parse(row));
const states = () => rows().map(({ state }) => state);
const drafts = (...commands: CommandInput[]) => composed.outbox.addDrafts(practice.scope, commands).ids;
const release = (ids: SubmissionId[]) => composed.outbox.release(ids, practice.scope.contractId);
const isDrained = () => rows('waiting', 'sending').length === 0;
const posts = () => practice.count('POST', /tasking\/tasks\/|\/orders/);
const names = async () => (await practice.tasks()).map(({ taskName }) => taskName);

/** How many tasks “one” and orders “two” the lists of tasks and orders hold. */
const known = () => ({
  tasks: [...composed.table.idsWithName(practice.scope, 'coast', 'one')].length,
  orders: [...composed.orders.idsWithName(practice.scope, 'two')].length,
});

const manyTasks = (count: number) => Array.from({ length: count }, (_, index) => task(`row ${index}`));

function first(ids: readonly SubmissionId[]): SubmissionId {
  const [id] = ids;
  if (id === undefined) throw new Error('there is none');
  return id;
}

async function failing(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

describe('commands that are added and released at once', () => {
  it('are there together with what is stored alongside, or not at all', () => {
    const commands = [task('one'), order('two')].map((input) => ({ input, id: randomUUID() }));
    expect(() =>
      composed.outbox.addReleased(practice.scope, commands, () => {
        throw new Error('the disk is full');
      }),
    ).toThrow('full');
    expect(states()).toEqual([]);
    let told = 0;
    const { ids } = composed.outbox.addReleased(practice.scope, commands, () => {
      told += 1;
    });
    expect([ids.length, told]).toEqual([2, 1]);
    // The queue was woken by the commit, not before it.
    expect(states()).toEqual(['sending', 'waiting']);
  });

  it('are refused while an equal one is under way', () => {
    composed.outbox.addReleased(practice.scope, [{ input: task('one'), id: randomUUID() }], () => undefined);
    let told = 0;
    const add = () =>
      composed.outbox.addReleased(practice.scope, [{ input: task('one'), id: randomUUID() }], () => {
        told += 1;
      });
    expect(add).toThrow(expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }));
    expect([states(), told]).toEqual([['sending'], 0]);
  });
});

describe('drafts', () => {
  it('wait for the user, over a restart too, and go out in their order once they are let go', async () => {
    const ids = drafts(task('one'), order('two'), task('three'));
    opened.reopen();
    composed = make();
    composed.runner.start();
    expect(states()).toEqual(['draft', 'draft', 'draft']);
    expect(release(ids)).toEqual({ released: 3 });
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
    expect(known()).toEqual({ tasks: 1, orders: 1 });
    expect(await names()).toEqual(['one', 'three']);
    const [placed] = (await practice.orders()).filter(({ kind }) => kind === 'tasking');
    expect(rows()[1]?.remoteId).toBe(String(placed?.orderNumber).padStart(6, '0'));
    expect(composed.outbox.counts(practice.scope)).toMatchObject({ states: { sent: 3, draft: 0 } });
  });

  it('are held back, changed and taken away until they are sent', async () => {
    const [a, b, c] = drafts(task('a'), task('b'), task('c'));
    if (!a || !b || !c) throw new Error('too few');
    release([a, b, c]);
    expect(composed.outbox.moveToDrafts([b, c])).toEqual({ movedCount: 2 });
    expect(composed.outbox.update(b, task('other'))).toMatchObject({ state: 'draft' });
    expect(composed.outbox.remove([c])).toEqual({ removed: 1 });
    await run(isDrained);
    release([b]);
    await run(isDrained);
    expect(await names()).toEqual(['a', 'other']);
    expect(await failing(() => composed.outbox.update(a, task('late')))).toMatchObject({ code: 'CONFLICT' });
  });

  it('are not overwritten by a form that began before another one changed them', async () => {
    const [a] = drafts(task('a'));
    if (!a) throw new Error('too few');
    const requestOf = (name: string) => {
      const { input } = composed.outbox.update(a, task(name));
      return JSON.stringify(input.kind === 'task' ? input.request : null);
    };
    const base = requestOf('first form');
    requestOf('second form');
    expect(await failing(() => composed.outbox.update(a, task('late'), base))).toMatchObject({
      code: 'CONFLICT',
      data: { detail: 'edited-elsewhere' },
    });
    expect(rows()[0]?.input).toMatchObject({ request: { task_name: 'second form' } });
    const now = requestOf('third form');
    expect(composed.outbox.update(a, task('fourth'), now).input).toMatchObject({
      request: { task_name: 'fourth' },
    });
  });

  it('go out under the contract that was shown, or not at all', async () => {
    const ids = drafts(task('one'), task('two'));
    expect(await failing(() => composed.outbox.release(ids, null))).toMatchObject({ code: 'CONFLICT' });
    expect(states()).toEqual(['draft', 'draft']);
  });

  it('five hundred at once are paged', () => {
    drafts(...manyTasks(500));
    const page = composed.outbox.list({ scope: null, states: ['draft'], offset: 490, limit: 100 });
    expect([page.total, page.rows.length]).toEqual([500, 10]);
  });

  it('five hundred at once go out in their order, each once, though answers get lost', async () => {
    opened.store.run('PRAGMA synchronous = OFF');
    for (const skip of [20, 200, 499])
      await practice.fault({ ...post, skip, count: 1 }, { loseReply: 'after' });
    release(drafts(...manyTasks(500)));
    await run(() => composed.outbox.counts(practice.scope).states.sent === 500);
    expect(await names()).toEqual(Array.from({ length: 500 }, (_, index) => `row ${index}`));
    expect(await posts()).toBe(500);
  }, 60_000);
});

describe('what a screen asks', () => {
  const at = (order: 'attention' | 'sending' | 'newest') => ({ scope: null, states: [], order });
  const named = (order: 'attention' | 'sending' | 'newest') =>
    composed.outbox.list({ ...at(order), offset: 0, limit: 500 }).rows.map(({ id }) => id);

  it('is listed in three orders, found in them, counted and placed', async () => {
    const [a, b, c] = drafts(task('a', { product: 999 }), order('b'), task('c'));
    if (!a || !b || !c) throw new Error('too few');
    release([a, b]);
    await run(isDrained);
    expect(named('sending')).toEqual([a, b, c]);
    expect(named('newest')).toEqual([c, b, a]);
    expect(named('attention')).toEqual([a, c, b]);
    expect(composed.outbox.position(b, at('attention'))).toBe(2);
    expect(composed.outbox.position(b, { ...at('sending'), states: ['draft'] })).toBeNull();
    const drafted = { scope: practice.scope, states: ['draft' as const] };
    expect(composed.outbox.ids({ ...drafted, offset: 0, limit: 10 })).toEqual([
      { id: c, scope: practice.scope, state: 'draft' },
    ]);
    expect(composed.outbox.get([c, a]).map(({ id }) => id)).toEqual([c, a]);
    const places = composed.outbox.places({ scope: null, states: [] });
    expect(places).toMatchObject({ ids: [c, b, a], states: ['draft', 'sent', 'refused'] });
    expect(places.longitudes[1]).toBe(16.37);
    expect(composed.outbox.overview()).toMatchObject([
      {
        scope: practice.scope,
        contractName: 'Agriculture Monitoring',
        states: { draft: 1, sent: 1, refused: 1, unknown: 0 },
      },
    ]);
  });

  it('has the mark of an area in its middle, wherever its ring begins', () => {
    const area = order('field');
    if (area.kind !== 'order') throw new Error('not an order');
    const ring = [
      [10, 50],
      [14, 50],
      [14, 52],
      [12, 52],
      [10, 52],
      [10, 50],
    ];
    const geometry = { type: 'Polygon', coordinates: [ring] };
    drafts({ kind: 'order', request: orderRequestSchema.parse({ ...area.request, geometry }) });
    const { longitudes, latitudes } = composed.outbox.places({ scope: null, states: ['draft'] });
    expect([longitudes, latitudes]).toEqual([[12], [51]]);
  });

  it('says what was read for an unknown one, and when it is looked for again', async () => {
    await practice.client.submitTask({ ...sampleTask, task_name: 'elsewhere' }, practice.signal);
    time.advance(60 * minute);
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    release(drafts(task('one')));
    await run(() => rows('unknown').some(({ lookup }) => lookup !== null), minute);
    const [row] = rows();
    expect(row?.lookup).toEqual({ read: 1, total: 1, isComplete: true, absentLookups: 1, absentMs: 0 });
    expect(Date.parse(row?.nextCheckAt ?? '')).toBeGreaterThan(time.now());
  });

  it('of hundreds chosen is done together', () => {
    expect(composed.outbox.remove(drafts(...manyTasks(500)))).toEqual({ removed: 500 });
    const all = drafts(...manyTasks(500));
    expect(release(all)).toEqual({ released: 500 });
    // The first may be on its way by now.
    const { movedCount } = composed.outbox.moveToDrafts(all);
    expect(movedCount).toBe(500 - rows('sending', 'sent').length);
  });
});

describe('sending', () => {
  it('keeps the service’s reasons with what it refused, which goes out once it is corrected', async () => {
    const ids = drafts(task('wrong', { product: 999 }), task('right'));
    release(ids);
    await run(isDrained);
    const [wrong] = rows();
    expect(wrong).toMatchObject({ state: 'refused', error: { code: 'REFUSED' } });
    expect(JSON.stringify(wrong?.error)).toContain('product');
    composed.outbox.update(first(ids), task('corrected'));
    release([first(ids)]);
    await run(isDrained);
    expect(await names()).toEqual(['right', 'corrected']);
  });

  it('is a few in a second, one at a time', async () => {
    const began = time.now();
    release(drafts(...Array.from({ length: 9 }, (_, index) => task(`row ${index}`))));
    await run(isDrained);
    expect(time.now() - began).toBeGreaterThanOrEqual(2_000);
    expect(composed.outbox.counts(practice.scope).states.sent).toBe(9);
  });

  it('waits as long as the service asks for', async () => {
    await practice.fault({ ...post, count: 1 }, { status: 429, retryAfter: '90' });
    release(drafts(task('one')));
    await run(() => composed.outbox.counts(practice.scope).queue.resumesAt !== null);
    expect(composed.outbox.counts(practice.scope).queue).toMatchObject({
      error: { code: 'RATE_LIMITED' },
      canTryNow: false,
    });
    expect(states()).toEqual(['waiting']);
    await run(isDrained, 89_000);
    expect(await posts()).toBe(1);
    await run(isDrained);
    expect(states()).toEqual(['sent']);
    expect(await posts()).toBe(2);
  });

  it('waits as long as the service asks for with a 503 too, whoever kicks it meanwhile', async () => {
    await practice.fault(post, { status: 503, retryAfter: '90' });
    release(drafts(task('one'), task('two'), task('three')));
    await run(() => composed.outbox.counts(practice.scope).queue.resumesAt !== null);
    // As after each sync of tasks, which the service answers.
    for (let polls = 0; polls < 8; polls += 1) {
      composed.runner.kick(practice.scope);
      await run(() => false, 10_000);
    }
    expect(await posts()).toBe(1);
    expect(rows('unknown')).toHaveLength(1);
  });

  it('does not try the next one with each kick while the service fails without saying until when', async () => {
    await practice.fault(post, { status: 500 });
    release(drafts(...manyTasks(20)));
    for (let polls = 0; polls < 20; polls += 1) {
      composed.runner.kick(practice.scope);
      await run(() => false, 4_000);
    }
    // Doubling rests: in eighty seconds seven or so, not one for each kick.
    expect(await posts()).toBeLessThan(10);
  });

  it('goes to the address that was learned, and stops where none was', async () => {
    let learned = true;
    let asked = 0;
    composed = make({
      forScope(scope) {
        const client = practice.service.forScope(scope);
        return {
          ...client,
          async submitTask(...args) {
            asked += 1;
            if (asked === 1 || !learned)
              throw new AppError('ADDRESS_MOVED', { host: 'h', status: 308, place: 'https://h/', learned });
            return client.submitTask(...args);
          },
        };
      },
    });
    release(drafts(task('one')));
    await run(isDrained);
    expect([states(), asked]).toEqual([['sent'], 2]);
    learned = false;
    release(drafts(task('two')));
    await run(isDrained);
    expect([states(), asked]).toEqual([['sent', 'failed'], 3]);
    expect(rows('failed')[0]?.error).toMatchObject({ code: 'ADDRESS_MOVED' });
  });

  it('rests while there is no network and goes on by itself', async () => {
    let offlineUntil = time.now() + 10 * minute;
    let asked = 0;
    composed = make({
      forScope(scope) {
        const client = practice.service.forScope(scope);
        return {
          ...client,
          async submitTask(...args) {
            asked += 1;
            if (time.now() < offlineUntil) throw new AppError('OFFLINE', { host: 'h' });
            return client.submitTask(...args);
          },
        };
      },
    });
    release(drafts(task('one'), task('two')));
    await run(() => time.now() > offlineUntil - minute, 9 * minute);
    expect(states()).toEqual(['waiting', 'waiting']);
    expect(asked).toBeLessThan(20);
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent']);
    offlineUntil = 0;
  });

  it('goes on at once when the network is back, under every contract that has something to send', async () => {
    let offline = true;
    composed = make({
      forScope(scope) {
        const client = practice.service.forScope(scope);
        return {
          ...client,
          submitTask: (...args) =>
            offline ? Promise.reject(new AppError('OFFLINE', { host: 'h' })) : client.submitTask(...args),
        };
      },
    });
    release(drafts(task('one')));
    await run(() => composed.outbox.counts(practice.scope).queue.error?.code === 'OFFLINE', 5 * minute);
    await run(() => false, 5 * minute);
    offline = false;
    const at = time.now();
    composed.runner.resume();
    await run(isDrained);
    expect(states()).toEqual(['sent']);
    expect(time.now() - at).toBeLessThan(1_000);
  });

  it('that never left counts as no sending; one that the service answered does', async () => {
    await practice.fault(post, { status: 429, retryAfter: '3600' });
    release(drafts(task('answered')));
    await run(() => composed.outbox.counts(practice.scope).queue.error !== null);
    expect(rows()[0]).toMatchObject({ state: 'waiting', attempts: 1 });
    await composed.runner.close();
    composed = make({
      forScope: (scope) => ({
        ...practice.service.forScope(scope),
        submitTask: () => Promise.reject(new AppError('OFFLINE', { host: 'h' })),
      }),
    });
    release(drafts(task('never left')));
    composed.runner.start();
    await run(() => rows()[1]?.error?.code === 'OFFLINE', minute);
    expect(rows()[0]).toMatchObject({ state: 'waiting', attempts: 1, error: { code: 'OFFLINE' } });
  });

  it('stops at wrong credentials without trying one row after the other', async () => {
    await practice.fault({ path: '/oauth/token' }, { status: 401 });
    await practice.expireTokens();
    release(drafts(task('one'), task('two')));
    await run(() => composed.outbox.counts(practice.scope).queue.error !== null);
    expect(states()).toEqual(['waiting', 'waiting']);
    await practice.clearFaults();
    composed.runner.kick(practice.scope);
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent']);
  });
});

describe('an unknown command', () => {
  for (const hour of [0, 1, -1])
    it(`is found again with a clock that is ${hour} h off`, async () => {
      skewMs = hour * 60 * minute;
      await practice.fault({ ...post, count: 2 }, { loseReply: 'after' });
      release(drafts(task('one'), order('two')));
      await run(() => rows('sent').length === 2);
      expect(await posts()).toBe(2);
      expect(rows().map(({ attempts }) => attempts)).toEqual([1, 1]);
      // What was found is listed at once, not only after the next refresh.
      expect(known()).toEqual({ tasks: 1, orders: 1 });
    });

  it('is not sent again in a week without a trace, only by the user', async () => {
    await practice.fault({ ...post, count: 2 }, { loseReply: 'before' });
    const ids = drafts(task('one'), order('two'));
    release(ids);
    await run(() => false, 7 * 24 * 60 * minute);
    expect(states()).toEqual(['unknown', 'unknown']);
    expect(await posts()).toBe(2);
    for (const { lookup } of rows()) expect(lookup?.absentMs).toBeGreaterThan(6 * 24 * 60 * minute);
    for (const id of ids) await composed.outbox.resolve({ id, how: 'send-again' }, practice.signal);
    expect(states()).toEqual(['sent', 'sent']);
    expect(await posts()).toBe(4);
    expect(await practice.tasks()).toHaveLength(1);
  });

  it('is not sent again while look-ups fail, or what they show is not whole', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    await practice.fault({ method: 'GET', path: 'tasking/tasks/' }, { status: 500 });
    release(drafts(task('one')));
    await run(() => false, 120 * minute);
    expect(states()).toEqual(['unknown']);
    expect(await posts()).toBe(1);
  });

  it('that somebody’s twin hides is for the user, who takes one', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'after' });
    const ids = drafts(task('one'));
    release(ids);
    await run(() => rows('unknown').length === 1, minute);
    const input = rows()[0]?.input;
    if (input?.kind !== 'task') throw new Error('it is no task');
    await practice.client.submitTask(input.request, practice.signal);
    await run(() => false, 60 * minute);
    const [row] = rows();
    expect(row).toMatchObject({ state: 'unknown' });
    expect(row?.candidates.map(({ older, differs }) => [older, differs])).toEqual([
      [false, []],
      [false, []],
    ]);
    expect(await practice.tasks()).toHaveLength(2);
    const remoteId = row?.candidates[0]?.id ?? '';
    const id = first(ids);
    expect(
      await failing(() => composed.outbox.resolve({ id, how: 'adopt', remoteId: '1' }, practice.signal)),
    ).toMatchObject({ code: 'NOT_FOUND' });
    expect(await composed.outbox.resolve({ id, how: 'adopt', remoteId }, practice.signal)).toMatchObject({
      state: 'sent',
      remoteId,
    });
  });

  it('beside something of the same name that is not quite it is for the user, too', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    const ids = drafts(task('one'));
    release(ids);
    await run(() => rows('unknown').length === 1, minute);
    const other = task('one', { product: 170 });
    if (other.kind === 'task') await practice.client.submitTask(other.request, practice.signal);
    await run(() => false, 60 * minute);
    expect(rows()[0]).toMatchObject({ state: 'unknown', candidates: [{ differs: ['product'] }] });
    expect(
      await composed.outbox.resolve({ id: first(ids), how: 'send-again' }, practice.signal),
    ).toMatchObject({
      state: 'sent',
    });
    expect(await practice.tasks()).toHaveLength(2);
  });

  it('of an order is not taken for the mirror of a task', async () => {
    await practice.fault({ method: 'POST', path: '/orders$', count: 1 }, { loseReply: 'before' });
    release(drafts(task('same'), order('same')));
    await run(() => rows('unknown').some(({ lookup }) => lookup !== null), 60 * minute);
    expect(rows()[1]).toMatchObject({ state: 'unknown', candidates: [] });
    expect((await practice.orders()).filter(({ kind }) => kind === 'tasking')).toEqual([]);
  });

  it('of an order is not taken for one of the same name that was known before', async () => {
    const input = order('same');
    if (input.kind !== 'order') throw new Error('it is no order');
    const [before] = await practice.client.submitOrder(input.request, practice.signal);
    if (!before) throw new Error('the service made none');
    composed.orders.put(practice.scope, before);
    await practice.fault({ method: 'POST', path: '/orders$', count: 1 }, { loseReply: 'before' });
    release(drafts(input));
    await run(() => rows('unknown').some(({ lookup }) => lookup !== null), 60 * minute);
    expect(rows()[0]).toMatchObject({ state: 'unknown', remoteId: null, candidates: [] });
  });

  it('is not taken away like a draft, but by a word of its own', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    const ids = drafts(task('one'), task('draft'));
    release([first(ids)]);
    await run(() => rows('unknown').length === 1, minute);
    expect(await failing(() => composed.outbox.remove(ids))).toMatchObject({ code: 'CONFLICT' });
    expect(states()).toEqual(['unknown', 'draft']);
    expect(await composed.outbox.resolve({ id: first(ids), how: 'discard' }, practice.signal)).toBeNull();
  });

  it('does not take over what a command became that was cleared from the list', async () => {
    const ids = drafts(task('twin'));
    release(ids);
    await run(isDrained);
    composed.outbox.remove(ids);
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    release(drafts(task('twin')));
    await run(() => rows('unknown').some(({ lookup }) => lookup !== null), 60 * minute);
    expect(rows()).toMatchObject([{ state: 'unknown', candidates: [] }]);
  });
});

describe('an unknown command at a service that behaves oddly', () => {
  const named = 'Cafe\u0301  & quay no. 7';
  async function restartWith(options: Parameters<typeof startPracticeHarness>[0]) {
    await composed.runner.close();
    await practice.end();
    practice = await startPracticeHarness({
      clock: time.now,
      monotonic: time.now,
      localClock: () => time.now() + skewMs,
      limits: { totalMs: 2_000 },
      ...options,
    });
    composed = make();
  }

  it.each(['upper', 'cut', 'blanks', 'escaped', 'composed'] as const)(
    'is linked and not sent again where names come back in another spelling: %s',
    async (respelledNames) => {
      await restartWith({ respelledNames });
      await practice.fault({ ...post, count: 2 }, { loseReply: 'after' });
      release(drafts(task(named), order(named)));
      await run(() => rows('sent').length === 2);
      expect(rows().map(({ attempts }) => attempts)).toEqual([1, 1]);
      expect(await posts()).toBe(2);
    },
  );

  it('is linked where lists that are filtered by a name are empty', async () => {
    await restartWith({ deafNameFilters: true });
    await practice.fault({ ...post, count: 2 }, { loseReply: 'after' });
    release(drafts(task('one'), order('two')));
    await run(() => rows('sent').length === 2);
    expect(await posts()).toBe(2);
  });

  it('is linked once a service lists it that lists late', async () => {
    await restartWith({ listedAfterMs: 40 * minute });
    await practice.fault({ ...post, count: 2 }, { loseReply: 'after' });
    release(drafts(task('one'), order('two')));
    await run(() => rows().every(({ lookup }) => (lookup?.absentMs ?? 0) > 15 * minute), 30 * minute);
    expect(states()).toEqual(['unknown', 'unknown']);
    await run(() => rows('sent').length === 2);
    expect(await posts()).toBe(2);
  });

  it.each([-1, 1, 24])(
    'is for the user, and not sent again, where the clock of the service jumps by %d h',
    async (hours) => {
      let jumpMs = 0;
      await restartWith({ clock: () => time.now() + jumpMs });
      // The service’s time is known from earlier answers.
      release(drafts(task('earlier'), order('earlier')));
      await run(isDrained);
      await practice.fault({ ...post, count: 2 }, { loseReply: 'after' });
      await practice.fault({ method: 'GET', path: 'tasking/tasks/|orders' }, { status: 500 });
      release(drafts(task('one'), order('two')));
      await run(() => rows('unknown').length === 2, 5 * minute);
      await practice.clearFaults();
      jumpMs = hours * 60 * minute;
      await run(() => false, 3 * 60 * minute);
      expect(await posts()).toBe(4);
      for (const row of rows('unknown'))
        expect(row).toMatchObject({ state: 'unknown', candidates: [{ differs: [] }] });
      for (const { id, candidates } of rows('unknown'))
        await composed.outbox.resolve(
          { id, how: 'adopt', remoteId: candidates[0]?.id ?? '' },
          practice.signal,
        );
      expect(states()).toEqual(['sent', 'sent', 'sent', 'sent']);
    },
  );

  it('has what was created under quite another name as its candidate', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    release(drafts(task('one')));
    await run(() => rows('unknown').length === 1, minute);
    const input = rows()[0]?.input;
    if (input?.kind !== 'task') throw new Error('it is no task');
    await practice.client.submitTask({ ...input.request, task_name: 'A-2026-0017' }, practice.signal);
    await run(() => rows('unknown').some(({ candidates }) => candidates.length > 0), 60 * minute);
    expect(rows()[0]).toMatchObject({ candidates: [{ name: 'A-2026-0017', differs: ['name'] }] });
  });
});

describe('equal commands', () => {
  it('that wait together: the second waits until the outcome of the first is known', async () => {
    await practice.fault({ ...post, count: 1 }, { loseReply: 'before' });
    const [one, twin] = drafts(task('one'), task('one'), task('other'));
    if (one === undefined || twin === undefined) throw new Error('too few');
    release(rows().map(({ id }) => id));
    await run(() => false, 24 * 60 * minute);
    expect(states()).toEqual(['unknown', 'waiting', 'sent']);
    expect(rows()[1]).toMatchObject({ waitsFor: one });
    expect(await posts()).toBe(2);
    await composed.outbox.resolve({ id: one, how: 'send-again' }, practice.signal);
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
    expect(await practice.tasks()).toHaveLength(3);
  });

  it('that five tabs of one form send at once make one task', async () => {
    const tabs = await Promise.allSettled(
      Array.from({ length: 5 }, async () => {
        await turn();
        return release(drafts(task('one')));
      }),
    );
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await run(isDrained);
    // A tab that was a little later: the first is sent already.
    expect(await failing(() => release(drafts(task('one'))))).toMatchObject({
      code: 'JUST_SENT',
      data: { remoteId: rows('sent')[0]?.remoteId },
    });
    expect(await practice.tasks()).toHaveLength(1);
    expect(rows('draft')).toHaveLength(5);
  });

  it('are sent once more where the user says so, or a minute later', async () => {
    release(drafts(task('one')));
    await run(isDrained);
    const again = drafts(task('one'));
    expect(composed.outbox.release(again, practice.scope.contractId, true)).toEqual({ released: 1 });
    await run(isDrained);
    time.advance(minute + 1_000);
    release(drafts(task('one')));
    await run(isDrained);
    expect(await practice.tasks()).toHaveLength(3);
  });
});

describe('a cancellation', () => {
  async function placed() {
    release(drafts(task('one')));
    await run(isDrained);
    return taskIdSchema.parse(Number(rows()[0]?.remoteId));
  }
  const cancelled = async () => (await practice.tasks()).map(({ cancelledAt }) => cancelledAt !== null);
  const cancel = (taskId: number): CommandInput => ({
    kind: 'cancel-task',
    taskId: taskIdSchema.parse(taskId),
  });

  it('is confirmed by reading back, and the same the second time', async () => {
    const taskId = await placed();
    release(drafts(cancel(taskId), cancel(taskId)));
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
    expect(await cancelled()).toEqual([true]);
    expect(composed.table.get(practice.scope, taskId).statusKind).toBe('cancelled');
  });

  it('that got lost is made again until it is confirmed', async () => {
    const taskId = await placed();
    await practice.fault({ method: 'PATCH', path: 'cancel', count: 2 }, { loseReply: 'before' });
    release(drafts(cancel(taskId)));
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent']);
    expect(await cancelled()).toEqual([true]);
  });

  it('that the service takes and does not show for a while is asked for until it does', async () => {
    const taskId = await placed();
    let hiddenUntil = time.now() + 5 * minute;
    await composed.runner.close();
    composed = make({
      forScope(scope) {
        const client = practice.service.forScope(scope);
        return {
          ...client,
          async task(...args) {
            const row = await client.task(...args);
            return time.now() < hiddenUntil
              ? { ...row, parsed: { ...row.parsed, status: 'In Progress' } }
              : row;
          },
        };
      },
    });
    release(drafts(cancel(taskId)));
    await run(() => time.now() > hiddenUntil - minute, 4 * minute);
    expect(rows('waiting')).toHaveLength(1);
    await run(isDrained);
    expect(states()).toEqual(['sent', 'sent']);
    hiddenUntil = 0;
  });

  it('let go twice is one, and one that was refused makes room for the next', async () => {
    const taskId = await placed();
    const { id } = composed.outbox.send(practice.scope, cancel(taskId));
    expect(composed.outbox.send(practice.scope, cancel(taskId))).toEqual({ id });
    expect(composed.outbox.cancellation(practice.scope, taskIdSchema.parse(taskId))).toMatchObject({ id });
    await run(isDrained);
    expect(await cancelled()).toEqual([true]);
    expect(composed.outbox.cancellation(practice.scope, taskIdSchema.parse(taskId))).toBeNull();
    composed.outbox.send(practice.scope, cancel(999_999));
    await run(isDrained);
    const again = composed.outbox.send(practice.scope, cancel(999_999));
    expect(rows().filter(({ input }) => input.kind === 'cancel-task')).toHaveLength(2);
    expect(composed.outbox.get([again.id])).toMatchObject([{ state: 'waiting' }]);
  });

  it('of a task that ended another way is refused', async () => {
    const taskId = await placed();
    await practice.advance(2 * 365 * 86_400);
    release(drafts(cancel(taskId)));
    await run(isDrained);
    expect(rows()[1]).toMatchObject({ state: 'refused', error: { code: 'CONFLICT' } });
  });

  it('of a task that is not there is refused', async () => {
    release(drafts(cancel(999_999)));
    await run(isDrained);
    expect(rows()[0]).toMatchObject({ state: 'refused', error: { code: 'NOT_FOUND' } });
  });
});
