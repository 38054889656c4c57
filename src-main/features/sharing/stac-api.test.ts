import { execFileSync } from 'node:child_process';
import create from 'stac-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogFile, catalogScene } from '../../../testing/catalog-scene.ts';
import { createSharingWorld, type SharingWorld, sharingKey } from '../../../testing/sharing-world.ts';
import { apiItemSchema, itemCollectionSchema } from '../../../testing/stac/check-api.ts';
import { itemIdOf } from './stac/shared-source.ts';

let world: SharingWorld;
beforeAll(async () => {
  const scenes = Array.from({ length: 45 }, (_, n) =>
    catalogScene(n, {
      timestamp: n === 44 ? null : new Date(Date.UTC(2026, 2, 1 + n, 10, 30)).toISOString(),
      files: [catalogFile(`Coast/S${n}/con espacio #${n}.tif`)],
    }),
  );
  const overSeam = catalogScene(100, {
    footprint: {
      type: 'Polygon',
      coordinates: [
        [
          [179.5, 10],
          [-179.5, 10],
          [-179.5, 11],
          [179.5, 11],
          [179.5, 10],
        ],
      ],
    },
  });
  const twin = catalogScene(1, { files: [catalogFile('Coast/twin/S1.tif')] });
  const others = { ...twin, source: { ...twin.source, connectionId: 'another' } };
  world = await createSharingWorld([...scenes, overSeam, others]);
});
afterAll(() => world.close());

