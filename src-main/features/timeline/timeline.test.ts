import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CaptureId,
  captureIdSchema,
  contractIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import { unpackDegrees, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import {
  type TimelineKind,
  type TimelinePlaces,
  type TimelineTerms,
  timelineKindSchema,
} from '../../../src-preload/contract/timeline.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { deliverableRow, orderIdOf, orderRow } from '../../../testing/order-rows.ts';
import { captureRow, taskRow, testScope } from '../../../testing/task-rows.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { wireOrderCaptureSchema } from '../../service/api/orders-wire.ts';
import { readRow } from '../../service/api/read-row.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneTable } from '../library/scene-table.ts';
import { sceneTimeSources } from '../library/scene-times.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { orderTimeSources, revisitingOrders } from '../orders/order-times.ts';
import { createPartTable } from '../orders/part-table.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { recurrentTasks, taskTimeSources } from '../tasks/task-times.ts';
import { createRevisits } from './revisits.ts';
import { createTimeline } from './timeline.ts';

const day = 86_400_000;
const zero = Date.UTC(2026, 2, 1);
const at = (days: number) => new Date(zero + days * day).toISOString();
const now = () => new Date(zero + 20 * day);
const otherScope: Scope = { ...testScope, contractId: contractIdSchema.parse('cont.2') };
const allKinds = timelineKindSchema.options;
const ever = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

const opened: TestStore[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.remove();
});

function makeHarness() {
  const test = openTestStore(allMigrations);
  opened.push(test);
  const { store } = test;
  const tasks = createTaskTable({ store, now });
  const orders = createOrderTable({ store, now });
  const parts = createPartTable({ store, now, orders });
  const scenes = createSceneTable({
    store,
    now,
    taskOfCapture: tasks.taskOfCapture,
    transferring: () => false,
  });
  const revisits = createRevisits({
    tasks: (scope) => recurrentTasks(store, scope),
    orders: (scope) => revisitingOrders(store, scope),
    now,
  });
  const sources = [...taskTimeSources(store), ...orderTimeSources(store), ...sceneTimeSources(store)];
  const timeline = createTimeline({ sources, revisits, now });
  return { store, tasks, orders, parts, scenes, revisits, timeline };
}
let harness: ReturnType<typeof makeHarness>;
beforeEach(() => {
  harness = makeHarness();
});

const terms = (patch: Partial<TimelineTerms> = {}): TimelineTerms => ({
  connectionId: testScope.connectionId,
  contractIds: [testScope.contractId],
  kinds: [...allKinds],
  project: null,
  ...patch,
});

/** Returns lines such as `2026-03-01 capture-made 2`. */
async function told(asked = terms(), span = ever) {
  const rows = await harness.timeline.counts(asked, span);
  return rows
    .flatMap(({ kind, days, counts }) =>
      days.split(',').map((one, index) => {
        const date = new Date(Number(one) * day).toISOString().slice(0, 10);
        return `${date} ${kind} ${counts.split(',')[index]}`;
      }),
    )
    .sort();
}

const sceneOf = (sceneId: string, captureId: CaptureId, west: number) =>
  readRow(
    wireSceneSchema,
    {
      scene_id: sceneId,
      sceneset_id: captureId,
      timestamp: at(2.5),
      footprint: {
        type: 'Polygon',
        coordinates: [
          [
            [west, 10],
            [west + 1, 10],
            [west + 1, 11],
            [west, 11],
            [west, 10],
          ],
        ],
      },
      attachments: [],
      rasters: [],
    },
    'scene',
  );

/** Returns all parts of an answer together. */
async function placesOf(parts: ReturnType<typeof harness.timeline.places>) {
  const all: { whole: boolean; pieces: TimelinePlaces[] } = { whole: true, pieces: [] };
  for await (const { whole, pieces } of parts) {
    all.whole &&= whole;
    all.pieces.push(...pieces);
  }
  return all;
}

