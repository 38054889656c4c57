import { z } from 'zod';
import { readInterval } from '../../../../src-preload/contract/interval.ts';
import { numberText, readWholeNumber } from '../../../../src-preload/contract/read-number.ts';
import { expectedAgeText } from '../../../../src-preload/contract/recurrence.ts';
import { type TaskRequest, taskRequestSchema } from '../../../../src-preload/contract/task-request.ts';
import type { Client, TaskingReference } from '../../../../src-preload/contract/tasking.ts';
import type { Countries } from '../../../../src-shared/geometry/countries.ts';
import type { CoordinateFormat } from '../../../kit/i18n/coordinates.ts';
import { placeText } from '../../../kit/i18n/read-place.ts';
import { readTarget } from './typed-place.ts';

/** A number as it was typed; only `readWholeNumber` interprets it. Older saved drafts contain numbers. */
const numberField = z.union([z.string(), z.number().transform(numberText)]);

const wholeDraftSchema = z.object({
  name: z.string(),
  project: z.string(),
  product: z.string().nullable(),
  place: z.string(),
  placeConfirmed: z.string().default(''),
  altitude: z.string().default(''),
  /** The project of the request before, which the form has kept; empty if it has kept none. */
  keptProject: z.string().default(''),
  /** `YYYY-MM-DDTHH:mm` in the zone of `offsetMinutes`. */
  start: z.string(),
  end: z.string(),
  /** Minutes east of UTC. */
  offsetMinutes: z.number(),
  client: z.string().nullable(),
  priority: numberField,
  recurrent: z.boolean(),
  everyDays: numberField,
  everyHours: numberField,
  everyMinutes: numberField,
  maxCaptures: numberField,
  maxSimultaneous: numberField,
});

const clockTimeSchema = z.looseObject({ everyTime: z.string().regex(/^\d\d:\d\d$/) });

/** The schema of the form as typed. The draft is saved, so that a change of workspace or a restart loses nothing. */
export const draftSchema = z.preprocess((stored) => {
  // Drafts of earlier versions contain hours and minutes as a time of day.
  const before = clockTimeSchema.safeParse(stored);
  if (!before.success) return stored;
  const [hours = '', minutes = ''] = before.data.everyTime.split(':');
  return { everyHours: numberText(Number(hours)), everyMinutes: numberText(Number(minutes)), ...before.data };
}, wholeDraftSchema);
/**
 * The form of a V1 task as it is typed, with numbers and times as text. It becomes a `TaskRequest` only if it has no
 * errors.
 */
export type Draft = z.infer<typeof draftSchema>;
/** A field of the form, for its error message. */
export type DraftField = keyof Draft;
export const draftFields: readonly DraftField[] = wholeDraftSchema.keyof().options;
/** The error of each form field: a key of the catalogue, or the text of the service. */
export type DraftErrors = Partial<Record<DraftField, string>>;
/** The values of the messages that have placeholders, by form field. */
export type MessageValues = Partial<Record<DraftField, Record<string, string | number>>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Formats an instant (milliseconds since 1970) in UTC to the minute, as the form shows it. */
export const minuteText = (at: number) => new Date(at).toISOString().slice(0, 16);

/** Returns a period of two weeks that starts at the next full hour. */
export function emptyPeriod(now: number): Pick<Draft, 'start' | 'end'> {
  const start = Math.ceil(now / hourMs) * hourMs;
  return { start: minuteText(start), end: minuteText(start + 14 * dayMs) };
}

/** Returns true if the start of a period has passed by more than the hour in which a form is filled. */
export function isStartPassed({ start, offsetMinutes }: Pick<Draft, 'start' | 'offsetMinutes'>, now: number) {
  return instantOf(start, offsetMinutes) < now - hourMs;
}

/**
 * Returns the period for the next request: that of the form, or one from the next full hour on if its start has passed. An end that has
 * passed too moves by as much.
 */
export function periodFrom(
  { start, end, offsetMinutes }: Pick<Draft, 'start' | 'end' | 'offsetMinutes'>,
  now: number,
): Pick<Draft, 'start' | 'end'> {
  const startMs = instantOf(start, offsetMinutes);
  const endMs = instantOf(end, offsetMinutes);
  if (Number.isNaN(startMs) || Number.isNaN(endMs) || startMs >= now) return { start, end };
  const nextMs = Math.ceil(now / hourMs) * hourMs;
  const textAt = (ms: number) => minuteText(ms + offsetMinutes * 60_000);
  return {
    start: textAt(nextMs),
    end: endMs > nextMs ? end : textAt(nextMs + Math.max(hourMs, endMs - startMs)),
  };
}

