import { uuidOf } from './deterministic.ts';
import { plannedPasses } from './passes.ts';
import type { PracticeTask } from './records.ts';

/** The state of a capture at one moment of practice time. It is computed from the task and the clock, not stored. */
export interface PracticeCapture {
  captureId: string;
  index: number;
  /**
   * The time of the satellite's pass (ms since 1970), within the survey period and in daylight. It is the date of the capture and
   * of its scenes at any speed: an accelerated service takes a picture of next week within minutes.
   */
  passAt: number;
  /** The time of publication (ms) by the service's clock; without meaning for a cancelled capture. */
  publishedAt: number;
  /** `canceled`: it was planned and is not needed, because enough was captured before or the task was cancelled. */
  status: 'queued' | 'processing' | 'published' | 'canceled';
}

interface TaskState {
  status: string;
  captures: PracticeCapture[];
}

const hour = 3_600_000;
const plannedAfter = 2 * hour;

/** Returns how long the processing of a capture takes (ms); less for products with rapid delivery. */
export const processingMs = (task: PracticeTask) =>
  task.ordered?.sku.startsWith('TSKRRD')
    ? hour / 2
    : task.ordered?.sku.startsWith('TSKRSH')
      ? hour
      : 3 * hour;

/** Returns when planning can begin (ms): at the start of the survey period, but not before the submission. */
const planningStart = (task: PracticeTask) => Math.max(task.start, task.createdAt);

/** Returns how many passes a task needs, and how many there are in its survey period. */
export function opportunitiesOf(task: PracticeTask): { wanted: number; found: number } {
  const wanted = task.expectedAgeMs === null ? task.maxCaptures : 1;
  return { wanted, found: plannedPasses(task, planningStart(task)).length };
}

/**
 * Returns the practice time of a task (ms): its survey period begins at its submission and runs `speed` times faster, so that a
 * month takes minutes; what is over when the task is submitted does not come back. At speed 1 it is the real time.
 */
function practiceInstant(task: PracticeTask, now: number, speed: number): number {
  if (task.frozenAt !== null) return Math.min(task.frozenAt, now);
  return speed === 1 ? now : planningStart(task) + (now - task.createdAt) * speed;
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
  const begin = planningStart(task);
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
      Math.ceil(accelerated ? task.createdAt + (instant - begin) / speed : instant),
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
  if (Math.min(instant, cancelInstant) < planningStart(task) + plannedAfter)
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
