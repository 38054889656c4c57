import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  advance,
  call,
  field,
  list,
  pointTask,
  publishedCapture,
  signIn,
  startForTest,
  startService,
} from '../../testing/practice/practice-caller.ts';

// Reads the answers strictly by service §4.10 and §2.9.
const utc = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const position = z.array(z.number()).min(2);
const sceneSchema = z.strictObject({
  scene_id: z.string().min(1),
  sceneset_id: z.uuid(),
  timestamp: utc,
  footprint: z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)) }),
  metadata: z.record(z.string(), z.unknown()),
  supplier: z.string(),
  satellite_class: z.string(),
  satellite_name: z.string(),
  productname: z.string(),
  rasters: z.array(
    z.strictObject({
      url: z.url(),
      bands: z.array(z.string()),
      file_name: z.string().endsWith('.tif'),
      source: z.string(),
      scene: z.url(),
    }),
  ),
  bands: z.record(z.string(), z.unknown()),
  attachments: z.array(
    z.strictObject({
      scene: z.url(),
      url: z.url(),
      file_name: z.string().min(1),
      name: z.enum(['delivery_zip', 'footprint', 'thumbnail', 'preview']),
      metadata: z.record(z.string(), z.unknown()),
      edit_url: z.url(),
    }),
  ),
  last_modified: utc,
});
const pageSchema = z.strictObject({
  count: z.number(),
  next: z.url().nullable(),
  previous: z.url().nullable(),
  results: z.array(sceneSchema),
});
type Scene = z.infer<typeof sceneSchema>;

async function published() {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  const capture = await publishedCapture(service, caller);
  const scenes = async () => pageSchema.parse((await caller.scenes(capture)).json).results;
  return { service, caller, capture, scenes };
}

const linksOf = (scene: Scene | undefined) => [
  ...(scene?.rasters.map(({ url }) => url) ?? []),
  ...(scene?.attachments.map(({ url }) => url) ?? []),
];
const attachment = (scene: Scene | undefined, name: string) =>
  scene?.attachments.find((each) => each.name === name)?.url ?? '';

it('lists a scene with every field and links of the interface’s shape', async () => {
  const { service, capture, scenes } = await published();
  const { catalog_url } = service.announcement;
  const [scene] = await scenes();
  expect(scene?.sceneset_id).toBe(capture);
  expect(scene?.attachments.map(({ name }) => name)).toEqual([
    'delivery_zip',
    'footprint',
    'thumbnail',
    'preview',
  ]);
  const token = '[^/?&=]{8,}';
  const home = `^${catalog_url}/v2/scenes/${scene?.scene_id}`;
  for (const { url, name, edit_url } of scene?.attachments ?? []) {
    expect(url).toMatch(new RegExp(`${home}/attachments/${name}/download/\\?token=${token}$`));
    expect(edit_url).toMatch(new RegExp(`${home}/attachments/${name}/$`));
  }
  for (const { url, file_name, bands } of scene?.rasters ?? []) {
    expect(url).toMatch(new RegExp(`${home}/token/${token}/raster/${file_name}$`));
    expect(Object.keys(scene?.bands ?? {})).toEqual(expect.arrayContaining(bands));
  }
  expect(scene?.rasters.map(({ bands }) => bands.length).sort()).toEqual([3, 4]);
  const names = scene?.attachments.map(({ file_name }) => file_name) ?? [];
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['zip', 'kml', 'png', 'png']);
});

it('serves each link without any header, with its kind of content', async () => {
  const { scenes } = await published();
  const [scene] = await scenes();
  const starts: Record<string, [string, string]> = {
    delivery_zip: ['application/zip', 'PK\u0003\u0004'],
    footprint: ['application/vnd.google-earth.kml+xml', '<?xml'],
    thumbnail: ['image/png', '\u0089PNG'],
    preview: ['image/png', '\u0089PNG'],
  };
  for (const { url, name } of scene?.attachments ?? []) {
    const answer = await call(url);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, starts[name]?.[0]]);
    expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe(starts[name]?.[1].slice(0, 4));
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
  }
  for (const { url } of scene?.rasters ?? []) {
    const answer = await call(url);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/tiff']);
    expect(answer.bytes.subarray(0, 4)).toEqual(Buffer.from([0x49, 0x49, 42, 0]));
  }
});

