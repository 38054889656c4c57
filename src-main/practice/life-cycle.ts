import { chanceOf, uuidOf } from './deterministic.ts';
import type { PracticeTask } from './world.ts';

export interface PracticeCapture {
  captureId: string;
  index: number;
  /** When the satellite passes (ms since epoch, practice time). */
  passAt: number;
  status: 'queued' | 'processing' | 'published';
}

export interface TaskState {
  status: string;
  captures: PracticeCapture[];
}

const hour = 3_600_000;
const day = 24 * hour;
const plannedAfter = 2 * hour;
const processingTakes = 3 * hour;
const maxCaptures = 400;

/**
 * The practice instant of a task (ms): its survey period begins when it is submitted and runs `speed` times faster, so
 * that a month-long period can be lived through in minutes. At speed 1 it is the real time.
 */
export function practiceInstant(task: PracticeTask, now: number, speed: number): number {
  if (task.frozenAt !== null) return task.frozenAt;
  return speed === 1 ? now : task.start + (now - task.createdAt) * speed;
}

/** Passes cluster about 10:30 and 13:45 local solar time (observed, Tasking). */
function passOfDay(dayStart: number, longitude: number, key: (string | number)[]): number {
  const localHour = chanceOf(...key, 'pass') < 0.6 ? 10.5 : 13.75;
  const jitter = (chanceOf(...key, 'minutes') - 0.5) * 0.9;
  return dayStart + ((localHour + jitter - longitude / 15 + 48) % 24) * hour;
}

/** All passes the planner would use, in time order, inside the survey period. */
export function plannedPasses(task: PracticeTask): number[] {
  const passes: number[] = [];
  const step = task.expectedAgeMs ?? day;
  const wanted = task.expectedAgeMs === null ? task.maxSimultaneousCaptures : maxCaptures;
  for (let from = task.start; from < task.end && passes.length < wanted; from += Math.max(step, day)) {
    const midnight = Math.floor(from / day) * day;
    const key = ['pass', task.taskId, passes.length];
    const today = passOfDay(midnight, task.longitude, key);
    const pass = today >= from ? today : passOfDay(midnight + day, task.longitude, key);
    if (pass < task.end) passes.push(pass);
  }
  // A period shorter than a day may hold no pass; a practice world grants one so that the short exercise works too.
  if (passes.length === 0 && task.end - task.start >= hour)
    passes.push(Math.round((task.start + task.end) / 2));
  return passes;
}

function statusOfCapture(passAt: number, instant: number): PracticeCapture['status'] {
  if (instant >= passAt + processingTakes) return 'published';
  return instant >= passAt ? 'processing' : 'queued';
}

/** Where a task stands at an instant: a pure function, so that a restart changes nothing (interface §3.1, §3.2). */
export function taskState(task: PracticeTask, now: number, speed: number): TaskState {
  const end = task.cancelledAt ?? Number.POSITIVE_INFINITY;
  const instant = practiceInstant(task, Math.min(now, end), speed);
  if (task.fixedStatus === 'failed' || task.fixedStatus === 'rejected')
    return { status: task.fixedStatus, captures: [] };
  const cancelled = task.cancelledAt !== null;
  if (instant < task.start + plannedAfter)
    return { status: cancelled ? 'Canceled' : 'received', captures: [] };
  const recurrent = task.expectedAgeMs !== null;
  const captures: PracticeCapture[] = [];
  let published = 0;
  for (const [index, passAt] of plannedPasses(task).entries()) {
    // A recurrent task is planned one period ahead; a cancelled one keeps only what had been taken.
    if (recurrent && passAt > instant + (task.expectedAgeMs ?? 0)) break;
    const status = statusOfCapture(passAt, instant);
    if (cancelled && status === 'queued') break;
    // Enough is there: what has not been taken by then is not taken any more.
    if (!recurrent && published >= task.maxCaptures && status === 'queued') break;
    if (status === 'published') published += 1;
    captures.push({ captureId: uuidOf('capture', task.taskId, task.seed, index), index, passAt, status });
  }
  if (cancelled) return { status: 'Canceled', captures };
  const enough = !recurrent && published >= task.maxCaptures;
  const over = instant >= task.end + processingTakes;
  if (enough || (recurrent && over)) return { status: 'completed', captures };
  if (over) return { status: published > 0 ? 'completed' : 'failed', captures };
  return { status: 'in_progress', captures };
}
