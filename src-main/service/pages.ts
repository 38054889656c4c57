import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { isTooDeep } from './nesting.ts';
import type { Page, Row } from './service-client.ts';

const mostPages = 10_000;
const rawSchema = z.record(z.string(), z.unknown());
const pageSchema = z.looseObject({
  count: z.number().int().nonnegative().nullish().catch(null),
  next: z.unknown().optional(),
  results: z.array(z.unknown()).optional(),
  features: z.array(z.unknown()).optional(),
});

/** What is nested too deep to be kept is no row; the others of its page are. */
const bearable = (items: readonly unknown[]) => items.map((item) => (isTooDeep(item) ? null : item));

/** Rows of a page; those without an identifier are counted, not dropped in silence. */
function rowsOf<S extends z.ZodType>(
  schema: S,
  items: readonly unknown[],
): { rows: Row<z.infer<S>>[]; unreadable: number } {
  const rows: Row<z.infer<S>>[] = [];
  let unreadable = 0;
  for (const item of items) {
    const raw = rawSchema.safeParse(item);
    const parsed = schema.safeParse(item);
    if (raw.success && parsed.success) rows.push({ parsed: parsed.data, raw: raw.data });
    else unreadable += 1;
  }
  return { rows, unreadable };
}

export interface PagesOptions<S extends z.ZodType> {
  first: URL;
  schema: S;
  fetch: (url: URL, signal: AbortSignal) => Promise<unknown>;
  /** For BAD_ANSWER: what was listed. */
  what: string;
  maxPages?: number;
}

/**
 * All pages of a listing (interface §2.2), bounded, loops noticed. `next` may be absolute or relative (observed, Pages);
 * one that leads to another origin is not followed with our token: the pages go on by offset instead.
 */
export async function* pagesOf<S extends z.ZodType>(
  { first, schema, fetch, what, maxPages = mostPages }: PagesOptions<S>,
  signal: AbortSignal,
): AsyncGenerator<Page<z.infer<S>>> {
  const bad = (detail: string) => new AppError('BAD_ANSWER', { where: what, detail });
  const seen = new Set<string>();
  const contents = new Set<string>();
  let url: URL | null = first;
  let received = 0;
  for (let pages = 0; url !== null; pages += 1) {
    if (pages >= maxPages) throw bad('too-many-pages');
    if (seen.has(url.href)) throw bad('page-loop');
    seen.add(url.href);
    const value = await fetch(url, signal);
    const bare = z.array(z.unknown()).safeParse(value);
    if (bare.success) {
      yield { ...rowsOf(schema, bearable(bare.data)), total: bare.data.length };
      return;
    }
    const page = pageSchema.safeParse(value);
    const listed = page.success ? (page.data.results ?? page.data.features) : undefined;
    if (!page.success || listed === undefined) throw bad('no-page');
    const items = bearable(listed);
    // A service that does not heed `offset` gives its first page for ever, each time under a new address.
    const content = createHash('sha1').update(JSON.stringify(items)).digest('base64');
    if (items.length > 0 && contents.has(content)) throw bad('page-loop');
    contents.add(content);
    received += items.length;
    yield { ...rowsOf(schema, items), total: page.data.count ?? null };
    const { next } = page.data;
    // An empty page ends the listing whatever `next` says.
    url =
      items.length === 0 || next === null || next === undefined || next === ''
        ? null
        : nextPage(next, url, received);
  }
}

function nextPage(next: unknown, current: URL, received: number): URL {
  if (typeof next === 'string' && URL.canParse(next, current.href)) {
    const url = new URL(next, current);
    // Behind a gateway the service does not know the path it is reached by: `/v2/x` for our `/gateway/v2/x`.
    if (current.pathname.endsWith(url.pathname)) url.pathname = current.pathname;
    url.hash = '';
    if (url.origin === current.origin && url.username === '' && url.password === '') return url;
  }
  const url = new URL(current);
  url.searchParams.set('offset', String(received));
  return url;
}