it('replaces the links of a scene at each query: the old ones die, all of them', async () => {
  const { service, scenes } = await published();
  const [first] = await scenes();
  const [second] = await scenes();
  expect(linksOf(first)).toHaveLength(6);
  expect(linksOf(first).some((link) => linksOf(second).includes(link))).toBe(false);
  for (const link of linksOf(first)) expect((await call(link, { method: 'HEAD' })).status).toBe(403);
  for (const link of linksOf(second)) expect((await call(link, { method: 'HEAD' })).status).toBe(200);
  await call(`${service.controlUrl}/expire-links`, { method: 'POST' });
  for (const link of linksOf(second)) expect((await call(link)).status).toBe(403);
  const [third] = await scenes();
  expect((await call(attachment(third, 'footprint'))).status).toBe(200);
  for (const wrong of [
    attachment(third, 'footprint').replace(/token=.*/, ''),
    attachment(third, 'footprint').replace(/token=.*/, 'token=x'),
  ])
    expect((await call(wrong)).status).toBe(403);
  const link = attachment(third, 'footprint');
  for (const name of ['constructor', '__proto__', 'deliveryZip', 'toString'])
    expect((await call(link.replace('/footprint/', `/${name}/`))).status).toBe(404);
  expect((await call((third?.rasters[0]?.url ?? '').replace(/[^/]+$/, 'other.tif'))).status).toBe(404);
  expect((await call(link.replace(third?.scene_id ?? '', 'nothing'))).status).toBe(404);
});

it('shows scenes of published captures only, to their own contract only', async () => {
  const { service, caller, capture, scenes } = await published();
  const task = field((await caller.submit(pointTask({ task_name: 'second' }))).json, 'task_id');
  await advance(service, 3 * 3_600);
  const captures = await caller.get(`/tasking/tasks/${task}/captures/`);
  const queued = list(field(captures.json, 'results'))[0];
  expect(field(queued, 'status')).not.toBe('published');
  const empty = { count: 0, next: null, previous: null, results: [] };
  expect((await caller.scenes(field(queued, 'capture_id'))).json).toEqual(empty);
  expect((await caller.scenes('0')).json).toEqual(empty);
  const [scene] = await scenes();
  const edit = scene?.attachments[0]?.edit_url ?? '';
  expect((await caller.call(edit)).status).toBe(200);
  for (const name of ['Disaster Response', 'legacy']) {
    const other = await signIn(service, name);
    expect((await other.scenes(capture)).json).toEqual(empty);
    expect((await other.call(edit)).status).toBe(404);
  }
  expect((await call(edit)).status).toBe(401);
  expect((await call(attachment(scene, 'footprint'))).status).toBe(200);
  const missing = await caller.get(`/${service.announcement.catalog_path}/scenes/`);
  expect([missing.status, Object.keys(Object(missing.json))]).toEqual([400, ['sceneset_id']]);
});

it('leaves alone the links of scenes that a page did not list', async () => {
  const service = await startForTest({ emptyWorld: true, speed: 1_000 });
  const caller = await signIn(service);
  for (let tries = 0; tries < 60; tries += 1) {
    const capture = await publishedCapture(service, caller, { task_name: `n${tries}` });
    const page = pageSchema.parse((await caller.scenes(capture)).json);
    if (page.count < 2) continue;
    const before = attachment(page.results[1], 'footprint');
    const query = `/${service.announcement.catalog_path}/scenes/?sceneset_id=${capture}&limit=1`;
    const one = pageSchema.parse((await caller.get(query)).json);
    expect(one.results).toHaveLength(1);
    expect(one.next).toContain('offset=1');
    expect((await call(before)).status).toBe(200);
    expect((await call(attachment(page.results[0], 'footprint'))).status).toBe(403);
    const other = pageSchema.parse((await caller.get(one.next ?? '')).json);
    expect(other.results[0]?.scene_id).toBe(page.results[1]?.scene_id);
    expect((await call(before)).status).toBe(403);
    return;
  }
  throw new Error('no capture with two scenes among sixty');
});

