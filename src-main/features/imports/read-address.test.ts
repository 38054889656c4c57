import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ImportSearch } from '../../../src-preload/contract/scene-imports.ts';
import { foreignItem, type ImportWorld, openImportWorld, putRaster } from '../../../testing/import-world.ts';
import { writeTiff } from '../../../testing/write-tiff.ts';
import { AppError } from '../../core/app-error.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import { readAddress } from './read/read-address.ts';

const origin = 'https://stac.example';
let world: ImportWorld;
let asked: string[];
let answers: Record<string, unknown>;
beforeEach(() => {
  asked = [];
  answers = {};
  world = openImportWorld({
    async fetch(url) {
      asked.push(url);
      const found = answers[new URL(url).pathname];
      if (found === undefined)
        throw new AppError('SERVICE_FAILED', { host: 'stac.example', status: 404, detail: '' });
      return typeof found === 'string' ? found : JSON.stringify(found);
    },
  });
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await world.remove();
});

const search = (address: string, fields: Partial<ImportSearch> = {}): ImportSearch => ({
  address: `${origin}${address}`,
  collections: '',
  box: null,
  from: null,
  to: null,
  most: 100,
  ...fields,
});
async function read(asking: ImportSearch) {
  await world.parts.imports.readAddress(asking);
  await world.parts.imports.idle();
  return world.newest();
}
const item = (id: string, href = `${origin}/files/${id}.tif`) =>
  foreignItem(id, { assets: { a: { href, type: 'image/tiff' } } });
const page = (ids: string[], links: object[] = []) => ({
  type: 'FeatureCollection',
  features: ids.map((id) => item(id)),
  links,
});
const root = (links: object[], isApi = true) => ({
  type: 'Catalog',
  stac_version: '1.0.0',
  id: 'r',
  description: 'd',
  links,
  ...(isApi ? { conformsTo: ['https://api.stacspec.org/v1.0.0/core'] } : {}),
});

it('an API is searched with the terms of the user, page by page, until there are enough items', async () => {
  answers['/'] = root([
    { rel: 'search', href: './search' },
    { rel: 'child', href: './never' },
  ]);
  answers['/search'] = page(['a', 'b'], [{ rel: 'next', href: './next' }]);
  answers['/next'] = page(['c', 'd', 'e'], [{ rel: 'next', href: './endless' }]);
  const found = await read(
    search('/', { collections: 'x, y', box: [1, 2, 3, 4], from: '2026-03-01', to: '2026-03-31', most: 4 }),
  );
  expect(found).toMatchObject({ state: 'ready', counts: { new: 4 }, hosts: ['stac.example'] });
  const url = new URL(asked[1] ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    limit: '4',
    bbox: '1,2,3,4',
    collections: 'x,y',
    datetime: '2026-03-01T00:00:00Z/2026-03-31T23:59:59Z',
  });
  expect(asked.map((each) => new URL(each).pathname)).toEqual(['/', '/search', '/next']);
});

it('a static catalog is read at its own host only, each address once', async () => {
  answers['/catalog.json'] = root(
    [
      { rel: 'child', href: './sub/catalog.json' },
      { rel: 'item', href: 'https://elsewhere.example/x.json' },
      { rel: 'item', href: './missing.json' },
    ],
    false,
  );
  answers['/sub/catalog.json'] = root(
    [
      { rel: 'child', href: '../catalog.json' },
      { rel: 'item', href: 'a.json' },
    ],
    false,
  );
  answers['/sub/a.json'] = item('a', './a.tif');
  const found = await read(search('/catalog.json'));
  expect(found.counts).toMatchObject({ new: 1, problem: 2 });
  expect(asked).toHaveLength(4);
  expect(world.rows().map(({ problem, detail }) => [problem, detail])).toEqual([
    ['address-remote', 'elsewhere.example'],
    ['answer', 'SERVICE_FAILED'],
    [null, ''],
  ]);
});