async function read(path: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(`${world.base}${path}`, init);
  expect(answer.status).toBe(200);
  return answer.json();
}
const search = async (query: string) => itemCollectionSchema.parse(await read(`/search?${query}`));
const post = async (body: object) =>
  itemCollectionSchema.parse(
    await read('/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const ids = ({ features }: { features: { id: string }[] }) => features.map(({ id }) => id);
const nextOf = ({ links }: { links: { rel: string; href: string }[] }) =>
  links.find(({ rel }) => rel === 'next');

describe('documents', () => {
  it('have only addresses that exist, all of this server', async () => {
    const seen = new Set<string>();
    const follow = async (address: string) => {
      if (seen.has(address)) return;
      seen.add(address);
      expect(address.startsWith(world.base)).toBe(true);
      const answer = await fetch(address);
      expect([address, answer.status]).toEqual([address, 200]);
      if (!answer.headers.get('content-type')?.includes('json')) return void (await answer.body?.cancel());
      const parsed = z
        .looseObject({
          links: z.array(z.object({ href: z.string(), method: z.string().optional() })).default([]),
        })
        .parse(await answer.json());
      for (const { href, method } of parsed.links) if (method !== 'POST') await follow(href);
    };
    await follow(`${world.base}/`);
    await follow(`${world.base}/collections/library/items/S3`);
    expect(seen.size).toBeGreaterThan(8);
  });

  it('do not contain the key if it came in a header', async () => {
    const headers = { authorization: `Bearer ${sharingKey}` };
    for (const path of ['/', '/collections', '/search?limit=2', '/collections/library/items/S3', '/wmts']) {
      const answer = await fetch(`${world.origin}${path}`, { headers });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain(sharingKey);
    }
    const basic = `Basic ${Buffer.from(`anyone:${sharingKey}`).toString('base64')}`;
    expect((await fetch(`${world.origin}/`, { headers: { authorization: basic } })).status).toBe(200);
  });

  it('are read by another reader of STAC, and gdalinfo opens each asset by the address in its item', async () => {
    const item = create(await read('/collections/library/items/S3'));
    const [asset] = item.getAssets();
    const address = asset?.getAbsoluteUrl() ?? '';
    expect(address).toContain('con%20espacio%20%233.tif');
    expect(await gdal('gdalinfo', `/vsicurl/${address}`)).toContain('Size is 8, 8');
  });
});

/** Runs a tool of GDAL while this thread answers it. */
async function gdal(tool: string, ...args: string[]): Promise<string> {
  const { promisify } = await import('node:util');
  const { execFile } = await import('node:child_process');
  return (await promisify(execFile)(tool, args)).stdout;
}

describe('searches', () => {
  it('return all scenes once, newest first and those without a time last, by GET and by POST', async () => {
    const all = [...Array.from({ length: 44 }, (_, n) => `S${43 - n}`)];
    const got: string[] = [];
    for (let address: string | undefined = `${world.base}/search?limit=7`; address !== undefined; ) {
      const page = itemCollectionSchema.parse(await (await fetch(address)).json());
      expect(page.features.length).toBeGreaterThan(0);
      got.push(...ids(page));
      address = nextOf(page)?.href;
    }
    expect(got).toHaveLength(47);
    expect(new Set(got).size).toBe(47);
    expect(got.filter((id) => all.includes(id))).toEqual(all);
    expect(got.at(-1)).toBe('S44');
    const posted: string[] = [];
    const bodySchema = z.looseObject({ rel: z.string(), body: z.looseObject({}).optional() });
    for (let body: object | undefined = { limit: 20 }; body !== undefined; ) {
      const page: z.infer<typeof itemCollectionSchema> = await post(body);
      posted.push(...ids(page));
      body = page.links.map((link) => bodySchema.parse(link)).find(({ rel }) => rel === 'next')?.body;
    }
    expect(posted).toEqual(got);
  });

  it('by time accept two ends, an open end, and the other order', async () => {
    expect(ids(await search('datetime=2026-03-05T10:30:00Z/2026-03-06T10:30:00Z'))).toEqual([
      'S5',
      'S1~47',
      'S100',
      'S4',
    ]);
    expect(ids(await search('datetime=2026-03-05T12:30:00%2B02:00'))).toHaveLength(3);
    expect(ids(await search('datetime=../2026-03-02T10:30:00Z&sortby=%2Bdatetime'))).toEqual(['S0', 'S1']);
    expect(ids(await search('datetime=2026-04-12T00:00:00Z/..'))).toEqual(['S43', 'S42']);
  });

  it('by box find scenes that touch it, also across the antimeridian', async () => {
    expect(ids(await search('bbox=3.2,1.2,3.4,1.4'))).toEqual(['S3']);
    expect(ids(await search('bbox=3.2,1.2,-100,3.4,1.4,100'))).toEqual(['S3']);
    expect(ids(await search('bbox=179.8,9,-179.8,12'))).toEqual(['S100']);
    expect(ids(await search('bbox=-179.9,9,-179.6,12'))).toEqual(['S100']);
    expect(ids(await search('bbox=3.2,40,3.4,41'))).toEqual([]);
  });

  it('by geometry find scenes that intersect it, not only its box', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [3.5, 0],
        [3.5, 1.5],
      ],
    };
    expect(ids(await post({ intersects: line }))).toEqual(['S3']);
    expect(ids(await post({ intersects: { type: 'Point', coordinates: [7.5, 1.5] } }))).toEqual(['S7']);
    const corner = [
      [0, 3],
      [20, 3],
      [20, 1.5],
      [19.9, 2.9],
      [0, 3],
    ];
    expect(ids(await post({ intersects: { type: 'Polygon', coordinates: [corner] } }))).toEqual([
      'S20',
      'S19',
    ]);
    const hole = [
      [6, 0.5],
      [6, 2.5],
      [9, 2.5],
      [9, 0.5],
      [6, 0.5],
    ];
    const round = [
      [5.5, 0],
      [9.5, 0],
      [9.5, 3],
      [5.5, 3],
      [5.5, 0],
    ];
    expect(ids(await post({ intersects: { type: 'Polygon', coordinates: [round, hole] } }))).toEqual([
      'S9',
      'S8',
      'S6',
      'S5',
    ]);
    const seam = { type: 'Point', coordinates: [-179.8, 10.5] };
    expect(ids(await search(`intersects=${encodeURIComponent(JSON.stringify(seam))}`))).toEqual(['S100']);
  });

  it('by id and collection find only those; two scenes of one id get different ids', async () => {
    expect(ids(await search('ids=S3,S7,nothing'))).toEqual(['S7', 'S3']);
    const both = ids(await search('ids=S1,S1~47'));
    expect(both.sort()).toEqual(['S1', 'S1~47']);
    const item = apiItemSchema.parse(await read('/collections/library/items/S1~47'));
    expect(Object.values(item.assets)[0]?.href).toMatch(/\/S1\.tif$/);
    expect(itemIdOf({ sceneId: 'A', row: 4, isTwin: true, takenFrom: null, takenUntil: null })).toBe('A~4');
    expect(ids(await search('collections=library&limit=1'))).toHaveLength(1);
    expect(ids(await search('collections=other'))).toEqual([]);
  });

  it('return at most two hundred items, whatever the limit in the request', async () => {
    expect(ids(await search('limit=1000000000'))).toHaveLength(47);
    expect(ids(await search('limit=3'))).toHaveLength(3);
  });
});

