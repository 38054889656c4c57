import { z } from 'zod';
import { taskRequestSchema, type TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import { parseCoordinate } from '../../i18n/coordinates.ts';

/** The form as it is typed; kept over switches and restarts so that nothing is lost. */
export const draftSchema = z.object({
  name: z.string(),
  project: z.string(),
  product: z.string().nullable(),
  place: z.string(),
  /** `YYYY-MM-DDTHH:mm` in the zone below. */
  start: z.string(),
  end: z.string(),
  /** Minutes east of UTC. */
  offsetMinutes: z.number(),
  client: z.string().nullable(),
  priority: z.union([z.number(), z.literal('')]),
  recurrent: z.boolean(),
  everyDays: z.union([z.number(), z.literal('')]),
  everyTime: z.string(),
  maxCaptures: z.union([z.number(), z.literal('')]),
  maxSimultaneous: z.union([z.number(), z.literal('')]),
});
export type Draft = z.infer<typeof draftSchema>;

const day = 86_400_000;

const localText = (at: number) => new Date(at).toISOString().slice(0, 16);

export function emptyDraft(now: number): Draft {
  const start = Math.ceil(now / 3_600_000) * 3_600_000;
  return {
    name: '',
    project: '',
    product: null,
    place: '',
    start: localText(start),
    end: localText(start + 14 * day),
    offsetMinutes: 0,
    client: null,
    priority: '',
    recurrent: false,
    everyDays: 7,
    everyTime: '00:00',
    maxCaptures: '',
    maxSimultaneous: '',
  };
}

export function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
}

const zoned = (text: string, offset: number) => (text === '' ? '' : `${text}:00${offsetText(offset)}`);

/** Where each wire field stands in the form. */
export const formFieldOf: Record<string, keyof Draft> = {
  task_name: 'name',
  project_name: 'project',
  product: 'product',
  target: 'place',
  start: 'start',
  end: 'end',
  client: 'client',
  priority: 'priority',
  expected_age: 'everyDays',
  max_captures: 'maxCaptures',
  max_simultaneous_captures: 'maxSimultaneous',
};

export type DraftResult = { ok: true; request: TaskRequest } | { ok: false; errors: Partial<Record<keyof Draft, string>> };

/** The draft through the wire's own schema; errors are catalogue keys by form field. */
export function readDraft(draft: Draft, clients: readonly Client[]): DraftResult {
  const errors: Partial<Record<keyof Draft, string>> = {};
  const place = parseCoordinate(draft.place);
  if (!place) errors.place = draft.place.trim() === '' ? 'validation.required' : 'validation.coordinate';
  if (clients.length > 1 && draft.client === null) errors.client = 'validation.required';
  const client = clients.length > 1 ? clients.find((each) => each.name === draft.client) : clients[0];
  if (draft.priority !== '' && client && client.maxPriority !== null && client.minPriority !== null) {
    if (draft.priority < client.maxPriority || draft.priority > client.minPriority) errors.priority = 'validation.priorityRange';
  }
  const parsed = taskRequestSchema.safeParse({
    task_name: draft.name,
    project_name: draft.project,
    product: draft.product === null ? undefined : Number(draft.product),
    target: { type: 'Point', coordinates: place ?? [0, 0] },
    start: zoned(draft.start, draft.offsetMinutes),
    end: zoned(draft.end, draft.offsetMinutes),
    ...(draft.priority === '' ? {} : { priority: draft.priority }),
    ...(clients.length > 1 && draft.client !== null ? { client: draft.client } : {}),
    ...(draft.recurrent ? { expected_age: `${draft.everyDays === '' ? 0 : draft.everyDays} ${draft.everyTime}:00` } : {}),
    ...(draft.maxCaptures === '' ? {} : { max_captures: draft.maxCaptures }),
    ...(draft.maxSimultaneous === '' ? {} : { max_simultaneous_captures: draft.maxSimultaneous }),
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = formFieldOf[String(issue.path[0])];
      if (field && errors[field] === undefined) errors[field] = issue.message;
    }
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, request: parsed.data } : { ok: false, errors };
}
