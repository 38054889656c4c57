import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pagesOf } from './pages.ts';

const schema = z.looseObject({ id: z.number() });
const signal = new AbortController().signal;
const first = 'https://api.invalid/gateway/things/?limit=2&offset=0';

/** Reads all pages; `answer` receives each requested address. */
async function walk(
  answer: (url: URL, count: number) => unknown,
  options: { first?: string; maxPages?: number } = {},
) {
  const asked: string[] = [];
  const ids: number[] = [];
  const totals: (number | null)[] = [];
  let unreadable = 0;
  const error = await (async () => {
    for await (const page of pagesOf(
      {
        schema,
        what: 'things',
        maxPages: options.maxPages ?? 50,
        ...options,
        first: new URL(options.first ?? first),
        async fetch(url) {
          asked.push(url.href);
          return answer(url, asked.length);
        },
      },
      signal,
    )) {
      ids.push(...page.rows.map((row) => row.parsed.id));
      totals.push(page.total);
      unreadable += page.unreadable;
    }
    return null;
  })().catch((thrown: unknown) => thrown);
  return { asked, ids, totals, unreadable, error };
}
const bad = (detail: string) =>
  expect.objectContaining({ code: 'BAD_ANSWER', data: { where: 'things', detail } });
const row = (id: number) => ({ id });

describe('pages', () => {
  it.each([
    ['absolute', 'https://api.invalid/gateway/things/?limit=2&offset=2'],
    ['relative with its path', '/gateway/things/?limit=2&offset=2'],
    ['relative to a gateway that the service does not know', '/things/?limit=2&offset=2'],
    ['absolute without the path of the gateway', 'https://api.invalid/things/?limit=2&offset=2'],
    ['a query only', '?limit=2&offset=2'],
    ['with a fragment', '?limit=2&offset=2#page'],
    // Our token is not sent elsewhere; the listing continues by offset.
    ['to another host', 'https://evil.invalid/gateway/things/?limit=2&offset=2'],
    ['to another port', 'https://api.invalid:8443/gateway/things/?limit=2&offset=2'],
    ['to plain http', 'http://api.invalid/gateway/things/?limit=2&offset=2'],
    ['with userinfo', 'https://user:word@api.invalid/gateway/things/?limit=2&offset=2'],
    ['no address at all', 'http://['],
    ['a number', 2],
    ['an object', { href: 'x' }],
    ['javascript', 'javascript:alert(1)'],
  ])('follow a next that is %s', async (_, next) => {
    const { asked, ids, error } = await walk((url) =>
      url.searchParams.get('offset') === '0'
        ? { count: 3, next, previous: null, results: [row(1), row(2)] }
        : { count: 3, next: null, previous: null, results: [row(3)] },
    );
    expect(error).toBeNull();
    expect(asked).toEqual([first, 'https://api.invalid/gateway/things/?limit=2&offset=2']);
    expect(ids).toEqual([1, 2, 3]);
  });

  it('follow a next to another path of the same origin', async () => {
    const { asked } = await walk((_, count) => ({
      results: [row(count)],
      next: count === 1 ? '/cursor/abc' : null,
    }));
    expect(asked[1]).toBe('https://api.invalid/cursor/abc');
  });

  it.each([null, undefined, ''])('end with next %j', async (next) => {
    const { asked, totals } = await walk(() => ({ count: 9, next, results: [row(1)] }));
    expect(asked).toHaveLength(1);
    expect(totals).toEqual([9]);
  });

  it('end with an empty page whatever its next says', async () => {
    const { asked, error } = await walk((_, count) => ({
      next: `?offset=${count}`,
      results: count < 3 ? [row(count)] : [],
    }));
    expect([asked.length, error]).toEqual([3, null]);
  });

  it('may be a bare list, or a feature collection', async () => {
    expect(await walk(() => [row(1), row(2)])).toMatchObject({ ids: [1, 2], totals: [2], error: null });
    expect(await walk(() => ({ type: 'FeatureCollection', count: 1, features: [row(5)] }))).toMatchObject({
      ids: [5],
    });
  });

  it.each([
    [undefined],
    [null],
    ['words'],
    [{}],
    [{ results: null }],
    [{ results: 'none' }],
    [{ detail: 'maintenance' }],
  ])('that are %j are none', async (value) => {
    expect((await walk(() => value)).error).toEqual(bad('no-page'));
  });

  it.each([[{ count: 'many' }], [{ count: -1 }], [{ count: 1.5 }], [{}]])(
    'need no count: %j',
    async (extra) => {
      expect(await walk(() => ({ ...extra, results: [row(1)] }))).toMatchObject({
        totals: [null],
        error: null,
      });
    },
  );

  it('count the rows that cannot be read, and keep the others', async () => {
    const results = [row(1), { name: 'no id' }, null, 'row', { id: '7' }, row(2)];
    expect(await walk(() => ({ results }))).toMatchObject({ ids: [1, 2], unreadable: 4, error: null });
  });
});

