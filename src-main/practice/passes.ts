import { chanceOf } from './deterministic.ts';
import type { PracticeTask } from './records.ts';
import { isDaylight, sunAt } from './sun.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A limit for the captures of a recurrent task. */
const maxCaptures = 400;
/** After so many days every place on earth had daylight. */
const daysUntilDaylight = 366;

/** The mean local solar times (hours) near which the satellites pass (service §10.3); at noon only where the sun is too low then. */
const morning = 10.5;
const afternoon = 13.75;
const noon = 12;

/** Returns the number of the local day, by mean solar time, in which a time (ms) is. */
const localDayOf = (longitude: number, time: number) => Math.floor((time + (longitude / 15) * hour) / day);

/** Returns a local solar time of a local day in ms since 1970. */
const atLocalHour = (longitude: number, localDay: number, localHour: number) =>
  Math.round(localDay * day + (localHour - longitude / 15) * hour);

/** Returns the passes over a place on a local day in order of preference; `jitter` (hours) moves them. */
const passesOfDay = (longitude: number, localDay: number, preferred: number, jitter: number): number[] =>
  [preferred, preferred === morning ? afternoon : morning, noon].map((localHour) =>
    atLocalHour(longitude, localDay, localHour + jitter),
  );

/**
 * Returns the first pass from a time on that is in daylight and before the end of the survey period; null if there is none.
 * There is one pass a day.
 */
function firstPass(task: PracticeTask, from: number, preferred: number, jitter: number): number | null {
  const { longitude, latitude, end } = task;
  const firstDay = localDayOf(longitude, from);
  for (let localDay = firstDay; localDay < firstDay + daysUntilDaylight; localDay += 1) {
    const [pass] = passesOfDay(longitude, localDay, preferred, jitter).filter((at) =>
      isDaylight(longitude, latitude, at),
    );
    if (pass !== undefined && pass >= from) return pass < end ? pass : null;
    if (atLocalHour(longitude, localDay, 0) >= end) return null;
  }
  return null;
}

const nextOrbitAfter = 1.6 * hour;

/**
 * Whether a capture beyond the needed ones follows one orbit after the last of them: it is delivered too, although enough was
 * captured (service §3.1).
 */
const isTwin = (task: PracticeTask, index: number) =>
  index === task.maxCaptures && chanceOf('twin', task.taskId, task.seed) < 0.5;

/** Returns the passes for a task that is not recurrent: one a day, until there are enough. */
function singlePasses(task: PracticeTask, begin: number): number[] {
  const passes: number[] = [];
  let from = begin;
  while (passes.length < task.maxSimultaneousCaptures) {
    const key = ['pass', task.taskId, passes.length];
    const preferred = chanceOf(...key, 'pass') < 0.6 ? morning : afternoon;
    const regular = firstPass(task, from, preferred, (chanceOf(...key, 'minutes') - 0.5) * 0.9);
    const twin = (passes.at(-1) ?? from) + nextOrbitAfter;
    const hasTwin =
      isTwin(task, passes.length) && twin < task.end && isDaylight(task.longitude, task.latitude, twin);
    const pass = hasTwin ? twin : regular;
    if (pass === null) break;
    passes.push(pass);
    // The next one is on a later day.
    from = atLocalHour(task.longitude, localDayOf(task.longitude, pass) + 1, 0);
  }
  return passes;
}

/** Returns the pass in daylight that is nearest to a time, on its local day or one beside it; null if there is none. */
function nearestPass(task: PracticeTask, time: number, preferred: number, jitter: number): number | null {
  const { longitude, latitude } = task;
  const localDay = localDayOf(longitude, time);
  const passes = [localDay - 1, localDay, localDay + 1]
    .flatMap((near) => passesOfDay(longitude, near, preferred, jitter).slice(0, 2))
    .filter((at) => isDaylight(longitude, latitude, at));
  const atNoon = atLocalHour(longitude, localDay, noon + jitter);
  if (passes.length === 0 && isDaylight(longitude, latitude, atNoon)) passes.push(atNoon);
  return passes.toSorted((a, b) => Math.abs(a - time) - Math.abs(b - time))[0] ?? null;
}

/** Two passes of a day are so far apart; a shorter recurrence gets no more captures. */
const shortestStep = (afternoon - morning) * hour;

/**
 * Returns the passes for a recurrent task: the first one, and then for each repetition the pass nearest to its time. For whole
 * days these are passes at the same local time. A repetition in the dark, or for which the pass before serves, has none.
 */
function recurrentPasses(task: PracticeTask, begin: number, askedStep: number): number[] {
  const step = Math.max(askedStep, shortestStep);
  const key = ['pass', task.taskId];
  const preferred = chanceOf(...key, 'pass') < 0.6 ? morning : afternoon;
  const jitter = (chanceOf(...key, 'minutes') - 0.5) * 0.9;
  const first = firstPass(task, begin, preferred, jitter);
  if (first === null) return [];
  const passes = [first];
  for (let due = first + step; due < task.end && passes.length < maxCaptures; due += step) {
    // No two orbits are equal, so passes differ by some minutes.
    const minutes = (chanceOf(...key, 'orbit', passes.length) - 0.5) * 0.1;
    const pass = nearestPass(task, due, preferred, jitter + minutes);
    if (pass !== null && pass < task.end && pass > (passes.at(-1) ?? 0) + hour) passes.push(pass);
  }
  return passes;
}

/** Returns the moment of a short survey period at which the sun is highest, if that is daylight. */
function bestMoment(task: PracticeTask, begin: number): number[] {
  const { longitude, latitude, end } = task;
  const localDay = localDayOf(longitude, begin);
  const margin = (end - begin) / 10;
  const moments = [begin + margin, end - margin];
  for (const noonOfDay of [localDay, localDay + 1].map((at) => atLocalHour(longitude, at, noon)))
    if (noonOfDay >= begin && noonOfDay < end) moments.push(noonOfDay);
  const height = (at: number) => sunAt(longitude, latitude, at).elevation;
  const [best] = moments.map(Math.round).sort((a, b) => height(b) - height(a));
  return best !== undefined && isDaylight(longitude, latitude, best) ? [best] : [];
}

/** Returns all passes that the planner uses, by time, within the survey period from `begin` on and in daylight. */
function planPasses(task: PracticeTask, begin: number): number[] {
  if (task.givenPasses) return task.givenPasses;
  const passes =
    task.expectedAgeMs === null
      ? singlePasses(task, begin)
      : recurrentPasses(task, begin, task.expectedAgeMs);
  if (passes.length > 0) return passes;
  // A period shorter than a day may contain no pass; one is added, so that a short practice task works too.
  const length = task.end - begin;
  return length >= hour && length < day ? bestMoment(task, begin) : [];
}

// Cached, because lists compute the state of every task again and again, and the passes of a task never change.
const planned = new WeakMap<PracticeTask, { begin: number; passes: number[] }>();

/** Returns the times (ms) of the passes for a task whose planning begins at `begin`, in ascending order. */
export function plannedPasses(task: PracticeTask, begin: number): readonly number[] {
  const cached = planned.get(task);
  if (cached?.begin === begin) return cached.passes;
  const passes = planPasses(task, begin);
  planned.set(task, { begin, passes });
  return passes;
}

/** Returns the first times (ms) after `start` at which a satellite passes a place in the morning, one a day. */
export function morningPasses(longitude: number, start: number, minutes: readonly number[]): number[] {
  const firstDay = localDayOf(longitude, start) + 1;
  return minutes.map((minute, index) => atLocalHour(longitude, firstDay + index, morning + minute / 60));
}
