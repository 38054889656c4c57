import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskRequestSchema } from '../../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../../src-preload/contract/tasking.ts';
import { createCountries } from '../../../../src-shared/geometry/countries.ts';
import {
  type Draft,
  draftOf,
  draftSchema,
  emptyDraft,
  formFieldOf,
  nextDraft,
  offsetText,
  periodFrom,
  type ReadDraftOptions,
  readDraft,
} from './draft.ts';

const now = Date.parse('2026-03-01T10:20:00Z');
const client = (name: string, maxPriority: number | null, minPriority: number | null): Client => ({
  name,
  maxPriority,
  minPriority,
  defaultPriority: maxPriority,
});
const one: ReadDraftOptions = {
  reference: { clients: [client('survey', 10, 50)], products: [{ pk: 169, name: 'Multispectral' }] },
  now,
};
const several: ReadDraftOptions = {
  reference: { ...one.reference, clients: [client('survey', 10, 50), client('harbour', null, null)] },
  now,
};

const good: Draft = {
  ...emptyDraft(now),
  name: 'Dunes',
  project: 'Coast',
  product: '169',
  place: '28.6872, -13.8405',
};
const read = (patch: Partial<Draft>, options = one) => readDraft({ ...good, ...patch }, options);
function request(patch: Partial<Draft>, options = one) {
  const result = read(patch, options);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.request;
}
function errors(patch: Partial<Draft>, options = one) {
  const result = read(patch, options);
  return result.ok ? {} : result.errors;
}

describe('a draft', () => {
  it('becomes a request of the wire', () => {
    expect(request({})).toEqual({
      task_name: 'Dunes',
      project_name: 'Coast',
      product: 169,
      target: { type: 'Point', coordinates: [-13.8405, 28.6872] },
      start: '2026-03-01T11:00:00Z',
      end: '2026-03-15T11:00:00Z',
    });
  });

  it('starts empty with a period that can be sent, and is a whole draft', () => {
    expect(draftSchema.parse(emptyDraft(now))).toEqual(emptyDraft(now));
    expect(readDraft(emptyDraft(now), one)).toEqual({
      ok: false,
      errors: {
        name: 'validation.required',
        project: 'validation.required',
        product: 'validation.required',
        place: 'validation.required',
      },
      messageValues: {},
    });
  });

  it('sends times with the zone that was chosen', () => {
    expect(request({ offsetMinutes: 120 })).toMatchObject({
      start: '2026-03-01T11:00:00+02:00',
      end: '2026-03-15T11:00:00+02:00',
    });
    expect([0, 330, -570, -60].map(offsetText)).toEqual(['Z', '+05:30', '-09:30', '-01:00']);
  });

  it('takes seconds that a browser adds', () => {
    expect(request({ start: '2026-03-02T10:00:30' }).start).toBe('2026-03-02T10:00:00Z');
  });

  it('sends what was chosen of the options', () => {
    expect(
      request(
        {
          client: 'survey',
          priority: '20',
          recurrent: true,
          everyDays: '7',
          everyHours: '12',
          everyMinutes: '30',
          maxCaptures: '2',
          maxSimultaneous: '3',
        },
        several,
      ),
    ).toMatchObject({
      client: 'survey',
      priority: 20,
      expected_age: '7 12:30:00',
      max_captures: 2,
      max_simultaneous_captures: 3,
    });
  });

  it('sends nothing that the form does not show', () => {
    // A single client is used automatically (service §2.6); several have no default priority range here.
    expect(request({ client: 'survey' })).not.toHaveProperty('client');
    expect(request({ client: 'harbour', priority: '20' }, several)).not.toHaveProperty('priority');
    expect(request({ everyDays: '3', everyHours: '1' })).not.toHaveProperty('expected_age');
  });
});