describe('a listing without end', () => {
  it('is noticed when a page leads to itself or back', async () => {
    expect(await walk((_, count) => ({ next: first, results: [row(count)] }))).toMatchObject({
      error: bad('page-loop'),
    });
    const back = await walk((_, count) => ({
      next: count % 2 === 0 ? first : '?offset=2',
      results: [row(count)],
    }));
    expect(back.error).toEqual(bad('page-loop'));
    expect(back.asked).toHaveLength(2);
  });

  it('is noticed when the service gives the same page under ever new addresses', async () => {
    const { asked, error, ids } = await walk((_, count) => ({
      next: `?offset=${count * 2}`,
      results: [row(1), row(2)],
    }));
    expect(error).toEqual(bad('page-loop'));
    expect([asked.length, ids]).toEqual([2, [1, 2]]);
  });

  it('is bounded when every page is new', async () => {
    const { asked, error } = await walk((_, count) => ({ next: `?offset=${count}`, results: [row(count)] }));
    expect(error).toEqual(bad('too-many-pages'));
    expect(asked).toHaveLength(50);
  });

  it('is not suspected where a long one is in order', async () => {
    const { ids, error } = await walk(
      (url) => {
        const offset = Number(url.searchParams.get('offset'));
        return {
          count: 3_000,
          next: offset < 2_999 ? `?offset=${offset + 1}` : null,
          results: [row(offset)],
        };
      },
      { maxPages: 10_000 },
    );
    expect([ids.length, error]).toEqual([3_000, null]);
  });
});

it('leaves out a row that is nested beyond all bounds, and no other', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const rows = [{ id: 1 }, { id: 2, deep }, { id: 3, fine: { a: { b: [1, { c: 2 }] } } }];
  for (const value of [rows, { count: 3, next: null, results: rows }]) {
    const pages = pagesOf(
      {
        first: new URL('https://a.invalid/'),
        schema: z.looseObject({ id: z.number() }),
        what: 'rows',
        fetch: async () => value,
      },
      new AbortController().signal,
    );
    for await (const page of pages) {
      expect(page.rows.map(({ parsed }) => parsed.id)).toEqual([1, 3]);
      expect(page.unreadable).toBe(1);
    }
  }
});

describe('what is beyond all reason', () => {
  const ring = (points: number) => Array.from({ length: points }, (_, n) => [n / 1_000, 10]);

  it('is a row like any other as long as it can be read: an area of fifty thousand corners', async () => {
    const area = { type: 'Polygon', coordinates: [ring(50_000)] };
    const found = await walk(() => ({ results: [row(1), { id: 2, geometry: area }, row(3)] }));
    expect(found).toMatchObject({ ids: [1, 2, 3], unreadable: 0, error: null });
  });

  it('costs its own row only: one whose schema runs out of stack', async () => {
    const odd = z.looseObject({ id: z.number().refine((id) => (id === 2 ? boom() : true)) });
    const boom = (): boolean => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const ids: number[] = [];
    const pages = pagesOf(
      { first: new URL(first), schema: odd, what: 'things', fetch: async () => [row(1), row(2), row(3)] },
      signal,
    );
    for await (const page of pages) {
      ids.push(...page.rows.map(({ parsed }) => parsed.id));
      expect(page.unreadable).toBe(1);
    }
    expect(ids).toEqual([1, 3]);
  });

  it('is counted and left: a row too large, rows too many', async () => {
    const ofSize = (size: number) => {
      const bare = JSON.stringify({ id: 1, text: '' }).length;
      return { id: 1, text: 'x'.repeat(size - bare) };
    };
    const most = 6 * 1_024 * 1_024;
    for (const [size, ids] of [
      [most, [1, 2]],
      [most + 1, [2]],
    ] as const)
      expect(await walk(() => ({ results: [ofSize(size), row(2)] }))).toMatchObject({
        ids,
        unreadable: 2 - ids.length,
      });
    const many = Array.from({ length: 100_003 }, (_, n) => row(n));
    const found = await walk(() => ({ results: many }));
    expect([found.ids.length, found.unreadable]).toEqual([100_000, 3]);
  });

  it('ends the listing: pages that are too much together', async () => {
    const pages = pagesOf(
      {
        first: new URL(first),
        schema,
        what: 'things',
        maxCharacters: 10_000,
        fetch: async (url) => ({
          results: [{ id: Number(url.searchParams.get('offset')), text: 'x'.repeat(3_000) }],
          next: `?offset=${Number(url.searchParams.get('offset')) + 1}`,
        }),
      },
      signal,
    );
    const read: number[] = [];
    const reading = async () => {
      for await (const page of pages) read.push(page.rows.length);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'BAD_ANSWER', data: { detail: 'too-many-pages' } });
    expect(read).toHaveLength(3);
  });

  it('leaves the loop its turns', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({ id: n, area: ring(20_000) }));
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    await walk(() => ({ results: rows }));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });
});
