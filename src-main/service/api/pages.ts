import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { isBeyondBounds } from '../http/nesting.ts';
import { createYielder } from '../http/yield-when-busy.ts';
import type { Page, Row } from './service-client.ts';

const mostPages = 10_000;
const rawSchema = z.record(z.string(), z.unknown());
const items = z.array(z.unknown());
const pageSchema = z.looseObject({
  count: z.number().int().nonnegative().nullish().catch(null),
  next: z.unknown().optional(),
  // Some put the feature collection into the page object instead of the other way round.
  results: z
    .union([items, z.looseObject({ features: items }).transform(({ features }) => features)])
    .optional(),
  features: items.optional(),
});
/** More rows than any service gives at once; what comes beyond is counted and left. */
const mostRowsOfPage = 100_000;
/** Of one row, in characters: an area of fifty thousand corners has two or three million. */
const mostOfRow = 6 * 1_024 * 1_024;
/** Of all pages of one listing, in characters. */
const mostOfListing = 2 * 1_024 * 1_024 * 1_024;

/** One row, or null for what cannot be read as one: whatever is wrong with it is its own matter. */
function rowOf<S extends z.ZodType>(schema: S, item: unknown): Row<z.infer<S>> | null {
  try {
    const raw = rawSchema.safeParse(item);
    const parsed = schema.safeParse(item);
    return raw.success && parsed.success ? { parsed: parsed.data, raw: raw.data } : null;
  } catch (error) {
    // A schema that collects more complaints than the stack bears.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rows of a page; those that cannot be read or are too many or too large are counted, not dropped in silence. */
async function rowsOf<S extends z.ZodType>(schema: S, given: readonly unknown[]) {
  const rows: Row<z.infer<S>>[] = [];
  /** Tells pages apart by what they hold. */
  const content = createHash('sha1');
  let unreadable = Math.max(0, given.length - mostRowsOfPage);
  let size = 0;
  // Reading five hundred rows takes longer than the loop should wait.
  const pause = createYielder();
  for (const item of given.slice(0, mostRowsOfPage)) {
    await pause();
    const text = isBeyondBounds(item) ? null : (JSON.stringify(item) ?? '');
    size += text?.length ?? 0;
    content.update(text ?? '?').update(',');
    const row = text === null || text.length > mostOfRow ? null : rowOf(schema, item);
    if (row === null) unreadable += 1;
    else rows.push(row);
  }
  return { rows, unreadable, size, content: content.digest('base64') };
}

interface PagesOptions<S extends z.ZodType> {
  first: URL;
  schema: S;
  fetch: (url: URL, signal: AbortSignal) => Promise<unknown>;
  /** For BAD_ANSWER: what was listed. */
  what: string;
  maxPages?: number;
  /** Of all pages together. */
  mostCharacters?: number;
  /** An answer that is itself one row (a Feature) is a listing of one. */
  single?: boolean;
}

/** The rows of an answer in all shapes that are met; null when it is no listing. */
function givenRows(value: unknown): unknown[] | null {
  const bare = items.safeParse(value);
  if (bare.success) return bare.data;
  const page = pageSchema.safeParse(value);
  return page.success ? (page.data.results ?? page.data.features ?? null) : null;
}

/** As `givenRows`, with null for each row that is beyond what can be kept. */
export function listed(value: unknown): unknown[] | null {
  return givenRows(value)?.map((item) => (isBeyondBounds(item) ? null : item)) ?? null;
}

/**
 * All pages of a listing (service §2.2), bounded, loops noticed. `next` may be absolute or relative (service §10.2);
 * one that leads to another origin is not followed with our token: the pages go on by offset instead.
 */
export async function* pagesOf<S extends z.ZodType>(
  {
    first,
    schema,
    fetch,
    what,
    maxPages = mostPages,
    mostCharacters = mostOfListing,
    single = false,
  }: PagesOptions<S>,
  signal: AbortSignal,
): AsyncGenerator<Page<z.infer<S>>> {
  const bad = (detail: string) => new AppError('BAD_ANSWER', { where: what, detail });
  const seen = new Set<string>();
  const contents = new Set<string>();
  let size = 0;
  let url: URL | null = first;
  // A listing may be taken up where it was left.
  let received = Number(first.searchParams.get('offset')) || 0;
  for (let pages = 0; url !== null; pages += 1) {
    if (pages >= maxPages) throw bad('too-many-pages');
    if (seen.has(url.href)) throw bad('page-loop');
    seen.add(url.href);
    const value = await fetch(url, signal);
    const rows = givenRows(value);
    if (Array.isArray(value) && rows !== null) {
      const read = await rowsOf(schema, rows);
      yield { rows: read.rows, unreadable: read.unreadable, total: rows.length };
      return;
    }
    if (rows === null && single && !isBeyondBounds(value) && schema.safeParse(value).success) {
      const read = await rowsOf(schema, [value]);
      yield { rows: read.rows, unreadable: read.unreadable, total: 1 };
      return;
    }
    const page = pageSchema.safeParse(value);
    if (!page.success || rows === null) throw bad('no-page');
    const read = await rowsOf(schema, rows);
    // A service that does not heed `offset` gives its first page for ever, each time under a new address.
    if (rows.length > 0 && contents.has(read.content)) throw bad('page-loop');
    contents.add(read.content);
    size += read.size;
    if (size > mostCharacters) throw bad('too-many-pages');
    received += rows.length;
    yield { rows: read.rows, unreadable: read.unreadable, total: page.data.count ?? null };
    const { next } = page.data;
    // An empty page ends the listing whatever `next` says.
    url =
      rows.length === 0 || next === null || next === undefined || next === ''
        ? null
        : nextPage(next, url, received);
  }
}

const lastSegment = ({ pathname }: URL) => pathname.replace(/\/+$/, '').split('/').at(-1);

function nextPage(next: unknown, current: URL, received: number): URL {
  if (typeof next === 'string' && URL.canParse(next, current.href)) {
    const url = new URL(next, current);
    // Behind a gateway the service does not know the path it is reached by: `/v2/x` for our `/gateway/v2/x`.
    // The last segment names what is listed; what stands before it is how it is reached, with or without a prefix.
    if (lastSegment(current) === lastSegment(url)) url.pathname = current.pathname;
    url.hash = '';
    if (url.origin === current.origin && url.username === '' && url.password === '') return url;
  }
  const url = new URL(current);
  url.searchParams.set('offset', String(received));
  return url;
}
