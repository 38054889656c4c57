import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  advance,
  field,
  list,
  planFault,
  pointTask,
  signIn,
  startForTest,
} from '../../testing/practice/practice-caller.ts';
import { type PracticeCapture, taskState } from './life-cycle.ts';
import type { PracticeTask } from './records.ts';
import { sunAt } from './sun.ts';

// Tests service §3, with the further final states that occur (service §10.3).
const hour = 3_600_000;
const day = 24 * hour;
const finals = new Set(['completed', 'Canceled', 'failed', 'rejected']);
const allowed = new Set([
  'received→received',
  'received→in_progress',
  'received→completed',
  'received→failed',
  'received→Canceled',
  'in_progress→in_progress',
  'in_progress→completed',
  'in_progress→failed',
  'in_progress→Canceled',
]);
const order = ['queued', 'processing', 'published'];

const taskArbitrary = fc
  .record({
    taskId: fc.integer({ min: 1, max: 99_999 }),
    seed: fc.integer({ min: 0, max: 999 }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    startHour: fc.integer({ min: 0, max: 24 * 365 }),
    lengthHours: fc.integer({ min: 1, max: 24 * 40 }),
    submittedHoursBefore: fc.integer({ min: -30, max: 60 }),
    maxCaptures: fc.integer({ min: 1, max: 5 }),
    extra: fc.integer({ min: 0, max: 4 }),
    ageHours: fc.option(fc.integer({ min: 1, max: 24 * 9 }), { nil: null }),
    speed: fc.constantFrom(1, 60, 1_800),
  })
  .map((drawn) => {
    const start = Date.UTC(2026, 0, 1) + drawn.startHour * hour;
    const task: PracticeTask = {
      taskId: drawn.taskId,
      seed: drawn.seed,
      owner: 'x',
      taskName: 'n',
      projectName: 'p',
      product: 169,
      client: 'c',
      priority: 1,
      target: {},
      longitude: drawn.longitude,
      latitude: drawn.latitude,
      start,
      end: start + drawn.lengthHours * hour,
      expectedAge: drawn.ageHours === null ? null : 'shown',
      expectedAgeMs: drawn.ageHours === null ? null : drawn.ageHours * hour,
      maxCaptures: drawn.maxCaptures,
      maxSimultaneousCaptures: drawn.maxCaptures + drawn.extra,
      createdAt: start - drawn.submittedHoursBefore * hour,
      cancelledAt: null,
      frozenAt: null,
      fixedStatus: null,
    };
    return { task, speed: drawn.speed };
  });

function checkCaptures(
  task: PracticeTask,
  before: PracticeCapture[],
  after: PracticeCapture[],
  over: boolean,
) {
  expect(new Set(after.map(({ captureId }) => captureId)).size).toBe(after.length);
  for (const [index, capture] of after.entries()) {
    expect(capture.passAt).toBeGreaterThanOrEqual(task.start);
    expect(capture.passAt).toBeLessThan(task.end);
    if (index > 0) expect(capture.passAt).toBeGreaterThan(after[index - 1]?.passAt ?? 0);
  }
  for (const capture of before) {
    const now = after.find(({ captureId }) => captureId === capture.captureId);
    // There is one entry for every planned capture (service §2.7), and none disappears.
    if (!now) throw new Error(`${capture.captureId} is no longer listed`);
    expect(now.passAt).toBe(capture.passAt);
    // Only captures that were not taken may be cancelled, and only at the end.
    if (now.status === 'canceled')
      expect([over, ['queued', 'canceled']]).toEqual([true, expect.arrayContaining([capture.status])]);
    else expect(order.indexOf(now.status)).toBeGreaterThanOrEqual(order.indexOf(capture.status));
  }
}

/** Whether a capture is of the survey period, after the submission, in daylight, and not told before its time. */
function isTruthful(
  { status, passAt, publishedAt }: PracticeCapture,
  { task, now, instant }: { task: PracticeTask; now: number; instant: number },
) {
  if (passAt < Math.max(task.start, task.createdAt) || passAt >= task.end) return false;
  if (sunAt(task.longitude, task.latitude, passAt).elevation < 3) return false;
  if (status === 'published') return publishedAt <= Math.ceil(now) && passAt < instant;
  return status !== 'processing' || passAt <= instant;
}

it('moves tasks and captures only as part 3 allows, whatever the task', () => {
  fc.assert(
    fc.property(
      taskArbitrary,
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 40 }),
      fc.option(fc.integer({ min: 0, max: 39 }), { nil: null }),
      ({ task, speed }, steps, cancelStep) => {
        const recurrent = task.expectedAgeMs !== null;
        let now = task.createdAt;
        let before = taskState(task, now, speed);
        expect(before).toEqual({ status: 'received', captures: [] });
        for (const [index, hours] of [...steps, 24 * 50, 24 * 50].entries()) {
          now += (hours * hour) / speed;
          // The present practice time; when accelerated, what is left of the survey period starts at the submission.
          const begin = Math.max(task.start, task.createdAt);
          const instant = speed === 1 ? now : begin + (now - task.createdAt) * speed;
          if (index === cancelStep && !finals.has(taskState(task, now, speed).status)) task.cancelledAt = now;
          const after = taskState(task, now, speed);
          if (finals.has(before.status)) expect(after.status).toBe(before.status);
          else expect(allowed).toContain(`${before.status}→${after.status}`);
          expect(after.captures.filter((capture) => !isTruthful(capture, { task, now, instant }))).toEqual(
            [],
          );
          checkCaptures(task, before.captures, after.captures, finals.has(after.status));
          if (finals.has(before.status)) expect(after.captures.length).toBe(before.captures.length);

          const published = after.captures.filter(({ status }) => status === 'published').length;
          if (after.status === 'received') expect(after.captures).toEqual([]);
          if (!recurrent) expect(after.captures.length).toBeLessThanOrEqual(task.maxSimultaneousCaptures);
          if (!recurrent && task.cancelledAt === null)
            expect(after.status === 'completed').toBe(published >= task.maxCaptures);
          if (recurrent && after.status === 'completed') expect(instant).toBeGreaterThanOrEqual(task.end);
          if (
            recurrent &&
            instant >= task.end + day &&
            task.cancelledAt === null &&
            instant > task.createdAt + day
          )
            expect(after.status).toBe('completed');
          before = after;
        }
        expect(finals).toContain(before.status);
        if (task.cancelledAt === null) expect(before.status === 'Canceled').toBe(false);
        // A taken capture is delivered in the end.
        expect(
          before.captures.filter(({ status }) => status !== 'published' && status !== 'canceled'),
        ).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});

it('takes about one capture per recurrence period', () => {
  fc.assert(
    fc.property(taskArbitrary, fc.integer({ min: 2, max: 9 }), ({ task }, days) => {
      const recurrent = {
        ...task,
        latitude: task.latitude / 2,
        expectedAgeMs: days * day,
        end: task.start + 36 * day,
        createdAt: task.start,
      };
      const { captures } = taskState(recurrent, task.start + 60 * day, 60);
      expect(Math.abs(captures.length - 36 / days)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});

it('is seen over HTTP as received, in progress, completed, with the captures in step', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 3_600 });
  const caller = await signIn(service);
  const task = await caller.submit(pointTask({ max_captures: 2, max_simultaneous_captures: 3 }));
  const path = `/tasking/tasks/${field(task.json, 'task_id')}`;
  const seen: unknown[] = [];
  const published: number[] = [];
  for (let step = 0; step < 40; step += 1) {
    const status = field((await caller.get(`${path}/`)).json, 'status');
    if (seen.at(-1) !== status) seen.push(status);
    const captures = list(field((await caller.get(`${path}/captures/`)).json, 'results'));
    expect(captures.length).toBeLessThanOrEqual(3);
    published.push(captures.filter((each) => field(each, 'status') === 'published').length);
    await advance(service, 4 * 3_600);
  }
  expect(seen).toEqual(['received', 'in_progress', 'completed']);
  expect(published).toEqual(published.toSorted((a, b) => a - b));
  expect(published.at(-1)).toBeGreaterThanOrEqual(2);
});

it('publishes a first capture within about a minute at the default speed', async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  const service = await startForTest({ emptyWorld: true }, () => now);
  const caller = await signIn(service);
  for (const longitude of [-179, -95, 0, 60, 179]) {
    const target = { type: 'Point', coordinates: [longitude, 20] };
    const task = await caller.submit(pointTask({ target }));
    now += 70_000;
    const captures = await caller.get(`/tasking/tasks/${field(task.json, 'task_id')}/captures/`);
    expect(list(field(captures.json, 'results')).map((each) => field(each, 'status'))).toEqual(['published']);
  }
});

it('keeps tasks and their progress over a restart, and a damaged memory aside', async () => {
  const { mkdtemp, readdir, rm, writeFile } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const stateFolder = await mkdtemp(join(tmpdir(), 'nadir-practice-test-'));
  try {
    const first = await startForTest({ emptyWorld: true, stateFolder });
    const submitted = await (await signIn(first)).submit(pointTask());
    // A task whose reply was lost exists after a restart too.
    await planFault(first, { method: 'POST', path: '/tasks/' }, { loseReply: 'after' });
    await expect((await signIn(first)).submit(pointTask({ task_name: 'lost' }))).rejects.toThrow();
    await first.close();
    const second = await startForTest({ emptyWorld: true, stateFolder });
    const names = list(field((await (await signIn(second)).get('/tasking/tasks/')).json, 'results')).map(
      (each) => field(each, 'task_name'),
    );
    expect(names).toEqual(['lost', field(submitted.json, 'task_name')]);
    await second.close();

    await writeFile(join(stateFolder, 'world.json'), '{ damaged');
    const third = await startForTest({ emptyWorld: true, stateFolder });
    expect(field((await (await signIn(third)).get('/tasking/tasks/')).json, 'count')).toBe(0);
    await third.close();
    expect((await readdir(stateFolder)).some((name) => name.startsWith('world.json.damaged'))).toBe(true);
  } finally {
    await rm(stateFolder, { recursive: true, force: true });
  }
});
