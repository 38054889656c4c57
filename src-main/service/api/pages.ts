import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { isBeyondBounds } from '../http/nesting.ts';
import { createYielder } from '../http/yield-when-busy.ts';
import type { Page, Row } from './service-client.ts';

const defaultMaxPages = 10_000;
const rawSchema = z.record(z.string(), z.unknown());
const items = z.array(z.unknown());
const pageSchema = z.looseObject({
  count: z.number().int().nonnegative().nullish().catch(null),
  next: z.unknown().optional(),
  // Some services put the feature collection into the page object instead of the other way round.
  results: z
    .union([items, z.looseObject({ features: items }).transform(({ features }) => features)])
    .optional(),
  features: items.optional(),
});
/** The limit for one page, more than any service sends; rows above it are counted as unreadable and dropped. */
const maxPageRows = 100_000;
/** The limit for one row, in characters: an area with fifty thousand corners has two or three million. */
const maxRowCharacters = 6 * 1_024 * 1_024;
/** The limit for all pages of one listing, in characters. */
const maxListingCharacters = 2 * 1_024 * 1_024 * 1_024;

/** Returns one row, or null if the item cannot be read; a malformed row must not affect the others. */
function rowOf<S extends z.ZodType>(schema: S, item: unknown): Row<z.infer<S>> | null {
  try {
    const raw = rawSchema.safeParse(item);
    const parsed = schema.safeParse(item);
    return raw.success && parsed.success ? { parsed: parsed.data, raw: raw.data } : null;
  } catch (error) {
    // A schema can collect more issues than the stack can hold.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads the rows of a page. Rows that are unreadable, too many or too large are counted, so that they do not disappear silently.
 */
async function rowsOf<S extends z.ZodType>(schema: S, given: readonly unknown[]) {
  const rows: Row<z.infer<S>>[] = [];
  /** The hash of the content, which distinguishes the pages. */
  const content = createHash('sha1');
  let unreadable = Math.max(0, given.length - maxPageRows);
  let size = 0;
  // Reading five hundred rows would block the event loop for too long.
  const pause = createYielder();
  for (const item of given.slice(0, maxPageRows)) {
    await pause();
    const text = isBeyondBounds(item) ? null : (JSON.stringify(item) ?? '');
    size += text?.length ?? 0;
    content.update(text ?? '?').update(',');
    const row = text === null || text.length > maxRowCharacters ? null : rowOf(schema, item);
    if (row === null) unreadable += 1;
    else rows.push(row);
  }
  return { rows, unreadable, size, content: content.digest('base64') };
}

interface PagesOptions<S extends z.ZodType> {
  first: URL;
  schema: S;
  fetch: (url: URL, signal: AbortSignal) => Promise<unknown>;
  /** What is listed, for BAD_ANSWER. */
  what: string;
  maxPages?: number;
  /** The limit for all pages together. */
  maxCharacters?: number;
  /** An answer that is itself one row (a Feature) is a listing of one. */
  single?: boolean;
}

/** Returns the rows of an answer in any known shape; null if it is not a listing. */
function givenRows(value: unknown): unknown[] | null {
  const bare = items.safeParse(value);
  if (bare.success) return bare.data;
  const page = pageSchema.safeParse(value);
  return page.success ? (page.data.results ?? page.data.features ?? null) : null;
}

/** Like `givenRows`, but a row that is too deep or too large to store is null. */
export function listed(value: unknown): unknown[] | null {
  return givenRows(value)?.map((item) => (isBeyondBounds(item) ? null : item)) ?? null;
}

/**
 * Yields all pages of a listing (service §2.2). The number of pages and characters is limited, and loops are detected. `next` may
 * be absolute or relative (service §10.2); a `next` with another origin is not followed, because our token must not go there: the
 * listing then continues by offset.
 */
export async function* pagesOf<S extends z.ZodType>(
  {
    first,
    schema,
    fetch,
    what,
    maxPages = defaultMaxPages,
    maxCharacters = maxListingCharacters,
    single = false,
  }: PagesOptions<S>,
  signal: AbortSignal,
): AsyncGenerator<Page<z.infer<S>>> {
  const bad = (detail: string) => new AppError('BAD_ANSWER', { where: what, detail });
  const seen = new Set<string>();
  const contents = new Set<string>();
  let size = 0;
  let url: URL | null = first;
  // A listing may start at an offset.
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
    // A service that ignores `offset` returns its first page again and again, each time under a new address.
    if (rows.length > 0 && contents.has(read.content)) throw bad('page-loop');
    contents.add(read.content);
    size += read.size;
    if (size > maxCharacters) throw bad('too-many-pages');
    received += rows.length;
    yield { rows: read.rows, unreadable: read.unreadable, total: page.data.count ?? null };
    const { next } = page.data;
    // An empty page ends the listing, whatever `next` is.
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
    // A service behind a gateway does not know its public path: it writes `/v2/x` for our `/gateway/v2/x`. The last segment names
    // the listing; the part before it is only the way to it, with or without a prefix.
    if (lastSegment(current) === lastSegment(url)) url.pathname = current.pathname;
    url.hash = '';
    if (url.origin === current.origin && url.username === '' && url.password === '') return url;
  }
  const url = new URL(current);
  url.searchParams.set('offset', String(received));
  return url;
}
