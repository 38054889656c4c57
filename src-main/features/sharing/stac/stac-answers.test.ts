import { expect, it } from 'vitest';
import { z } from 'zod';
import { readSearchBody } from './search-terms.ts';
import type { SharedSource } from './shared-source.ts';
import { createStacAnswers } from './stac-answers.ts';

const base = 'http://127.0.0.1:1/key';
const corners = 20_000;
/** An outline with very many corners, around 10° E, 30° N. */
const ring = Array.from({ length: corners + 1 }, (_, n) => (2 * Math.PI * n) / corners).flatMap((turn) => [
  10 + 9 * Math.cos(turn),
  30 + 9 * Math.sin(turn),
]);
const rows = Array.from({ length: 12 }, (_, n) => n + 1);
let outlines = 0;
const scenes: SharedSource = {
  page: ({ after, limit }) =>
    rows
      .filter((row) => row > (after?.row ?? 0))
      .slice(0, limit)
      .map((row) => ({ row, sceneId: `S${row}`, takenFrom: null, takenUntil: null, isTwin: false })),
  rings() {
    outlines += 1;
    return [ring];
  },
  item: (_, row) => ({ id: `S${row}`, properties: {} }),
  extent: () => ({ box: null, first: null, last: null }),
  drawable: () => [],
};
const pageSchema = z.object({
  features: z.array(z.object({ id: z.string() })),
  links: z.array(z.object({ rel: z.string(), body: z.record(z.string(), z.unknown()).optional() })),
});

it.each([
  ['meets them all', 30, rows.length],
  ['meets none', 80, 0],
])('a line of many places that %s is compared with few outlines in one request', (_, south, found) => {
  const answers = createStacAnswers({ scenes });
  const places = Array.from({ length: 2_000 }, (_each, n) => [n / 100, south + (n % 2)]);
  let body: Record<string, unknown> | undefined = {
    intersects: { type: 'LineString', coordinates: places },
    sortby: [{ field: 'datetime', direction: 'asc' }],
    limit: 200,
  };
  const ids: string[] = [];
  let requests = 0;
  while (body !== undefined) {
    requests += 1;
    outlines = 0;
    const read = readSearchBody(JSON.stringify(body));
    const text = answers({ ask: 'search', base, library: '/l', self: '/search', ...read }).body;
    // Forty million pairs each.
    expect(outlines).toBeLessThanOrEqual(5);
    const page = pageSchema.parse(JSON.parse(text));
    ids.push(...page.features.map(({ id }) => id));
    body = page.links.find(({ rel }) => rel === 'next')?.body;
  }
  expect(requests).toBe(3);
  expect(ids).toHaveLength(found);
});