/** Returns the form of a new task, with the default window from now on. */
export function emptyDraft(now: number): Draft {
  return {
    name: '',
    project: '',
    product: null,
    place: '',
    placeConfirmed: '',
    altitude: '',
    keptProject: '',
    ...emptyPeriod(now),
    offsetMinutes: 0,
    client: null,
    priority: '',
    recurrent: false,
    everyDays: '7',
    everyHours: '',
    everyMinutes: '',
    maxCaptures: '',
    maxSimultaneous: '',
  };
}

const fieldOf = (value: number | undefined) => (value === undefined ? '' : numberText(value));

/** Parses a recurrence of the service (service §2.6) into form fields; returns no fields if the form cannot show it. */
export function recurrenceFields(text: string | null): Partial<Draft> {
  const interval = readInterval(text);
  if (!interval || interval.months > 0) return {};
  const minutes = Math.floor(interval.ms / 60_000);
  return {
    recurrent: true,
    everyDays: numberText(Math.floor(minutes / 1_440)),
    everyHours: numberText(Math.floor(minutes / 60) % 24),
    everyMinutes: numberText(minutes % 60),
  };
}

/** Returns the form of a request that is to be edited or ordered again. */
export function draftOf(request: TaskRequest, format: CoordinateFormat, now: number): Draft {
  const [longitude, latitude, altitude] = request.target.coordinates;
  const place = placeText([longitude, latitude], format);
  return {
    ...emptyDraft(now),
    name: request.task_name,
    project: request.project_name,
    product: String(request.product),
    place,
    placeConfirmed: place,
    altitude: fieldOf(altitude),
    start: minuteText(Date.parse(request.start)),
    end: minuteText(Date.parse(request.end)),
    client: request.client ?? null,
    priority: fieldOf(request.priority),
    ...recurrenceFields(request.expected_age ?? null),
    maxCaptures: fieldOf(request.max_captures),
    maxSimultaneous: fieldOf(request.max_simultaneous_captures),
  };
}

/**
 * Returns the form for the next task. The window, project, product and client stay; the name, the place and everything that costs more are
 * cleared, so that the user has to ask for it each time.
 */
export function nextDraft(draft: Draft, now: number): Draft {
  const { recurrent, everyDays, everyHours, everyMinutes, maxCaptures, maxSimultaneous, priority } =
    emptyDraft(0);
  return {
    ...draft,
    name: '',
    place: '',
    placeConfirmed: '',
    altitude: '',
    keptProject: draft.project,
    ...periodFrom(draft, now),
    recurrent,
    everyDays,
    everyHours,
    everyMinutes,
    maxCaptures,
    maxSimultaneous,
    priority,
  };
}

/** Formats an offset from UTC in minutes as ISO 8601 text. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const minutePattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2})?$/;

/**
 * Formats a local time of the form with its offset, as ISO 8601 text; empty for an empty text. Seconds, which browsers add, are left out. Null for a text with anything else in it, such
 * as `PM` or an offset of its own: without that part it would be another instant than the field shows.
 */
export function zoned(text: string, offset: number): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  const minute = minutePattern.exec(typed)?.[1];
  return minute === undefined ? null : `${minute}:00${offsetText(offset)}`;
}

/** Returns the instant of a local time of the form, in milliseconds since 1970; NaN for a text that is none. */
const instantOf = (text: string, offset: number) => Date.parse(zoned(text, offset) ?? '');

/** The form field of each field of the request. */
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

/** Returns the form field for a field of the service; null if the form has none. */
export function formFieldOf(wireField: string): DraftField | null {
  return Object.entries(formFields).find(([name]) => name === wireField)?.[1] ?? null;
}

/** Returns the client of the task: the only one, or the selected one (service §2.6). */
export function clientOf(draft: Pick<Draft, 'client'>, clients: readonly Client[]): Client | null {
  return (clients.length > 1 ? clients.find((each) => each.name === draft.client) : clients[0]) ?? null;
}

/**
 * Returns both ends of the client's priority range; null if the client has no range, and then no priority can be
 * given (service §2.8).
 */
export function priorityRange(client: Client | null): { best: number; least: number } | null {
  if (client?.maxPriority == null || client.minPriority == null) return null;
  return { best: client.maxPriority, least: client.minPriority };
}

const numberFields = [
  'priority',
  'everyDays',
  'everyHours',
  'everyMinutes',
  'maxCaptures',
  'maxSimultaneous',
] as const;
type NumberField = (typeof numberFields)[number];

