import { z } from 'zod';
import { numberText } from '../../../../src-preload/contract/read-number.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import type { CoordinateFormat } from '../../../kit/i18n/coordinates.ts';
import { placeText } from '../../../kit/i18n/read-place.ts';
import { type Draft, emptyDraft, minuteText, recurrenceFields } from './draft.ts';

const targetSchema = z.object({
  target: z.object({ coordinates: z.tuple([z.number(), z.number(), z.number()]) }),
});

/** Returns the same window, or one of the same length from the next full hour if it has passed; null if it cannot be parsed. */
export function currentOrShiftedWindow(
  start: string | null,
  end: string | null,
  now: number,
): Pick<Draft, 'start' | 'end'> | null {
  const [from, to] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to <= from) return null;
  if (to > now) return { start: minuteText(from), end: minuteText(to) };
  const hourMs = 3_600_000;
  const begin = Math.ceil(now / hourMs) * hourMs;
  return { start: minuteText(begin), end: minuteText(begin + to - from) };
}

/**
 * Returns the following window of the same length: it starts at the end of this one, or at the next full hour if that has passed; null if
 * it cannot be parsed.
 */
export function followingWindow(
  start: string | null,
  end: string | null,
  now: number,
): Pick<Draft, 'start' | 'end'> | null {
  const [from, to] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to <= from) return null;
  const hourMs = 3_600_000;
  const begin = Math.max(to, Math.ceil(now / hourMs) * hourMs);
  return { start: minuteText(begin), end: minuteText(begin + to - from) };
}

/** Returns a form with the values of a task; null if the task has no point. `windowOf` returns its window. */
export function draftOfTask(
  task: TaskDetails,
  format: CoordinateFormat,
  now: number,
  windowOf: typeof currentOrShiftedWindow = currentOrShiftedWindow,
): Draft | null {
  const { longitude, latitude, productPk, client, priority, maxCaptures, maxSimultaneousCaptures } = task;
  if (longitude === null || latitude === null) return null;
  const place = placeText([longitude, latitude], format);
  const altitude = targetSchema.safeParse(task.raw).data?.target.coordinates[2] ?? 0;
  return {
    ...emptyDraft(now),
    name: task.name,
    project: task.project,
    product: productPk === null ? null : String(productPk),
    place,
    placeConfirmed: place,
    // The service returns 0.0 if no altitude was given (service §2.6).
    altitude: altitude === 0 ? '' : numberText(altitude),
    ...windowOf(task.start, task.end, now),
    client,
    priority: priority === null ? '' : numberText(priority),
    ...recurrenceFields(task.expectedAge),
    maxCaptures: maxCaptures === null ? '' : numberText(maxCaptures),
    maxSimultaneous: maxSimultaneousCaptures === null ? '' : numberText(maxSimultaneousCaptures),
  };
}
