import { chanceOf, uuidOf } from './deterministic.ts';
import type { PracticeTask } from './records.ts';

/** The state of a capture at one moment of practice time. It is computed from the task and the clock, not stored. */
export interface PracticeCapture {
  captureId: string;
  index: number;
  /** The time of the satellite's pass (ms since epoch, practice time). */
  passAt: number;
  /** The same time by the service's clock; for a capture that was taken, it is in the past. */
  takenAt: number;
  /** The time of publication (ms, service clock); without meaning for a cancelled capture. */
  publishedAt: number;
  /** `canceled`: it was planned and is not needed, because enough was captured before or the task was cancelled. */
  status: 'queued' | 'processing' | 'published' | 'canceled';
}

interface TaskState {
  status: string;
  captures: PracticeCapture[];
}

const hour = 3_600_000;
const day = 24 * hour;
const plannedAfter = 2 * hour;
const maxCaptures = 400;

/** Returns how long the processing of a capture takes (ms); less for products with rapid delivery. */
export const processingMs = (task: PracticeTask) =>
  task.ordered?.sku.startsWith('TSKRRD')
    ? hour / 2
    : task.ordered?.sku.startsWith('TSKRSH')
      ? hour
      : 3 * hour;

/** Returns when planning can begin (ms): at the start of the survey period; in real time, not before the submission. */
function planningStart(task: PracticeTask, speed: number): number {
  return speed === 1 && task.frozenAt === null ? Math.max(task.start, task.createdAt) : task.start;
}

/** Returns how many passes a task needs, and how many there are in its survey period. */
export function opportunitiesOf(task: PracticeTask, speed: number): { wanted: number; found: number } {
  const wanted = task.expectedAgeMs === null ? task.maxCaptures : 1;
  return { wanted, found: plannedPasses(task, planningStart(task, speed)).length };
}

/**
 * Returns the practice time of a task (ms): its survey period begins at its submission and runs `speed` times faster, so that a
 * month takes minutes. At speed 1 it is the real time.
 */
function practiceInstant(task: PracticeTask, now: number, speed: number): number {
  if (task.frozenAt !== null) return Math.min(task.frozenAt, now);
  return speed === 1 ? now : task.start + (now - task.createdAt) * speed;
}

/** Returns a pass on this day; passes are near 10:30 and 13:45 local solar time (service §10.3). */
function passOfDay(dayStart: number, longitude: number, key: (string | number)[]): number {
  const localHour = chanceOf(...key, 'pass') < 0.6 ? 10.5 : 13.75;
  const jitter = (chanceOf(...key, 'minutes') - 0.5) * 0.9;
  return dayStart + ((localHour + jitter - longitude / 15 + 48) % 24) * hour;
}

const nextOrbitAfter = 1.6 * hour;

/**
 * Whether a capture beyond the needed ones follows one orbit after the last of them: it is delivered too, although enough was
 * captured (service §3.1).
 */
const isTwin = (task: PracticeTask, index: number) =>
  task.expectedAgeMs === null && index === task.maxCaptures && chanceOf('twin', task.taskId, task.seed) < 0.5;

/** Returns all passes that the planner uses, by time, within the survey period. */
function planPasses(task: PracticeTask, begin: number): number[] {
  if (task.givenPasses) return task.givenPasses;
  const passes: number[] = [];
  const step = task.expectedAgeMs ?? day;
  const wanted = task.expectedAgeMs === null ? task.maxSimultaneousCaptures : maxCaptures;
  for (let from = begin; from < task.end && passes.length < wanted; from += Math.max(step, day)) {
    const midnight = Math.floor(from / day) * day;
    const key = ['pass', task.taskId, passes.length];
    const today = passOfDay(midnight, task.longitude, key);
    const regular = today >= from ? today : passOfDay(midnight + day, task.longitude, key);
    const pass = isTwin(task, passes.length) ? (passes.at(-1) ?? regular) + nextOrbitAfter : regular;
    if (pass < task.end) passes.push(pass);
  }
  // A period shorter than a day may contain no pass; one is added, so that a short practice task works too.
  if (passes.length === 0 && task.end - begin >= hour) passes.push(Math.round((begin + task.end) / 2));
  return passes;
}

// Cached, because lists compute the state of every task again and again, and the passes of a task never change.
const planned = new WeakMap<PracticeTask, { begin: number; passes: number[] }>();

function plannedPasses(task: PracticeTask, begin: number): number[] {
  const cached = planned.get(task);
  if (cached?.begin === begin) return cached.passes;
  const passes = planPasses(task, begin);
  planned.set(task, { begin, passes });
  return passes;
}

function statusOfCapture(
  passAt: number,
  instant: number,
  takes: number,
): 'queued' | 'processing' | 'published' {
  if (instant >= passAt + takes) return 'published';
  return instant >= passAt ? 'processing' : 'queued';
}