describe('what stands in time', () => {
  it('is windows and captures of tasks, by their UTC days', async () => {
    harness.tasks.put(testScope, taskRow(1, { start: at(0), end: at(30.999999) }));
    harness.tasks.putCaptures(testScope, taskRow(1).parsed.task_id, [
      captureRow('c1', 'published', { start: at(1) }),
      captureRow('c2', 'processing', { start: new Date(zero + 2 * day - 1).toISOString() }),
      captureRow('c3', 'queued', { start: at(22) }),
      captureRow('c4', 'cloudy, trying again', { start: at(3) }),
      captureRow('c5', 'published', { start: 'some day' }),
    ]);
    expect(await told()).toEqual([
      '2026-03-01 window-opens 1',
      '2026-03-02 capture-made 2',
      '2026-03-04 capture-other 1',
      '2026-03-23 capture-planned 1',
      '2026-03-31 window-closes 1',
    ]);
  });

  it('is windows, captures and deliveries of orders; a mirror leaves its task to say when', async () => {
    const window = { start: at(4), end: at(9) };
    harness.orders.put(testScope, orderRow(1, { parameters: window }));
    harness.orders.put(testScope, orderRow(2, { parameters: { ...window, task_id: 7 } }));
    const capture = (id: string) =>
      readRow(wireOrderCaptureSchema, { capture_id: id, status: 'published', start: at(5) }, 'capture');
    harness.parts.putCaptures(testScope, orderIdOf(1), [capture('c1')]);
    harness.parts.putCaptures(testScope, orderIdOf(2), [capture('c2')]);
    harness.parts.putDeliverables(testScope, [
      deliverableRow(1, { delivered_at: at(6) }),
      deliverableRow(2, { updated_at: at(7) }),
      deliverableRow(3, { order: orderIdOf(1), status: 'PROCESSING', delivered_at: at(6) }),
    ]);
    expect(await told()).toEqual([
      '2026-03-05 window-opens 1',
      '2026-03-06 capture-made 1',
      '2026-03-07 delivery 1',
      '2026-03-08 delivery 1',
      '2026-03-10 window-closes 1',
    ]);
  });

  it('puts scenes over the antimeridian where they are', async () => {
    harness.scenes.put(
      testScope,
      captureIdSchema.parse('c1'),
      sceneOf('a', captureIdSchema.parse('c1'), 179.8),
    );
    const { rows } = await harness.timeline.list(terms({ kinds: ['scene'] }), ever, { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ kind: 'scene', name: 'a', latitude: 10.5 }]);
    expect(rows[0]?.longitude).toBeCloseTo(-179.7);
    const { pieces } = await placesOf(harness.timeline.places(terms({ kinds: ['scene'] }), ever));
    expect(pieces.map((piece) => unpackDegrees(piece.longitudes))).toEqual([[-179.7]]);
  });

  it('expects visits by what was asked for, to the end of the window', async () => {
    harness.tasks.put(testScope, taskRow(1, { start: at(0), end: at(40), expected_age: '7 days, 00:00:00' }));
    harness.tasks.putCaptures(testScope, taskRow(1).parsed.task_id, [
      captureRow('c1', 'published', { start: at(10) }),
    ]);
    harness.orders.put(
      testScope,
      orderRow(3, { parameters: { start: at(0), end: at(59), revisit_period: 'P1M' } }),
    );
    expect(await told(terms({ kinds: ['revisit-due'] }))).toEqual([
      // The overdue visit, then the future ones.
      '2026-03-18 revisit-due 1',
      '2026-03-25 revisit-due 1',
      '2026-04-01 revisit-due 2',
      '2026-04-08 revisit-due 1',
    ]);
    const [first] = (
      await harness.timeline.list(terms({ kinds: ['revisit-due'] }), ever, { offset: 0, limit: 1 })
    ).rows;
    expect(first).toMatchObject({
      name: 'Task 1',
      status: '7 days, 00:00:00',
      subject: { kind: 'task', id: 1 },
    });
  });

  it('keeps to the project and to the contracts that are asked for', async () => {
    harness.tasks.put(testScope, taskRow(1, { project_name: 'Reef' }));
    harness.tasks.put(testScope, taskRow(2));
    harness.tasks.put(otherScope, taskRow(3, { project_name: 'Reef' }));
    const names = async (asked: TimelineTerms) =>
      (await harness.timeline.list(asked, ever, { offset: 0, limit: 10 })).rows
        .map(({ name }) => name)
        .sort();
    const kinds: TimelineKind[] = ['window-opens'];
    expect(await names(terms({ kinds, project: 'Reef' }))).toEqual(['Task 1']);
    const both = [testScope.contractId, otherScope.contractId];
    expect(await names(terms({ kinds, project: 'Reef', contractIds: both }))).toEqual(['Task 1', 'Task 3']);
    expect(await names(terms({ kinds, contractIds: both }))).toEqual(['Task 1', 'Task 2', 'Task 3']);
  });
});