describe('is refused, at its field', () => {
  it.each<[string, Partial<Draft>, Partial<Record<keyof Draft, string>>, ReadDraftOptions?]>([
    ['no place', { place: ' ' }, { place: 'validation.required' }],
    ['an unreadable place', { place: 'the dunes' }, { place: 'validation.coordinate' }],
    ['no name', { name: '  ' }, { name: 'validation.required' }],
    ['a long name', { name: 'x'.repeat(201) }, { name: 'validation.tooLong' }],
    ['no project', { project: '' }, { project: 'validation.required' }],
    ['no product', { product: null }, { product: 'validation.required' }],
    ['a product of another contract', { product: '178' }, { product: 'validation.required' }],
    ['no start', { start: '' }, { start: 'validation.zonedTime' }],
    ['half a start', { start: '2026-03' }, { start: 'validation.zonedTime' }],
    ...[
      '2026-12-20T10:00 PM',
      '2027-01-03T00:00-04:00',
      '2026-12-20T10:00 PST',
      '2026-12-20T10:00Z',
      '2026-12-20T10:005',
      '2026-12-20T10:00 hola',
      '2026-02-30T10:00',
    ].map((start): [string, Partial<Draft>, Record<string, string>] => [
      start,
      { start },
      { start: 'validation.zonedTime' },
    ]),
    ['no end', { end: '' }, { end: 'validation.zonedTime' }],
    [
      'an end before the start',
      { start: '2026-04-02T00:00', end: '2026-04-01T00:00' },
      { end: 'validation.endAfterStart' },
    ],
    [
      'an end that has passed',
      { start: '2026-01-01T00:00', end: '2026-02-01T00:00' },
      { end: 'validation.endPassed' },
    ],
    [
      'an end that has passed by its zone',
      { start: '2026-02-01T00:00', end: '2026-03-01T11:00', offsetMinutes: 60 },
      { end: 'validation.endPassed' },
    ],
    ['no client of several', { client: null }, { client: 'validation.required' }, several],
    ['a client of another contract', { client: 'elsewhere' }, { client: 'validation.required' }, several],
    ['a priority above the range', { priority: '9' }, { priority: 'validation.priorityRange' }],
    ['a priority below the range', { priority: '51' }, { priority: 'validation.priorityRange' }],
    ['half a priority', { priority: '10.5' }, { priority: 'validation.wholeNumber' }],
    [
      'no recurrence',
      { recurrent: true, everyDays: '', everyHours: '0' },
      { everyDays: 'validation.expectedAgeZero' },
    ],
    [
      'a recurrence longer than the service takes',
      { recurrent: true, everyDays: '10000' },
      { everyDays: 'validation.expectedAge' },
    ],
    [
      'half an hour in hours',
      { recurrent: true, everyHours: '0,5' },
      { everyHours: 'validation.wholeNumber' },
    ],
    ['no captures', { maxCaptures: '0' }, { maxCaptures: 'validation.atLeastOne' }],
    ['too many captures', { maxCaptures: '10001' }, { maxCaptures: 'validation.tooLarge' }],
    [
      'fewer at once than needed',
      { maxCaptures: '3', maxSimultaneous: '2' },
      { maxSimultaneous: 'validation.simultaneous' },
    ],
  ])('%s', (_, patch, expected, options = one) => {
    expect(errors(patch, options)).toEqual(expected);
  });

  it('takes any product while none are known, as offline before the first fetch', () => {
    const offline = { reference: { clients: [], products: [] }, now };
    expect(request({ product: '178' }, offline).product).toBe(178);
  });
});

