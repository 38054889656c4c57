import { z } from 'zod';
import { isCalendarDay } from '../../../core/calendar-day.ts';
import { isBeyondBounds } from '../../../service/http/nesting.ts';
import { readShape, type Shape } from './shapes.ts';

/** The limit of items of one answer. A request for more gets this many, as OGC API Features demands. */
export const maxItems = 200;
const defaultItems = 20;
const maxIds = 200;

/** The terms of a search, all checked. They can be sent to a thread. */
export interface SearchTerms {
  box: number[] | null;
  shape: Shape | null;
  /** In milliseconds since 1970, both inclusive; null for an open end, both null without a time. */
  from: number | null;
  to: number | null;
  ids: string[] | null;
  /** False if the search is limited to other collections. */
  isOfLibrary: boolean;
  isOldestFirst: boolean;
  limit: number;
  after: { takenFrom: string | null; row: number } | null;
}

/** Thrown for an invalid request; the message says what to change. */
export class BadRequestError extends Error {}

const bad = (text: string) => new BadRequestError(text);

const tokenSchema = z.tuple([z.string().max(40).nullable(), z.number().int().min(0), z.boolean()]);

/** Returns the token by which a program requests the page after a scene. */
export const tokenAfter = (takenFrom: string | null, row: number, isOldestFirst: boolean): string =>
  Buffer.from(JSON.stringify([takenFrom, row, isOldestFirst])).toString('base64url');

function readToken(text: string | undefined, isOldestFirst: boolean): SearchTerms['after'] {
  if (text === undefined) return null;
  try {
    const [takenFrom, row, order] = tokenSchema.parse(
      JSON.parse(Buffer.from(text.slice(0, 500), 'base64url').toString()),
    );
    if (order === isOldestFirst) return { takenFrom, row };
  } catch {
    // A token that cannot be read is refused below.
  }
  throw bad('token: use the address of the link "next" as it is.');
}

const isoTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

function readTime(text: string): number | null {
  if (text === '' || text === '..') return null;
  const ms = isoTime.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw bad('datetime: write times as 2026-03-05T10:30:00Z, intervals as FROM/TO or ../TO.');
  return ms;
}

function readInterval(text: string | undefined): { from: number | null; to: number | null } {
  if (text === undefined) return { from: null, to: null };
  const parts = text.split('/');
  if (parts.length > 2 || text.length > 100)
    throw bad('datetime: one time, or two with a slash between them.');
  const [from, to] = parts.map(readTime);
  if (parts.length === 1) {
    if (from === null || from === undefined) throw bad('datetime: leave it out for any time.');
    return { from, to: from };
  }
  if ((from ?? null) === null && (to ?? null) === null) throw bad('datetime: leave it out for any time.');
  if (from !== null && from !== undefined && to !== null && to !== undefined && from > to)
    throw bad('datetime: the interval ends before it begins.');
  return { from: from ?? null, to: to ?? null };
}

function readBox(numbers: readonly number[] | undefined): number[] | null {
  if (numbers === undefined) return null;
  const flat = numbers.length === 6 ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = flat;
  const isFine =
    (numbers.length === 4 || numbers.length === 6) &&
    numbers.every(Number.isFinite) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 180 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90 &&
    south <= north;
  if (!isFine) throw bad('bbox: west,south,east,north in degrees, south not above north.');
  return [west, south, east, north];
}

function readOrder(sorts: readonly { field: string; direction: string }[] | undefined): boolean {
  const [first, ...others] = sorts ?? [];
  if (first === undefined) return false;
  const isTime = ['datetime', 'properties.datetime'].includes(first.field);
  if (!isTime || others.length > 0) throw bad('sortby: only datetime can be sorted by.');
  return first.direction === 'asc';
}

