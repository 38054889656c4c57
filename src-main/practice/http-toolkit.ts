import type { IncomingMessage } from 'node:http';

/** What a route answers; the sender adds lengths and faults. */
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
        /** Told how many bytes of it went out, once no more will. */
        delivered?: (bytes: number) => void;
      };
}

/** A request to the practice service, with its whole body read. */
export interface PracticeRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  /** Parsed JSON body, undefined when there is none or it is no JSON. */
  json: unknown;
  bodyText: string;
}

/** One call of the practice service: method, path, and what answers it. */
export interface Route {
  method: string;
  /** Tried against the path; named groups are handed over. */
  path: RegExp;
  handle(request: PracticeRequest, params: Record<string, string>): Promise<Reply> | Reply;
}

/** A reply with a JSON body. */
export const json = (status: number, value: unknown, headers?: Record<string, string>): Reply => ({
  status,
  body: { kind: 'json', value },
  ...(headers ? { headers } : {}),
});

/** The reply where nothing is found. */
export const notFound = (what: string): Reply => json(404, { message: `No item found: ${what}` });

const maxBodyBytes = 1 << 20;

/** Reads the body of a request as UTF-8; null when it is longer than the practice service takes. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // Read on, so that the refusal can be sent: leaving here would break the connection.
    if (size > maxBodyBytes) chunks.length = 0;
    else chunks.push(bytes);
  }
  return size > maxBodyBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A filter of the query; an empty one is none, as usual frameworks take it. */
export const filterOf = (url: URL, name: string): string | null => url.searchParams.get(name) || null;

/** Words of a status are compared whatever their case; the double l is one, too (service §10.3). */
export function isSameStatus(a: string, b: string): boolean {
  const folded = (status: string) => status.toLowerCase().replace('cancelled', 'canceled');
  return folded(a) === folded(b);
}

/** How many rows a page of a list may have, by default and at most (service §2.2). */
export interface PageLimits {
  defaultLimit: number;
  maxLimit: number;
  /** A larger `limit` is refused; where it is null it is only clamped. */
  refusedAbove: number | null;
}

/** `limit` and `offset` of a request. Without a limit, or with zero, it is the default: so do usual frameworks. */
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
  const most = Math.min(limits.maxLimit, limits.refusedAbove ?? limits.maxLimit);
  return { limit: Math.min(wanted === 0 ? limits.defaultLimit : wanted, most), offset };
}

/**
 * The page object of service §2.2; `next` is absolute and carries limit and offset (service §10.2). `show` is called
 * for the items of this page alone: showing a scene replaces its links.
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