it('a file in a bucket is taken from its address on the web if the item gives one, and is told otherwise', async () => {
  const type = 'image/tiff';
  answers['/a.json'] = foreignItem('a', {
    assets: {
      a: {
        href: 's3://bucket/a.tif',
        type,
        alternate: { other: { href: 'gs://bucket/a.tif' }, https: { href: `${origin}/files/a.tif` } },
      },
      b: { href: 's3://bucket/b.tif', type },
    },
  });
  const found = await read(search('/a.json'));
  expect(found).toMatchObject({ counts: { new: 1, problem: 1 }, hosts: ['stac.example'] });
  expect(world.rows()).toContainEqual(expect.objectContaining({ problem: 'address-remote', label: 'a: b' }));
});

it('an invalid response is reported; if the first request fails, so does the import', async () => {
  answers['/text'] = '<html></html>';
  expect(await read(search('/text'))).toMatchObject({ state: 'ready', counts: { new: 0, problem: 1 } });
  expect(await read(search('/nowhere'))).toMatchObject({
    state: 'failed',
    error: { code: 'SERVICE_FAILED' },
  });
  const other = { ...search('/'), address: 'ftp://x.example/' };
  await expect(world.parts.imports.readAddress(other)).rejects.toThrow('ADDRESS_REFUSED');
});

it('addresses beyond the limit are reported at once and not stored', async () => {
  let asking = 0;
  const empty = { scenes: [], problems: [], next: null, search: null, items: null };
  const found = readAddress(search('/'), {
    fetch: async () => '',
    async parse(_, address) {
      asking += 1;
      const follow = Array.from({ length: 2_000 }, (_each, n) => `${address}/${n}`);
      return { kind: 'container', ...empty, follow };
    },
  });
  const told: string[][] = [];
  for await (const { problems } of found) told.push(problems.map(({ problem }) => problem));
  expect(told[0]).toEqual(['too-many-entries']);
  expect(told.flat()).toHaveLength(1);
  expect(asking).toBe(500);
});

it('an endless catalog is bounded', async () => {
  let n = 0;
  world.faults.fetch = async () => {
    n += 1;
    return JSON.stringify(root([{ rel: 'child', href: `./${n}.json` }], false));
  };
  expect(await read(search('/'))).toMatchObject({ state: 'ready', counts: { problem: 1 } });
  expect(n).toBe(500);
  expect(world.rows()[0]?.problem).toBe('too-many-entries');
});

it('files are downloaded with their host recorded; a failed download is reported', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  world.faults.download = async (url) => {
    if (url.includes('bad'))
      throw new AppError('SERVICE_FAILED', { host: 'files.example', status: 403, detail: '' });
    return raster;
  };
  answers['/search'] = {
    type: 'FeatureCollection',
    features: [
      item('good', 'https://files.example/good.tif?sig=secret'),
      item('bad', 'https://files.example/bad.tif'),
    ],
  };
  expect(await read(search('/search'))).toMatchObject({
    hosts: ['files.example'],
    source: `${origin}/search`,
  });
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 1 } });
  expect(await world.details()).toMatchObject([
    { sceneId: 'good', filesOnDisk: 1, raw: { imported: { from: 'stac.example' } } },
  ]);
  expect(readFileSync(join(world.library, 'Imported/good/good.tif')).equals(raster)).toBe(true);
  // No address of a download is kept with the scene.
  expect(JSON.stringify(await world.details())).not.toContain('secret');
});

