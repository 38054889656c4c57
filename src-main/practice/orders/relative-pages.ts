import { json, type Reply } from '../http-toolkit.ts';
import type { Found } from './order-book.ts';

export interface Slice {
  limit: number;
  offset: number;
}

/** `limit` and `offset` of a request, the limit clamped (observed, Pages). */
export function readSlice(
  url: URL,
  limits: { ordersDefaultLimit: number; ordersMaxLimit: number },
): Slice | Reply {
  const read = (name: string, fallback: number, least: number) => {
    const text = url.searchParams.get(name) ?? String(fallback);
    return /^\d{1,15}$/.test(text) && Number(text) >= least ? Number(text) : null;
  };
  const limit = read('limit', limits.ordersDefaultLimit, 1);
  const offset = read('offset', 0, 0);
  if (limit === null) return json(400, { limit: ['A valid integer is required.'] });
  if (offset === null) return json(400, { offset: ['A valid integer is required.'] });
  return { limit: Math.min(limit, limits.ordersMaxLimit), offset };
}

/** A page whose links are relative and carry the filters (observed, Pages). */
export function slicePage({
  found,
  slice: { limit, offset },
  path,
  url,
  under,
}: {
  found: Found<unknown>;
  slice: Slice;
  path: string;
  url: URL;
  under: 'results' | 'features';
}): Record<string, unknown> {
  const link = (at: number) => {
    const query = new URLSearchParams({ offset: String(at), limit: String(limit) });
    for (const [name, value] of url.searchParams) if (!query.has(name)) query.append(name, value);
    return `${path}?${query}`;
  };
  return {
    count: found.count,
    next: offset + limit < found.count ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    [under]: found.slice(offset, limit),
  };
}