/** Parses the numbers of the form strictly; skips empty fields, and adds invalid ones to `errors`. */
function numbersOf(draft: Draft, errors: DraftErrors, values: MessageValues): Map<NumberField, number> {
  const numbers = new Map<NumberField, number>();
  for (const field of numberFields) {
    const read = readWholeNumber(draft[field]);
    const shown = draft.recurrent || !field.startsWith('every');
    if (read && 'value' in read) numbers.set(field, read.value);
    else if (read && shown) {
      errors[field] = read.problem.message;
      if (read.problem.values) values[field] = read.problem.values;
    }
  }
  return numbers;
}

/** Formats the typed recurrence as `%d %H:%M:%S` (service §2.6); 48 hours become two days. */
function expectedAge(numbers: ReadonlyMap<NumberField, number>): string {
  const [days, hours, minutes] = (['everyDays', 'everyHours', 'everyMinutes'] as const).map(
    (field) => numbers.get(field) ?? 0,
  );
  return expectedAgeText(((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0));
}

/** The data that a draft is checked against. `now` is milliseconds since 1970. */
export interface ReadDraftOptions {
  reference: Pick<TaskingReference, 'clients' | 'products'>;
  /** Null until the outlines are loaded; until then two numbers are never questioned as swapped. */
  countries?: Countries | null;
  now: number;
}

/** Returns the errors that only Nadir can find; the request's schema finds the others. */
function ownErrors(draft: Draft, { reference, now }: ReadDraftOptions, priority: number | undefined) {
  const errors: DraftErrors = {};
  const { clients, products } = reference;
  const client = clientOf(draft, clients);
  if (clients.length > 1 && client === null) errors.client = 'validation.required';
  const range = priorityRange(client);
  if (range && priority !== undefined && (priority < range.best || priority > range.least)) {
    errors.priority = 'validation.priorityRange';
  }
  // A draft saved under another contract may contain a product that this contract does not have.
  const isOffered = products.length === 0 || products.some((product) => String(product.pk) === draft.product);
  if (draft.product !== null && !isOffered) errors.product = 'validation.required';
  const end = instantOf(draft.end, draft.offsetMinutes);
  // The service makes no capture after `end` (service §10.3).
  if (end <= now) errors.end = 'validation.endPassed';
  return errors;
}

type DraftResult =
  | { ok: true; request: TaskRequest }
  | { ok: false; errors: DraftErrors; messageValues: MessageValues };

/** Validates the draft with the request's schema. Errors are catalogue keys by form field. */
export function readDraft(draft: Draft, options: ReadDraftOptions): DraftResult {
  const { clients } = options.reference;
  const errors: DraftErrors = {};
  const messageValues: MessageValues = {};
  const numbers = numbersOf(draft, errors, messageValues);
  const priority = numbers.get('priority');
  for (const [field, message] of Object.entries(ownErrors(draft, options, priority)))
    if (isDraftField(field)) errors[field] ??= message;
  const target = readTarget(draft, options.countries ?? null);
  if ('problem' in target) {
    errors[target.field] = target.problem.message;
    if (target.problem.values) messageValues[target.field] = target.problem.values;
  }
  const client = clientOf(draft, clients);
  const [maxCaptures, maxSimultaneous] = [numbers.get('maxCaptures'), numbers.get('maxSimultaneous')];
  const parsed = taskRequestSchema.safeParse({
    task_name: draft.name,
    project_name: draft.project,
    product: draft.product === null ? undefined : Number(draft.product),
    // An invalid place already has its error; a placeholder lets the schema find the other errors.
    target: { type: 'Point', coordinates: 'coordinates' in target ? target.coordinates : [0, 0] },
    start: zoned(draft.start, draft.offsetMinutes),
    end: zoned(draft.end, draft.offsetMinutes),
    // Fields that the form does not show are not sent, even if the draft contains a value for them.
    ...(priority !== undefined && priorityRange(client) ? { priority } : {}),
    ...(clients.length > 1 && client ? { client: client.name } : {}),
    ...(draft.recurrent ? { expected_age: expectedAge(numbers) } : {}),
    ...(maxCaptures === undefined ? {} : { max_captures: maxCaptures }),
    ...(maxSimultaneous === undefined ? {} : { max_simultaneous_captures: maxSimultaneous }),
  });
  for (const issue of parsed.error?.issues ?? []) {
    const field = formFieldOf(String(issue.path[0]));
    if (field) errors[field] ??= issue.message;
  }
  return parsed.success && Object.keys(errors).length === 0
    ? { ok: true, request: parsed.data }
    : { ok: false, errors, messageValues };
}

const isDraftField = (name: string): name is DraftField => draftFields.some((field) => field === name);
