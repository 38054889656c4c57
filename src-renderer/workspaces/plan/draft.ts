import { z } from 'zod';
import { type TaskRequest, taskRequestSchema } from '../../../src-preload/contract/task-request.ts';
import type { Client, TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { parseCoordinate } from '../../i18n/read-place.ts';

const optionalNumber = z.union([z.number(), z.literal('')]);

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
  priority: optionalNumber,
  recurrent: z.boolean(),
  everyDays: optionalNumber,
  everyTime: z.string(),
  maxCaptures: optionalNumber,
  maxSimultaneous: optionalNumber,
});
export type Draft = z.infer<typeof draftSchema>;
export type DraftField = keyof Draft;
/** By field of the form: a key of the catalogue, or what the service said. */
export type DraftErrors = Partial<Record<DraftField, string>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const minuteText = (at: number) => new Date(at).toISOString().slice(0, 16);

/** Two weeks from the next full hour on. */
export function emptyPeriod(now: number): Pick<Draft, 'start' | 'end'> {
  const start = Math.ceil(now / hourMs) * hourMs;
  return { start: minuteText(start), end: minuteText(start + 14 * dayMs) };
}

export function emptyDraft(now: number): Draft {
  return {
    name: '',
    project: '',
    product: null,
    place: '',
    ...emptyPeriod(now),
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

/** A request that was not sent, back in the form. */
export function draftOf(request: TaskRequest, format: CoordinateFormat, now: number): Draft {
  const [longitude, latitude] = request.target.coordinates;
  const [days, hours, minutes] = request.expected_age?.split(/[ :]/) ?? [];
  return {
    ...emptyDraft(now),
    name: request.task_name,
    project: request.project_name,
    product: String(request.product),
    place: formatCoordinate([longitude, latitude], format),
    start: minuteText(Date.parse(request.start)),
    end: minuteText(Date.parse(request.end)),
    client: request.client ?? null,
    priority: request.priority ?? '',
    ...(days === undefined
      ? {}
      : { recurrent: true, everyDays: Number(days), everyTime: `${hours}:${minutes}` }),
    maxCaptures: request.max_captures ?? '',
    maxSimultaneous: request.max_simultaneous_captures ?? '',
  };
}

export function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export const zoned = (text: string, offset: number) =>
  text === '' ? '' : `${text.slice(0, 16)}:00${offsetText(offset)}`;

/** Where each wire field stands in the form. */
const formFields = {
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
} as const satisfies Record<keyof TaskRequest, DraftField>;

export function formFieldOf(wireField: string): DraftField | null {
  return Object.entries(formFields).find(([name]) => name === wireField)?.[1] ?? null;
}

/** The client in force: the only one, or the one chosen (interface §2.6). */
export function clientOf(draft: Pick<Draft, 'client'>, clients: readonly Client[]): Client | null {
  return (clients.length > 1 ? clients.find((each) => each.name === draft.client) : clients[0]) ?? null;
}

/** Both ends of the client's priority range, or null: then there is no priority to give (interface §2.8). */
export function priorityRange(client: Client | null): { best: number; least: number } | null {
  if (client?.maxPriority == null || client.minPriority == null) return null;
  return { best: client.maxPriority, least: client.minPriority };
}

/** What only Nadir can know: the wire's schema has the rest. */
function ownErrors(draft: Draft, reference: Pick<TaskingReference, 'clients' | 'products'>, now: number) {
  const errors: DraftErrors = {};
  const { clients, products } = reference;
  if (draft.place.trim() === '') errors.place = 'validation.required';
  else if (!parseCoordinate(draft.place)) errors.place = 'validation.coordinate';
  const client = clientOf(draft, clients);
  if (clients.length > 1 && client === null) errors.client = 'validation.required';
  const range = priorityRange(client);
  if (range && draft.priority !== '' && (draft.priority < range.best || draft.priority > range.least)) {
    errors.priority = 'validation.priorityRange';
  }
  // A draft kept from another contract may name a product that this one has not.
  const known = products.length === 0 || products.some((product) => String(product.pk) === draft.product);
  if (draft.product !== null && !known) errors.product = 'validation.required';
  const end = Date.parse(zoned(draft.end, draft.offsetMinutes));
  // After `end` no capture is made (observed, Tasking).
  if (end <= now) errors.end = 'validation.endPassed';
  return errors;
}

export type DraftResult = { ok: true; request: TaskRequest } | { ok: false; errors: DraftErrors };

export interface ReadDraftOptions {
  reference: Pick<TaskingReference, 'clients' | 'products'>;
  now: number;
}

/** The draft through the wire's own schema; errors are catalogue keys by form field. */
export function readDraft(draft: Draft, { reference, now }: ReadDraftOptions): DraftResult {
  const errors = ownErrors(draft, reference, now);
  const client = clientOf(draft, reference.clients);
  const parsed = taskRequestSchema.safeParse({
    task_name: draft.name,
    project_name: draft.project,
    product: draft.product === null ? undefined : Number(draft.product),
    // An unreadable place has its own error above; the others are to be found all the same.
    target: { type: 'Point', coordinates: parseCoordinate(draft.place) ?? [0, 0] },
    start: zoned(draft.start, draft.offsetMinutes),
    end: zoned(draft.end, draft.offsetMinutes),
    // Fields that the form does not show are not sent, whatever an earlier draft left in them.
    ...(draft.priority !== '' && priorityRange(client) ? { priority: draft.priority } : {}),
    ...(reference.clients.length > 1 && client ? { client: client.name } : {}),
    ...(draft.recurrent
      ? { expected_age: `${draft.everyDays === '' ? 0 : draft.everyDays} ${draft.everyTime}:00` }
      : {}),
    ...(draft.maxCaptures === '' ? {} : { max_captures: draft.maxCaptures }),
    ...(draft.maxSimultaneous === '' ? {} : { max_simultaneous_captures: draft.maxSimultaneous }),
  });
  for (const issue of parsed.error?.issues ?? []) {
    const field = formFieldOf(String(issue.path[0]));
    if (field) errors[field] ??= issue.message;
  }
  return parsed.success && Object.keys(errors).length === 0
    ? { ok: true, request: parsed.data }
    : { ok: false, errors };
}