it('answers ranges, conditions and HEAD by RFC 9110', async () => {
  const { scenes } = await published();
  const [scene] = await scenes();
  const url = scene?.rasters[0]?.url ?? '';
  const whole = await call(url);
  const size = whole.bytes.length;
  const etag = String(whole.headers.etag);
  const lastModified = String(whole.headers['last-modified']);
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(new Date(lastModified).toUTCString()).toBe(lastModified);
  expect(whole.headers['accept-ranges']).toBe('bytes');

  const partial: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
    [`bytes=-${size + 5}`, 0, size - 1],
    ['BYTES=5-9', 5, 9],
  ];
  for (const [range, from, to] of partial) {
    const answer = await call(url, { headers: { range } });
    expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${size}`]);
    expect(answer.bytes.equals(whole.bytes.subarray(from, to + 1))).toBe(true);
    expect([answer.headers.etag, answer.headers['content-length']]).toEqual([etag, String(to - from + 1)]);
  }
  for (const range of [
    `bytes=${size}-`,
    `bytes=${size + 10}-${size + 20}`,
    'bytes=-0',
    'bytes=9999999999999999-',
  ]) {
    const answer = await call(url, { headers: { range } });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    expect(answer.bytes).toHaveLength(0);
  }
  for (const range of ['bytes=5-2', 'lines=0-1', 'bytes=a-b', 'bytes=', 'bytes=-']) {
    expect((await call(url, { headers: { range } })).status).toBe(200);
  }
  const conditions: [string, number][] = [
    [etag, 206],
    [lastModified, 206],
    ['"another"', 200],
    [`W/${etag}`, 200],
    [new Date(0).toUTCString(), 200],
    ['rubbish', 200],
  ];
  for (const [condition, status] of conditions) {
    const answer = await call(url, { headers: { range: 'bytes=10-19', 'if-range': condition } });
    expect([condition, answer.status, answer.bytes.length]).toEqual([
      condition,
      status,
      status === 206 ? 10 : size,
    ]);
  }
  const head = await call(url, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.headers.etag, head.bytes.length]).toEqual([
    200,
    String(size),
    etag,
    0,
  ]);
  // A new link leads to the same bytes with the same validator, so that a transfer can be resumed.
  const [again] = await scenes();
  const moved = await call(again?.rasters[0]?.url ?? '', {
    headers: { range: 'bytes=10-', 'if-range': etag },
  });
  expect([moved.status, moved.bytes.equals(whole.bytes.subarray(10))]).toEqual([206, true]);
});

it('makes the same bytes for the same place, date and seed, and others otherwise', async () => {
  const filesOf = async (seed: number, longitude: number, startDay: number, clockDay = 21) => {
    const options = { emptyWorld: true, speed: 1_000, sceneSizePx: 128, seed };
    const service = await startService(options, () => Date.UTC(2026, 10, clockDay));
    try {
      const caller = await signIn(service);
      const target = { type: 'Point', coordinates: [longitude, -12.5] };
      const start = new Date(Date.UTC(2026, 11, startDay)).toISOString();
      const period = { start, end: '2027-01-30T00:00:00Z' };
      const capture = await publishedCapture(service, caller, { target, ...period });
      const scene = pageSchema.parse((await caller.scenes(capture)).json).results[0];
      const files = [];
      for (const link of linksOf(scene)) files.push((await call(link)).bytes.toString('base64'));
      return { files, etag: (await call(linksOf(scene)[0] ?? '', { method: 'HEAD' })).headers.etag };
    } finally {
      await service.close();
    }
  };
  const first = await filesOf(7, 30, 1);
  expect(await filesOf(7, 30, 1)).toEqual(first);
  // The date is that of the pass, whenever the task was sent.
  expect((await filesOf(7, 30, 1, 29)).files[0]).toBe(first.files[0]);
  // Rasters and pictures differ; outlines may be the same.
  for (const other of [await filesOf(8, 30, 1), await filesOf(7, 30.5, 1), await filesOf(7, 30, 9)])
    for (const at of [0, 1, 2, 4, 5]) expect(other.files[at]).not.toBe(first.files[at]);
});