it('looks into what it has fetched: a raster away from its outline is told, and what is no raster is not imported', async () => {
  const away = join(world.source, 'away.tif');
  const side = 8;
  writeTiff(away, {
    widthPx: side,
    heightPx: side,
    data: new Uint8Array(side * side).fill(7),
    tags: [
      { tag: 33_550, type: 12, values: [1 / side, 1 / side, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, 40, 51, 0] },
      { tag: 34_735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
    ],
  });
  const raster = readFileSync(away);
  world.faults.download = async (url) => (url.includes('page') ? Buffer.from('<html></html>') : raster);
  answers['/search'] = {
    type: 'FeatureCollection',
    features: [item('away'), item('page'), foreignItem('bare', { ...item('bare'), geometry: null })],
  };
  await read(search('/search'));
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 2, failed: 1 } });
  const details = await world.details();
  const found = (id: string) => details.find(({ sceneId }) => sceneId === id);
  expect(found('away')?.raw).toMatchObject({ placeRemarks: [{ kind: 'outline', file: 'away.tif' }] });
  expect(found('bare')?.raw).not.toHaveProperty('placeRemarks');
  expect(found('bare')?.footprint).toMatchObject({ type: 'Polygon' });
  expect(world.rows().find(({ problem }) => problem !== null)).toMatchObject({ problem: 'not-tiff' });
});

it('an import pauses while the network is away, and continues later', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  let isAway = true;
  world.faults.download = async () => {
    if (isAway) throw new AppError('OFFLINE', { host: 'files.example' });
    return raster;
  };
  answers['/search'] = page(['a']);
  await read(search('/search'));
  expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'source-missing' });
  isAway = false;
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
});

it('one host without an address stops no scene of another host, and all are tried again', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  const got: string[] = [];
  let isAway = true;
  world.faults.download = async (url) => {
    got.push(new URL(url).host);
    if (isAway && url.startsWith('https://gone.example/'))
      throw new AppError('OFFLINE', { host: 'gone.example' });
    return raster;
  };
  const hosts = ['gone.example', 'files.example', 'gone.example', 'files.example'];
  const features = hosts.map((host, n) => item(`s${n}`, `https://${host}/${n}.tif`));
  answers['/search'] = { type: 'FeatureCollection', features };
  await read(search('/search'));
  expect(await world.carryOut()).toMatchObject({
    state: 'paused',
    trouble: 'source-missing',
    counts: { imported: 2, failed: 0 },
  });
  expect(got).toEqual(hosts);
  isAway = false;
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 4, failed: 0 } });
});

it('after several scenes in a row without a network the others are not tried', async () => {
  let asked = 0;
  world.faults.download = async () => {
    asked += 1;
    throw new AppError('OFFLINE', { host: 'files.example' });
  };
  answers['/search'] = page(Array.from({ length: 12 }, (_, n) => `s${n}`));
  await read(search('/search'));
  expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'source-missing' });
  expect(asked).toBe(5);
});

const fullDisks = {
  'becomes full during a download': () => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
  'has no room for the size of an item': () => new AppError('DISK_FULL', { path: '/', neededBytes: 9 }),
};
for (const [name, failure] of Object.entries(fullDisks))
  it(`an import pauses if the disk ${name}, and frees the space of the partial file`, async () => {
    const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
    let isFull = true;
    world.faults.download = async () => {
      if (isFull) throw failure();
      return raster;
    };
    answers['/search'] = page(['a']);
    await read(search('/search'));
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'disk-full' });
    isFull = false;
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
  });

it('a file of unknown size without room is reported, and is not asked for again by the rest of the import', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  const got: string[] = [];
  world.faults.download = async (url) => {
    got.push(url);
    if (url.endsWith('/a.tif')) throw new SourceFileError('no-room', '7000000');
    if (got.length === 2) throw new AppError('OFFLINE', { host: 'stac.example' });
    return raster;
  };
  answers['/search'] = page(['a', 'b']);
  await read(search('/search'));
  expect(await world.carryOut()).toMatchObject({ state: 'paused', counts: { failed: 1 } });
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 1 } });
  expect(got).toEqual(['a', 'b', 'b'].map((id) => `${origin}/files/${id}.tif`));
  expect(world.rows()[0]).toMatchObject({ label: 'a', problem: 'no-room', detail: '7000000' });
});

