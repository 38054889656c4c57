import { z } from 'zod';
import type { TaskRequest } from '../../src-preload/contract/task-request.ts';
import { isoTime } from '../service/iso-time.ts';
import type { WireTask } from '../service/wire.ts';

const point = z.tuple([z.number(), z.number()]).rest(z.unknown());
/** About 10 cm: services store coordinates with fewer digits than we send. */
const degrees = 1e-6;

/** A time of the service in ms; NaN when it is none. */
const atOf = (text: string | null) => Date.parse(isoTime(text) ?? '');

function sameInstant(text: string | null, sent: string): boolean {
  // Seconds: some services drop the fraction.
  return Math.abs(atOf(text) - Date.parse(sent)) < 1_000;
}

/** Clocks differ: only a task this much older than the sending counts as one that was there before. */
const clockSlackMs = 15 * 60_000;

/** Whether the service made the task well before the sending began. */
export function wasThereBefore(task: WireTask, sendingBegan: string): boolean {
  return atOf(task.created_time) < Date.parse(sendingBegan) - clockSlackMs;
}

/** Whether a task at the service is what was sent: name, project, product, target and window (field notes, Submitting). */
export function matchesRequest(task: WireTask, request: TaskRequest): boolean {
  const at = point.safeParse(task.target?.coordinates);
  const [longitude, latitude] = request.target.coordinates;
  return (
    task.task_name?.trim() === request.task_name.trim() &&
    task.project_name?.trim() === request.project_name.trim() &&
    (task.product === null || task.product === request.product) &&
    at.success &&
    Math.abs(at.data[0] - longitude) <= degrees &&
    Math.abs(at.data[1] - latitude) <= degrees &&
    sameInstant(task.start, request.start) &&
    sameInstant(task.end, request.end)
  );
}