const bodySchema = z.looseObject({
  bbox: z.array(z.number()).max(6).optional(),
  intersects: z.unknown().optional(),
  datetime: z.string().max(200).nullish(),
  ids: z.array(z.string().max(500)).max(maxIds).optional(),
  collections: z.array(z.string().max(500)).max(maxIds).optional(),
  limit: z.number().optional(),
  token: z.string().max(500).optional(),
  sortby: z
    .array(z.object({ field: z.string().max(100), direction: z.enum(['asc', 'desc']) }))
    .max(10)
    .optional(),
});
type Body = z.infer<typeof bodySchema>;

function readLimit(limit: number | undefined): number {
  if (limit === undefined) return defaultItems;
  if (!Number.isInteger(limit) || limit < 1) throw bad('limit: a whole number from 1 on.');
  return Math.min(limit, maxItems);
}

function termsOf(body: Body): SearchTerms {
  // Ignoring these terms would return scenes that do not match.
  for (const name of ['filter', 'query'])
    if (body[name] !== undefined) throw bad(`${name}: this service cannot filter by it.`);
  if (body.bbox !== undefined && body.intersects !== undefined && body.intersects !== null)
    throw bad('bbox and intersects: use one of them.');
  const isOldestFirst = readOrder(body.sortby);
  const shape = body.intersects === undefined || body.intersects === null ? null : readShape(body.intersects);
  if (body.intersects && shape === null)
    throw bad('intersects: a GeoJSON point, line or polygon in degrees with at most 2,000 positions.');
  return {
    box: readBox(body.bbox),
    shape,
    ...readInterval(body.datetime ?? undefined),
    ids: body.ids ?? null,
    isOfLibrary: body.collections === undefined || body.collections.includes('library'),
    isOldestFirst,
    limit: readLimit(body.limit),
    after: readToken(body.token, isOldestFirst),
  };
}

/** Reads the body of a search; `body` is returned to be repeated in the link to the next page. Throws BadRequestError. */
export function readSearchBody(text: string): { terms: SearchTerms; body: Record<string, unknown> } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad('The body is no JSON.');
  }
  if (isBeyondBounds(value)) throw bad('The body is too deep or has too many parts.');
  const read = bodySchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw bad(`The body is no search: ${issue?.path.slice(0, 3).join('.').slice(0, 100) || 'an object'}.`);
  }
  return { terms: termsOf(read.data), body: read.data };
}

/** Returns the numbers of a list separated by commas; NaN for other parts. */
const numbersIn = (text: string): number[] =>
  text
    .split(',', 7)
    .map((part) => (/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));

const listIn = (text: string, name: string): string[] => {
  const parts = text.split(',', maxIds + 1);
  if (parts.length > maxIds) throw bad(`${name}: at most ${maxIds}.`);
  return parts;
};

/** Reads the query of a search. Throws BadRequestError. */
export function readSearchQuery(query: URLSearchParams): SearchTerms {
  const given: Record<string, unknown> = {};
  const text = (name: string) => query.get(name) ?? undefined;
  for (const name of ['filter', 'query']) if (query.has(name)) given[name] = text(name);
  const box = text('bbox');
  const intersects = text('intersects');
  const sorts = text('sortby');
  const limit = text('limit');
  let shape: unknown;
  try {
    shape = intersects === undefined ? undefined : JSON.parse(intersects);
  } catch {
    throw bad('intersects: it is no JSON.');
  }
  if (isBeyondBounds(shape)) throw bad('intersects: too deep or too many parts.');
  return termsOf({
    ...given,
    bbox: box === undefined ? undefined : numbersIn(box),
    intersects: shape,
    datetime: text('datetime'),
    ids: query.has('ids') ? listIn(text('ids') ?? '', 'ids') : undefined,
    collections: query.has('collections') ? listIn(text('collections') ?? '', 'collections') : undefined,
    limit: limit === undefined ? undefined : /^\d{1,15}$/.test(limit) ? Number(limit) : Number.NaN,
    token: text('token'),
    sortby: sorts?.split(',', 10).map((sort) => ({
      field: sort.replace(/^[+\s-]/, ''),
      direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
    })),
  });
}
