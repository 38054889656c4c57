import { z } from 'zod';
import { type PracticeClient, products } from './records.ts';

/** The messages of a 4xx by field name, in the form of a common web framework (service §10.1). */
export type FieldErrors = Record<string, string[]>;

/** Returns the messages for each field of a refused input (service §2.9). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'non_field_errors');
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

const expectedAgePattern = /^(\d+) ([01]?\d|2[0-3]):([0-5]?\d):([0-5]?\d)$/;
export const position = z.array(z.number()).min(2).max(3);

export const name = z
  .string('This field is required.')
  .regex(/\S/, 'This field may not be blank.')
  .max(300, 'Ensure this field has no more than 300 characters.');
const wrongDatetime = 'Datetime has wrong format.';
// ISO 8601 allows the offset as +02:00, +0200 and +02.
export const datetime = z
  .string(wrongDatetime)
  .transform((text) =>
    text.replace(/(T.*[+-]\d\d)(?::?(\d\d))?$/, (_all, upTo, minutes) => `${upTo}:${minutes ?? '00'}`),
  )
  .pipe(z.iso.datetime({ offset: true, local: true, error: wrongDatetime }));
// The interface has no upper bound (service §8); without one, a single task could keep the planner busy for minutes.
const maxCaptureCount = 1_000;
const captureCount = z
  .number('A valid integer is required.')
  .int('A valid integer is required.')
  .min(1, 'Ensure this value is at least 1.')
  .max(maxCaptureCount, `Ensure this value is at most ${maxCaptureCount}.`);

const bodySchema = z.looseObject({
  task_name: name,
  project_name: name,
  product: z.number('A valid integer is required.').int('A valid integer is required.'),
  target: z.discriminatedUnion(
    'type',
    [
      z.looseObject({ type: z.literal('Point'), coordinates: position }),
      z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) }),
    ],
    'Enter a valid geometry.',
  ),
  start: datetime,
  end: datetime,
  priority: z.number('A valid integer is required.').int('A valid integer is required.').nullish(),
  client: z.string().nullish(),
  expected_age: z.string().regex(expectedAgePattern, 'Use the format "%d %H:%M:%S".').nullish(),
  max_captures: captureCount.nullish(),
  max_simultaneous_captures: captureCount.nullish(),
});

interface TaskInput {
  taskName: string;
  projectName: string;
  product: number;
  client: string;
  priority: number;
  target: Record<string, unknown>;
  longitude: number;
  latitude: number;
  start: number;
  end: number;
  expectedAge: string | null;
  expectedAgeMs: number | null;
  maxCaptures: number;
  maxSimultaneousCaptures: number;
}

/** The last time before the year 10000, whose year has five digits in answers. */
export const lastInstant = Date.UTC(9999, 11, 31);

/** The message for a period in the past: after `end` nothing is captured (service §10.3). */
export const periodIsOver = 'The period is over: the end must be in the future.';

/** Returns a time in ms since 1970; one without a zone is UTC. */
export const utc = (text: string) => Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);

/** Converts `7 00:00:00` to the form of answers: `7 days, 0:00:00` (service §2.6). */
function readExpectedAge(text: string): { form: string; ms: number } {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = expectedAgePattern.exec(text) ?? [];
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  const ms = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  return { form: `${Number(days)} days, ${clock}`, ms };
}

/** Returns the mean of the coordinates, longitude first. */
export function centre(coordinates: number[][]): [number, number] {
  let [x, y] = [0, 0];
  for (const [longitude = 0, latitude = 0] of coordinates) {
    x += longitude / coordinates.length;
    y += latitude / coordinates.length;
  }
  return [x, y];
}

/** Reads a submission by the rules of service §2.6. Returns the task, or the refusal with messages for each field. */
export function readTaskInput(
  value: unknown,
  clients: readonly PracticeClient[],
  now: number,
): TaskInput | FieldErrors {
  const parsed = bodySchema.safeParse(value);
  if (!parsed.success) return fieldErrors(parsed.error);
  const errors: FieldErrors = {};
  const refuse = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  const body = parsed.data;
  const product = products.find((candidate) => candidate.pk === body.product);
  if (!product) refuse('product', `Invalid pk "${body.product}" - object does not exist.`);
  else if (product.target !== body.target.type) refuse('target', `This product takes a ${product.target}.`);
  const [longitude, latitude] =
    body.target.type === 'Point'
      ? [body.target.coordinates[0] ?? 0, body.target.coordinates[1] ?? 0]
      : centre(body.target.coordinates[0] ?? []);
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) refuse('target', 'Coordinates are out of range.');
  const start = utc(body.start);
  const end = utc(body.end);
  if (end <= start) refuse('end', 'The end must be after the start.');
  else if (end > lastInstant) refuse('end', wrongDatetime);
  else if (end <= now) refuse('end', periodIsOver);
  const client = body.client
    ? clients.find((candidate) => candidate.name === body.client)
    : clients.length === 1
      ? clients[0]
      : undefined;
  if (!client)
    refuse(
      'client',
      body.client ? `Unknown client "${body.client}".` : 'This account has several clients: name one.',
    );
  const priority = body.priority ?? client?.defaultPriority ?? 0;
  if (client && (priority < client.maxPriority || priority > client.minPriority)) {
    refuse('priority', `Ensure this value is between ${client.maxPriority} and ${client.minPriority}.`);
  }
  const age = body.expected_age ? readExpectedAge(body.expected_age) : null;
  if (age && age.ms === 0) refuse('expected_age', 'The period may not be zero.');
  if (age && body.target.type !== 'Point') refuse('expected_age', 'Only point tasks can be recurrent.');
  const maxCaptures = body.max_captures ?? 1;
  const maxSimultaneousCaptures = body.max_simultaneous_captures ?? maxCaptures;
  if (maxSimultaneousCaptures < maxCaptures) {
    refuse('max_simultaneous_captures', 'Ensure this value is greater than or equal to max_captures.');
  }
  if (Object.keys(errors).length > 0 || !client) return errors;
  const target =
    body.target.type === 'Point'
      ? { type: 'Point', coordinates: [longitude, latitude, body.target.coordinates[2] ?? 0] }
      : { type: 'Polygon', coordinates: body.target.coordinates };
  return {
    taskName: body.task_name,
    projectName: body.project_name,
    product: body.product,
    client: client.name,
    priority,
    target,
    longitude,
    latitude,
    start,
    end,
    expectedAge: age?.form ?? null,
    expectedAgeMs: age?.ms ?? null,
    maxCaptures,
    maxSimultaneousCaptures,
  };
}

/** Whether the input was refused. */
export function isRefusal(input: TaskInput | FieldErrors): input is FieldErrors {
  return !('taskName' in input && typeof input.taskName === 'string');
}