it('never gives a request that the wire refuses, whatever was typed or kept', () => {
  const number = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.double().map(String),
    fc.integer({ min: -5, max: 20_000 }).map(String),
  );
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('2026-05-01T00:00', '48.2, 16.3', '169', '12:00', 'survey'),
  );
  const draft: fc.Arbitrary<Draft> = fc.record({
    name: text,
    project: text,
    product: fc.oneof(fc.constant(null), text),
    place: text,
    placeConfirmed: text,
    altitude: number,
    keptProject: fc.constant(''),
    start: text,
    end: text,
    offsetMinutes: fc.constantFrom(0, 60, -570, 765),
    client: fc.oneof(fc.constant(null), text),
    priority: number,
    recurrent: fc.boolean(),
    everyDays: number,
    everyHours: number,
    everyMinutes: number,
    maxCaptures: number,
    maxSimultaneous: number,
  });
  fc.assert(
    fc.property(draft, fc.constantFrom(one, several), (typed, options) => {
      const result = readDraft(typed, options);
      if (result.ok) expect(taskRequestSchema.safeParse(result.request).success).toBe(true);
      else expect(Object.values(result.errors).length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

it('comes back from a request that was not sent, and gives the same request again', () => {
  for (const patch of [
    {},
    { priority: '20', maxCaptures: '2', maxSimultaneous: '2' },
    { recurrent: true, everyDays: '3', everyHours: '6', everyMinutes: '30' },
    { offsetMinutes: 120 },
    { altitude: '120,5' },
    { place: '28.68721234567, -13.84050000001' },
  ]) {
    const sent = request(patch);
    const back = readDraft(draftOf(sent, 'dd', now), one);
    const instant = (value: string) => new Date(value).toISOString();
    expect(
      back.ok && { ...back.request, start: instant(back.request.start), end: instant(back.request.end) },
    ).toEqual({
      ...sent,
      start: instant(sent.start),
      end: instant(sent.end),
    });
  }
});

it('knows where each field of the wire stands', () => {
  expect(
    ['task_name', 'target', 'expected_age', 'max_simultaneous_captures', 'other'].map(formFieldOf),
  ).toEqual(['name', 'place', 'everyDays', 'maxSimultaneous', null]);
});

describe('a number with two readings', () => {
  it.each(['priority', 'maxCaptures', 'maxSimultaneous'] as const)('is refused in words: %s', (field) => {
    const result = read({ [field]: '1,000' });
    expect(result).toMatchObject({
      ok: false,
      errors: { [field]: 'validation.ambiguousNumber' },
      messageValues: { [field]: { groupedText: '1000', decimalText: '1.0' } },
    });
  });

  it('with one reading is taken as that', () => {
    expect(request({ maxCaptures: '1 000' }).max_captures).toBe(1_000);
  });
});

describe('the recurrence', () => {
  const age = (everyDays: string, everyHours: string, everyMinutes: string) =>
    request({ recurrent: true, everyDays, everyHours, everyMinutes }).expected_age;

  it('is a duration of days, hours and minutes', () => {
    expect(age('7', '', '')).toBe('7 00:00:00');
    expect(age('', '36', '')).toBe('1 12:00:00');
    expect(age('1', '0', '90')).toBe('1 01:30:00');
  });

  it('of a draft of before is kept, although it was a time of day', () => {
    const { everyHours, everyMinutes, altitude, placeConfirmed, ...rest } = good;
    const kept = { ...rest, everyDays: 3, everyTime: '06:30', priority: '', maxCaptures: 2 };
    expect(draftSchema.parse(kept)).toMatchObject({
      everyDays: '3',
      everyHours: '6',
      everyMinutes: '30',
      maxCaptures: '2',
      altitude: '',
    });
  });
});

describe('the place', () => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const countries = createCountries(JSON.parse(readFileSync(file, 'utf8')));

  it('has an altitude where one is given, in a field of its own or beside the place', () => {
    expect(request({ altitude: '1 250' }).target.coordinates).toEqual([-13.8405, 28.6872, 1250]);
    expect(request({ place: '28.6872, -13.8405, 12' }).target.coordinates).toEqual([-13.8405, 28.6872, 12]);
    expect(errors({ altitude: '20000' })).toEqual({ altitude: 'validation.altitude' });
  });

  it('is asked about where it has two readings, until one is confirmed', () => {
    const place = '1.6,48.15';
    expect(errors({ place }, { ...one, countries })).toEqual({ place: 'validation.placeChoice' });
    expect(request({ place, placeConfirmed: place }, { ...one, countries }).target.coordinates).toEqual([
      48.15, 1.6,
    ]);
    expect(errors({ place: '33S 500000 3900000' })).toEqual({ place: 'validation.placeChoice' });
    expect(errors({ place: '31U CP' })).toEqual({ place: 'validation.placeChoice' });
  });
});

it('asks again for what costs more, and keeps the rest for the next task', () => {
  const next = nextDraft(
    {
      ...good,
      recurrent: true,
      everyDays: '1',
      maxCaptures: '4',
      maxSimultaneous: '8',
      priority: '10',
      altitude: '3',
    },
    Date.parse('2020-01-01T00:00:00Z'),
  );
  expect(next).toEqual({ ...good, name: '', place: '', keptProject: good.project });
});

it.each([
  ['2026-03-01T08:00', '2026-03-15T08:00', '2026-02-28T00:00:00Z', '2026-03-01T08:00', '2026-03-15T08:00'],
  // Only the start has passed: the end is kept.
  ['2026-03-01T08:00', '2026-03-15T08:00', '2026-03-02T06:10:00Z', '2026-03-02T09:00', '2026-03-15T08:00'],
  ['2026-03-01T08:00', '2026-03-03T08:00', '2026-03-10T06:10:00Z', '2026-03-10T09:00', '2026-03-12T09:00'],
  ['soon', '2026-03-03T08:00', '2026-03-10T06:10:00Z', 'soon', '2026-03-03T08:00'],
])('a period from %s to %s is not kept in the past at %s', (start, end, now, newStart, newEnd) => {
  expect(periodFrom({ start, end, offsetMinutes: 120 }, Date.parse(now))).toEqual({
    start: newStart,
    end: newEnd,
  });
});