describe('counts, pages and places', () => {
  it('agree with each other and with a count by hand', async () => {
    const captures = fc.array(
      fc.record({
        minute: fc.integer({ min: -3 * 1_440, max: 40 * 1_440 }),
        status: fc.constantFrom('queued', 'processing', 'published', 'failed'),
        second: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    );
    const edges = fc.tuple(fc.integer({ min: -2, max: 20 }), fc.integer({ min: 21, max: 41 }));
    await fc.assert(
      fc.asyncProperty(captures, edges, fc.integer({ min: 1, max: 7 }), async (made, [from, to], limit) => {
        harness = makeHarness();
        for (const scope of [testScope, otherScope]) {
          harness.tasks.put(scope, taskRow(1));
          const own = made.flatMap(({ minute, status, second }, index) => {
            const start = new Date(zero + minute * 60_000).toISOString();
            return second === (scope === otherScope) ? [captureRow(`c${index}`, status, { start })] : [];
          });
          harness.tasks.putCaptures(scope, taskRow(1).parsed.task_id, own);
        }
        const kinds: TimelineKind[] = ['capture-planned', 'capture-made', 'capture-other'];
        const asked = terms({ kinds, contractIds: [testScope.contractId, otherScope.contractId] });
        const span = { from: at(from), to: at(to) };
        const expected = made
          .map(({ minute }) => zero + minute * 60_000)
          .filter((ms) => ms >= zero + from * day && ms < zero + to * day)
          .sort((a, b) => a - b);
        const perDay = new Map<number, number>();
        for (const ms of expected)
          perDay.set(Math.floor(ms / day), (perDay.get(Math.floor(ms / day)) ?? 0) + 1);
        const counted = new Map<number, number>();
        for (const { days, counts } of await harness.timeline.counts(asked, span))
          for (const [index, one] of days.split(',').entries())
            counted.set(Number(one), (counted.get(Number(one)) ?? 0) + Number(counts.split(',')[index]));
        expect(new Map([...counted].sort())).toEqual(new Map([...perDay].sort()));

        const listed: string[] = [];
        const keys = new Set<string>();
        for (let offset = 0; ; offset += limit) {
          const page = await harness.timeline.list(asked, span, { offset, limit });
          expect(page.total).toBe(expected.length);
          listed.push(...page.rows.map((row) => row.at));
          for (const { key } of page.rows) keys.add(key);
          if (page.rows.length < limit) break;
        }
        expect(listed).toEqual(expected.map((ms) => new Date(ms).toISOString()));
        expect(keys.size).toBe(expected.length);

        const { pieces, whole } = await placesOf(harness.timeline.places(asked, span));
        expect(whole).toBe(true);
        const minutes = pieces.flatMap((piece) => piece.minutes.split(',').map(Number)).sort((a, b) => a - b);
        expect(minutes).toEqual(expected.map((ms) => Math.floor(ms / 60_000)));
        expect(pieces.flatMap((piece) => unpackIds(piece.keys)).length).toBe(expected.length);
      }),
      { numRuns: 25 },
    );
  });

  it('answers from what was counted until the store moves', async () => {
    harness.tasks.put(testScope, taskRow(1));
    const before = await told(terms({ kinds: ['window-opens'] }));
    harness.tasks.put(testScope, taskRow(2));
    expect(await told(terms({ kinds: ['window-opens'] }))).toEqual(before);
    harness.timeline.forget();
    expect(await told(terms({ kinds: ['window-opens'] }))).toEqual(['2026-03-01 window-opens 2']);
  });
});

describe('recurrent subjects', () => {
  it('are tasks and orders, those that wait longest first, with the gaps achieved', async () => {
    const recurrent = { start: at(0), end: at(60), expected_age: '3 days, 00:00:00' };
    harness.tasks.put(testScope, taskRow(1, { ...recurrent, task_name: 'Late', status: 'in_progress' }));
    harness.tasks.putCaptures(testScope, taskRow(1).parsed.task_id, [
      captureRow('a1', 'published', { start: at(1) }),
      captureRow('a2', 'processing', { start: at(4) }),
      captureRow('a3', 'published', { start: at(9) }),
      captureRow('a4', 'queued', { start: at(25) }),
      captureRow('a5', 'failed', { start: at(10) }),
    ]);
    harness.tasks.put(testScope, taskRow(2, { ...recurrent, task_name: 'Done', status: 'completed' }));
    harness.tasks.put(testScope, taskRow(3, { task_name: 'Once' }));
    harness.orders.put(
      testScope,
      orderRow(4, {
        order_name: 'By order',
        parameters: { start: at(0), end: at(60), revisit_period: 'P20D' },
      }),
    );
    harness.parts.putDeliverables(testScope, [
      deliverableRow(1, { order: orderIdOf(4), delivered_at: at(2), capture_id: 'x' }),
      deliverableRow(2, { order: orderIdOf(4), delivered_at: at(5), capture_id: 'y' }),
    ]);
    const rows = await harness.revisits.list([testScope], null);
    expect(
      rows.map(({ name, open, gapCount, withinCount, timesOf }) => [
        name,
        open,
        gapCount,
        withinCount,
        timesOf,
      ]),
    ).toEqual([
      ['Late', true, 2, 1, 'captures'],
      ['By order', true, 1, 1, 'deliveries'],
      ['Done', false, 0, 0, 'captures'],
    ]);
    expect(rows[0]).toMatchObject({
      longestMs: 5 * day,
      medianMs: 4 * day,
      waitingSince: at(9),
      dueAt: at(12),
    });
  });
});
