import type { LazyList } from './lazy-list.ts';

interface Slice {
  limit: number;
  offset: number;
}

/** Returns a page of rows; its links are relative and contain the filters (service §10.2). */
export function slicePage({
  found,
  slice: { limit, offset },
  path,
  url,
  under,
}: {
  found: LazyList<unknown>;
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
