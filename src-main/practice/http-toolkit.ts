import type { IncomingMessage } from 'node:http';

/** The answer of a route; the sender adds the length and the faults. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body:
    | { kind: 'json'; value: unknown }
    | { kind: 'text'; text: string }
    | { kind: 'empty' }
    | {
        kind: 'file';
        path: string;
        start: number;
        end: number;
        /** Called once, with the number of bytes that were sent in all. */
        onDelivered?: (bytes: number) => void;
      };
}

/** A request to the practice service, with its whole body read. */
export interface PracticeRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  /** The parsed JSON body; undefined if there is none or if it is not JSON. */
  json: unknown;
  bodyText: string;
}

/** One call of the practice service: its method, its path, and its handler. */
export interface Route {
  method: string;
  /** Matched against the path; the handler receives its named groups. */
  path: RegExp;
  handle(request: PracticeRequest, params: Record<string, string>): Promise<Reply> | Reply;
}

/** Returns a reply with a JSON body. */
export const json = (status: number, value: unknown, headers?: Record<string, string>): Reply => ({
  status,
  body: { kind: 'json', value },
  ...(headers ? { headers } : {}),
});

/** Returns the 404 for a missing item. */
export const notFound = (what: string): Reply => json(404, { message: `No item found: ${what}` });

const maxBodyBytes = 1 << 20;

/** Returns the body of a request as UTF-8 text; null if it is longer than the practice service accepts. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The rest is read too, because leaving the loop would close the connection before the refusal is sent.
    if (size > maxBodyBytes) chunks.length = 0;
    else chunks.push(bytes);
  }
  return size > maxBodyBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** Returns the value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a filter of the query; null for a missing or an empty one, as in common web frameworks. */
export const filterOf = (url: URL, name: string): string | null => url.searchParams.get(name) || null;

/** Whether two status texts are the same, regardless of case and of the spelling "cancelled" (service §10.3). */
export function isSameStatus(a: string, b: string): boolean {
  const folded = (status: string) => status.toLowerCase().replace('cancelled', 'canceled');
  return folded(a) === folded(b);
}

/** The number of rows of a page: the default and the limit (service §2.2). */
export interface PageLimits {
  defaultLimit: number;
  maxLimit: number;
  /** A larger `limit` is refused; if null, it is reduced to `maxLimit`. */
  refusedAbove: number | null;
}

/**
 * Returns `limit` and `offset` of a request, or the refusal. A missing `limit` and zero stand for the default, as in common web
 * frameworks.
 */
export function readSlice(url: URL, limits: PageLimits): { limit: number; offset: number } | Reply {
  const read = (name: string) => {
    const text = filterOf(url, name) ?? '0';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const [wanted, offset] = [read('limit'), read('offset')];
  if (wanted === null) return json(400, { limit: ['A valid integer is required.'] });
  if (offset === null) return json(400, { offset: ['A valid integer is required.'] });
  if (limits.refusedAbove !== null && wanted > limits.refusedAbove)
    return json(400, { limit: [`Ensure this value is less than or equal to ${limits.refusedAbove}.`] });
  const maxLimit = Math.min(limits.maxLimit, limits.refusedAbove ?? limits.maxLimit);
  return { limit: Math.min(wanted === 0 ? limits.defaultLimit : wanted, maxLimit), offset };
}

/**
 * Returns the page object of service §2.2; `next` is absolute and contains limit and offset (service §10.2). `show` is called
 * only for the items of this page, because showing a scene replaces its links.
 */
export function pageOf<T>(
  items: readonly T[],
  url: URL,
  limits: PageLimits,
  show: (item: T) => unknown = (item) => item,
): Reply {
  const slice = readSlice(url, limits);
  if ('status' in slice) return slice;
  const { limit, offset } = slice;
  const link = (at: number) => {
    const target = new URL(url);
    target.searchParams.set('limit', String(limit));
    target.searchParams.set('offset', String(at));
    return target.href;
  };
  return json(200, {
    count: items.length,
    next: offset + limit < items.length ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: items.slice(offset, offset + limit).map(show),
  });
}
