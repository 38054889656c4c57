import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Page, Row } from './service-client.ts';

const maxPages = 10_000;
const rawSchema = z.record(z.string(), z.unknown());
const pageSchema = z.looseObject({
  count: z.number().int().nonnegative().nullish().catch(null),
  next: z.string().nullish().catch(null),
  results: z.array(z.unknown()).optional(),
  features: z.array(z.unknown()).optional(),
});

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
}

/**
 * All pages of a listing (interface §2.2), bounded, loops noticed. `next` may be absolute or relative (observed, Pages);
 * one that leads to another origin is not followed with our token: the pages go on by offset instead.
 */
export async function* pagesOf<S extends z.ZodType>(
  options: PagesOptions<S>,
  signal: AbortSignal,
): AsyncGenerator<Page<z.infer<S>>> {
  const { first, schema } = options;
  const seen = new Set<string>();
  let url: URL | null = first;
  let received = 0;
  for (let pages = 0; url !== null && pages < maxPages; pages += 1) {
    if (seen.has(url.href)) throw new AppError('BAD_ANSWER', { where: options.what, detail: 'page-loop' });
    seen.add(url.href);
    const value = await options.fetch(url, signal);
    const bare = z.array(z.unknown()).safeParse(value);
    if (bare.success) {
      yield { ...rowsOf(schema, bare.data), total: bare.data.length };
      return;
    }
    const page = pageSchema.safeParse(value);
    const items = page.success ? (page.data.results ?? page.data.features) : undefined;
    if (!page.success || items === undefined)
      throw new AppError('BAD_ANSWER', { where: options.what, detail: 'no-page' });
    received += items.length;
    yield { ...rowsOf(schema, items), total: page.data.count ?? null };
    // An empty page ends the listing whatever `next` says.
    url = items.length === 0 || !page.data.next ? null : nextPage(page.data.next, url, received);
  }
  if (url !== null) throw new AppError('BAD_ANSWER', { where: options.what, detail: 'too-many-pages' });
}

function nextPage(next: string, current: URL, received: number): URL {
  try {
    const url = new URL(next, current);
    if (url.origin === current.origin && url.username === '' && url.password === '') return url;
  } catch {
    // An unreadable link: by offset, below.
  }
  const url = new URL(current);
  url.searchParams.set('offset', String(received));
  return url;
}