describe('files and tiles', () => {
  it('are read in parts', async () => {
    const item = apiItemSchema.parse(await read('/collections/library/items/S3'));
    const address = Object.values(item.assets)[0]?.href ?? '';
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
    const part = await fetch(address, { headers: { range: 'bytes=4-7' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(4, 8))).toBe(true);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  });

  it('are described by the capabilities of a WMTS that GDAL reads', async () => {
    const told = await gdal('gdalinfo', `WMTS:${world.base}/wmts,layer=library`);
    expect(told).toContain('Driver: WMTS');
    expect(told).toContain('WGS 84 / Pseudo-Mercator');
    expect(execFileSync('gdalinfo', ['--version'], { encoding: 'utf8' })).toContain('GDAL');
  });
});

describe('a scene of which a day or a month is known', () => {
  let own: SharingWorld;
  const days = (start: string, end: string) => ({
    acquiredWithin: { start: `${start}T00:00:00.000Z`, end: `${end}T23:59:59.999Z` },
  });
  beforeAll(async () => {
    own = await createSharingWorld([
      catalogScene(1, { timestamp: null, raw: days('2025-07-12', '2025-07-12') }),
      catalogScene(2, { timestamp: null, raw: days('2025-07-01', '2025-07-31') }),
      catalogScene(3, { timestamp: '2025-07-20T10:00:00.000Z' }),
      catalogScene(4, { timestamp: null }),
    ]);
  });
  afterAll(() => own.close());

  const found = async (query: string) => {
    const answer = await fetch(`${own.base}/search?${query}`);
    return ids(itemCollectionSchema.parse(await answer.json()));
  };

  // STAC API, Item Search: an item whose datetime is null matches if its interval meets that of the search.
  it.each([
    ['2025-07-01T00:00:00Z/2025-07-31T23:59:59Z', ['S3', 'S1', 'S2']],
    ['2025-07-12T10:00:00Z', ['S1', 'S2']],
    ['2025-07-13T00:00:00Z/2025-07-14T00:00:00Z', ['S2']],
    ['../2025-07-01T00:00:00Z', ['S2']],
    ['2025-07-31T23:00:00Z/..', ['S2']],
    ['2025-08-01T00:00:00Z/..', []],
  ])('is found by a search whose time meets the interval of its item: %s', async (datetime, expected) => {
    expect(await found(`datetime=${datetime}`)).toEqual(expected);
  });

  it('is sorted by the start, page by page', async () => {
    expect(await found('sortby=%2Bdatetime')).toEqual(['S2', 'S1', 'S3', 'S4']);
    const seen: string[] = [];
    for (let address = `${own.base}/search?sortby=%2Bdatetime&limit=1`; address !== ''; ) {
      const page = itemCollectionSchema.parse(await (await fetch(address)).json());
      seen.push(...ids(page));
      address = nextOf(page)?.href ?? '';
    }
    expect(seen).toEqual(['S2', 'S1', 'S3', 'S4']);
  });

  it('has its period in the extent of the collection and in the name of its layer, not a moment', async () => {
    const collection = z
      .object({
        extent: z.object({ temporal: z.object({ interval: z.array(z.array(z.string().nullable())) }) }),
      })
      .parse(await (await fetch(`${own.base}/collections/library`)).json());
    expect(collection.extent.temporal.interval).toEqual([
      ['2025-07-01T00:00:00.000Z', '2025-07-31T23:59:59.999Z'],
    ]);
    const capabilities = await (await fetch(`${own.base}/wmts`)).text();
    expect(capabilities).toContain('>2025-07-12 S1<');
    expect(capabilities).toContain('>2025-07 S2<');
  });
});