/**
 * Returns the time after which nothing more is captured: enough is delivered, or the task was cancelled.
 */
function lastCaptureInstant(task: PracticeTask, passes: readonly number[], speed: number): number {
  const enoughAt =
    task.expectedAgeMs === null
      ? (passes[task.maxCaptures - 1] ?? Number.POSITIVE_INFINITY) + processingMs(task)
      : Number.POSITIVE_INFINITY;
  const cancelledAt =
    task.cancelledAt === null ? Number.POSITIVE_INFINITY : practiceInstant(task, task.cancelledAt, speed);
  return Math.min(enoughAt, cancelledAt);
}

/** The ids of captures of bulk orders contain task and index, so that a capture is found without a search. */
const placePrefix = '5eed0000-0000-4000-8000-';

const maxCapturesPerTask = 4_096;

const captureIds = new WeakMap<PracticeTask, string[]>();

/** Returns the id of the capture of a task at an index; it never changes. */
export function captureIdOf(task: PracticeTask, index: number): string {
  if (task.givenPasses)
    return placePrefix + (task.taskId * maxCapturesPerTask + index).toString(16).padStart(12, '0');
  const cached = captureIds.get(task) ?? [];
  captureIds.set(task, cached);
  cached[index] ??= uuidOf('capture', task.taskId, task.seed, index);
  return cached[index];
}

/** Returns the task and index in a capture id; null if it contains none. */
export function placeOfCapture(captureId: string): { taskId: number; index: number } | null {
  if (!captureId.startsWith(placePrefix)) return null;
  const place = Number.parseInt(captureId.slice(placePrefix.length), 16);
  return { taskId: Math.floor(place / maxCapturesPerTask), index: place % maxCapturesPerTask };
}

/** Returns the plan of a task: its passes, and the conversion of their times to the service's clock. */
export function planOf(task: PracticeTask, speed: number) {
  const begin = planningStart(task, speed);
  const passes = plannedPasses(task, begin);
  const accelerated = task.frozenAt === null && speed !== 1;
  return {
    passes,
    plannedAt: begin + plannedAfter,
    /** The practice time after which nothing is captured. */
    last: lastCaptureInstant(task, passes, speed),
    cancelInstant:
      task.cancelledAt === null ? Number.POSITIVE_INFINITY : practiceInstant(task, task.cancelledAt, speed),
    /** Converts a practice time to the service's clock (ms). */
    serviceTime: (instant: number) =>
      Math.ceil(accelerated ? task.createdAt + (instant - task.start) / speed : instant),
  };
}

/**
 * Returns the state of a task at a time, computed without stored state, so that a restart changes nothing (service §3.1, §3.2).
 */
export function taskState(task: PracticeTask, now: number, speed: number): TaskState {
  if (task.fixedStatus === 'failed' || task.fixedStatus === 'rejected')
    return { status: task.fixedStatus, captures: [] };
  const instant = practiceInstant(task, now, speed);
  const cancelled = task.cancelledAt !== null;
  const cancelInstant = cancelled ? practiceInstant(task, task.cancelledAt ?? now, speed) : instant;
  if (Math.min(instant, cancelInstant) < planningStart(task, speed) + plannedAfter)
    return { status: cancelled ? 'Canceled' : 'received', captures: [] };

  const { passes, plannedAt, last, serviceTime } = planOf(task, speed);
  const takes = processingMs(task);
  const captures: PracticeCapture[] = [];
  for (const [index, passAt] of passes.entries()) {
    // A recurrent task is planned one period ahead.
    const queuedAt = Math.max(plannedAt, passAt - (task.expectedAgeMs ?? Number.POSITIVE_INFINITY));
    // A capture that is cancelled before it is planned is never listed.
    if (queuedAt > instant || (passAt > last && queuedAt > last)) break;
    // There is one entry for every planned capture (service §2.7), even for those that are cancelled in the end.
    const status = passAt > last && instant >= last ? 'canceled' : statusOfCapture(passAt, instant, takes);
    const publishedAt = serviceTime(passAt + takes);
    captures.push({
      captureId: captureIdOf(task, index),
      index,
      passAt,
      takenAt: serviceTime(passAt),
      publishedAt,
      status,
    });
  }
  return { status: cancelled ? 'Canceled' : statusNow(task, captures, instant), captures };
}

function statusNow(task: PracticeTask, captures: readonly PracticeCapture[], instant: number): string {
  // Captures never complete a recurrent task (service §3.1).
  if (task.expectedAgeMs !== null) return instant >= task.end ? 'completed' : 'in_progress';
  const published = captures.filter(({ status }) => status === 'published').length;
  if (published >= task.maxCaptures) return 'completed';
  // After `end` nothing is captured, even if captures are missing (service §10.3).
  return instant >= task.end + processingMs(task) ? 'failed' : 'in_progress';
}