describe('a file that its host does not send', () => {
  const withPreview = (id: string, more: Record<string, unknown> = {}) =>
    foreignItem(id, {
      assets: {
        data: { href: `${origin}/files/${id}.tif`, type: 'image/tiff; application=geotiff', ...more },
        thumb: { href: `${origin}/files/${id}.png`, type: 'image/png', roles: ['thumbnail'] },
      },
    });
  const refuse = (pattern: RegExp) => {
    const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
    world.faults.download = async (url) => {
      if (pattern.test(url))
        throw new AppError('SERVICE_FAILED', { host: 'stac.example', status: 404, detail: '' });
      return raster;
    };
  };

  it('is left out if it is no raster, and named beside its scene', async () => {
    refuse(/png$/);
    answers['/search'] = { type: 'FeatureCollection', features: [withPreview('a')] };
    await read(search('/search'));
    expect(await world.carryOut()).toMatchObject({
      state: 'done',
      counts: { imported: 1, failed: 0, problem: 1 },
    });
    expect(
      world.rows().map(({ label, outcome, problem, detail }) => [label, outcome, problem, detail]),
    ).toEqual([
      ['a', 'problem', 'answer', 'SERVICE_FAILED a.png'],
      ['a', 'imported', null, ''],
    ]);
  });

  it('is named with its scene if it is a raster', async () => {
    refuse(/tif$/);
    answers['/search'] = { type: 'FeatureCollection', features: [withPreview('a')] };
    await read(search('/search'));
    expect(await world.carryOut()).toMatchObject({ counts: { imported: 0, failed: 1 } });
    expect(world.rows()[0]).toMatchObject({ problem: 'answer', detail: 'SERVICE_FAILED a.tif' });
  });

  it('is named as the item names it if its content is another one', async () => {
    refuse(/never/);
    const checksum = `1220${'0'.repeat(64)}`;
    answers['/search'] = {
      type: 'FeatureCollection',
      features: [withPreview('a', { 'file:checksum': checksum })],
    };
    await read(search('/search'));
    await world.carryOut();
    expect(world.rows()[0]).toMatchObject({ problem: 'checksum', detail: 'a.tif' });
  });
});

it('the key of a link is in memory only; after a restart its scene is left out and reported', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  const got: string[] = [];
  let isAway = true;
  world.faults.download = async (url) => {
    got.push(url);
    if (isAway) throw new AppError('OFFLINE', { host: 'files.example' });
    return raster;
  };
  const link = (id: string) => `https://files.example/token/topsecret1/${id}.tif?sig=topsecret2`;
  const features = [item('a', link('a')), item('b', 'https://files.example/b.tif')];
  answers['/search'] = { type: 'FeatureCollection', features };
  await read(search('/search'));
  const stored = () => JSON.stringify(world.store.all(z.unknown(), 'SELECT * FROM scene_import_row'));
  expect(stored()).toContain('files.example');
  expect(stored()).not.toContain('topsecret');
  expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'source-missing' });
  expect(got).toEqual([link('a'), 'https://files.example/b.tif']);
  world.restart();
  await world.parts.imports.recover();
  isAway = false;
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 1 } });
  expect(world.rows()[0]).toMatchObject({ label: 'a', problem: 'link-key', detail: 'files.example' });
});

it('keys that an earlier version stored are removed, and are used until Nadir is closed', async () => {
  const raster = readFileSync(putRaster(join(world.source, 'r.tif')));
  const got: string[] = [];
  world.faults.download = async (url) => {
    got.push(url);
    return raster;
  };
  answers['/search'] = page(['a']);
  await read(search('/search'));
  world.store.run(`UPDATE scene_import SET state = 'paused'`);
  world.store.run(`UPDATE scene_import_row SET plan = replace(plan, '/a.tif"', '/a.tif?sig=topsecret"')`);
  await world.parts.imports.recover();
  expect(JSON.stringify(world.store.all(z.unknown(), 'SELECT * FROM scene_import_row'))).not.toContain(
    'topsecret',
  );
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
  expect(got).toEqual([`${origin}/files/a.tif?sig=topsecret`]);
});
