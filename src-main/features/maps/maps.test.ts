import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapBox, NewMap } from '../../../src-preload/contract/maps.ts';
import { colouredTile, pyramid, writeMbtiles } from '../../../testing/made-maps.ts';
import { mapMessage } from '../../../testing/map-message.ts';
import { createMapsHarness, type MapsHarness } from '../../../testing/maps-harness.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';
import { middleTile } from './tile-grid.ts';
import { createTileRoute } from './tile-route.ts';

const signal = new AbortController().signal;
const tile = colouredTile([10, 120, 60]);

let server: ScriptedServer;
let harness: MapsHarness;
beforeEach(async () => {
  server = await startScriptedServer({ script: (_, response) => response.end(tile) });
  harness = createMapsHarness();
});
afterEach(async () => {
  await harness.end();
  await server.close();
});

const xyz = (more: Partial<NewMap> = {}): NewMap => ({
  kind: 'xyz',
  address: `${server.origin()}/{z}/{x}/{y}.png`,
  subdomains: '',
  layer: null,
  key: null,
  name: 'Streets',
  attribution: '© Somebody',
  minZoom: 0,
  maxZoom: 10,
  keyForSession: false,
  ...more,
});
const add = async (more: Partial<NewMap> = {}) => (await harness.maps.addAddress(xyz(more), signal)).id;
const stateOf = (id: MapSourceId) => harness.maps.list().find((source) => source.id === id);
const asked = () => server.seen.map(({ path }) => path);
const said = (promise: Promise<unknown>) => promise.then(() => 'accepted', mapMessage);

describe('the list of maps', () => {
  it('begins with the last one that was added, and moves, changes and removes', async () => {
    const path = writeMbtiles(join(harness.folder, 'field.mbtiles'), { tiles: pyramid(1, tile) });
    const file = await harness.maps.addFile(path, new AbortController().signal);
    const street = await add();
    expect(harness.maps.list().map(({ id }) => id)).toEqual([street, file.id]);
    harness.maps.move(street, 1);
    expect(harness.maps.list().map(({ id }) => id)).toEqual([file.id, street]);
    expect(harness.maps.update(street, { opacity: 0.4, visible: false })).toMatchObject({
      opacity: 0.4,
      visible: false,
      name: 'Streets',
    });
    await harness.restart();
    expect(stateOf(street)).toMatchObject({ opacity: 0.4, visible: false, state: 'idle' });
    await harness.maps.remove(file.id);
    expect(harness.maps.list().map(({ id }) => id)).toEqual([street]);
    expect(existsSync(path)).toBe(true);
  });

  it('says of a file that has gone what is wrong, and draws it again when it is back', async () => {
    const path = join(harness.folder, 'field.mbtiles');
    const make = () => writeMbtiles(path, { tiles: pyramid(1, tile) });
    make();
    const { id } = await harness.maps.addFile(path, new AbortController().signal);
    const bytes = readFileSync(path);
    rmSync(path);
    expect(await said(harness.maps.tile(id, { z: 0, x: 0, y: 0 }, signal))).toContain('There is no file');
    expect(stateOf(id)).toMatchObject({
      state: 'failing',
      error: { code: 'MAP_UNUSABLE', data: { reason: 'file-missing' } },
    });
    writeFileSync(path, bytes);
    await harness.maps.retry(id);
    expect((await harness.maps.tile(id, { z: 0, x: 0, y: 0 }, signal)).bytes.byteLength).toBe(
      tile.byteLength,
    );
    expect(stateOf(id)).toMatchObject({ state: 'ok', revision: 2 });
  });
});

describe('the key of a server', () => {
  it('is in the keychain only', async () => {
    const id = await add({ address: `${server.origin()}/{z}/{x}/{y}?token=VerySecret77` });
    await harness.maps.tile(id, { z: 1, x: 0, y: 1 }, signal);
    expect(asked().at(-1)).toBe('/1/0/1?token=VerySecret77');
    expect(harness.keys.get(id)).toBe('VerySecret77');
    expect(harness.bytes().includes('VerySecret77')).toBe(false);
    expect(JSON.stringify([harness.maps.list(), harness.client.log])).not.toContain('VerySecret77');
    const kept = readdirSync(join(harness.folder, 'maps')).map((name) =>
      readFileSync(join(harness.folder, 'maps', name)),
    );
    expect(Buffer.concat(kept).includes('VerySecret77')).toBe(false);
    await harness.maps.remove(id);
    expect(harness.keys.size).toBe(0);
  });

  it('that is lost is told as such', async () => {
    const id = await add({ address: `${server.origin()}/{z}/{x}/{y}?token=VerySecret77` });
    harness.keys.clear();
    expect(await said(harness.maps.tile(id, { z: 1, x: 0, y: 1 }, signal))).toContain('needs a key');
  });
});

describe('the tiles of a server', () => {
  const place = { z: 2, x: 1, y: 1 };

  it('come from the cache for as long as the server says, and are then compared', async () => {
    server.play((request, response) => {
      if (request.headers['if-none-match'] === '"one"')
        response.writeHead(304, { 'cache-control': 'max-age=60' }).end();
      else response.writeHead(200, { 'cache-control': 'max-age=60', etag: '"one"' }).end(tile);
    });
    const id = await add();
    server.seen.length = 0;
    await harness.maps.tile(id, place, signal);
    harness.clock.now += 59_000;
    await harness.maps.tile(id, place, signal);
    expect(asked()).toHaveLength(1);
    harness.clock.now += 2_000;
    expect((await harness.maps.tile(id, place, signal)).bytes.byteLength).toBe(tile.byteLength);
    expect(server.seen.at(-1)?.headers['if-none-match']).toBe('"one"');
    await harness.maps.tile(id, place, signal);
    expect(asked()).toHaveLength(2);
  });

  it('are not kept if the server forbids it', async () => {
    server.play((_, response) => response.writeHead(200, { 'cache-control': 'private, no-store' }).end(tile));
    const id = await add();
    server.seen.length = 0;
    for (const _ of [1, 2]) await harness.maps.tile(id, place, signal);
    expect(asked()).toHaveLength(2);
  });

  it('outside of its zooms and of the world are not asked for', async () => {
    const id = await add();
    server.seen.length = 0;
    for (const outside of [
      { z: 11, x: 0, y: 0 },
      { z: 2, x: 4, y: 0 },
      { z: 2, x: 0, y: 99 },
    ])
      expect((await harness.maps.tile(id, outside, signal)).bytes.byteLength).toBe(0);
    expect(asked()).toEqual([]);
  });

  it('are left alone after 429 for as long as the server says, then asked for one at a time', async () => {
    const id = await add();
    server.play((_, response) => response.writeHead(429, { 'retry-after': '30' }).end());
    server.seen.length = 0;
    expect(await said(harness.maps.tile(id, place, signal))).toBe('RATE_LIMITED');
    for (let x = 0; x < 20; x += 1)
      expect(await said(harness.maps.tile(id, { z: 6, x, y: 0 }, signal))).toBe('RATE_LIMITED');
    expect(asked()).toHaveLength(1);
    expect(stateOf(id)).toMatchObject({
      state: 'failing',
      error: { code: 'RATE_LIMITED' },
      retryAt: new Date(harness.clock.now + 30_000).toISOString(),
    });
    harness.pass(30_000);
    expect(stateOf(id)).toMatchObject({ state: 'failing', retryAt: null });
    server.play((_, response) => response.end(tile));
    await harness.maps.tile(id, place, signal);
    expect(stateOf(id)).toMatchObject({ state: 'ok', error: null });
  });

  it('that were seen are shown when the server is gone', async () => {
    server.play((_, response) => response.writeHead(200, { 'cache-control': 'no-cache' }).end(tile));
    const id = await add();
    await harness.maps.tile(id, place, signal);
    await server.close();
    expect((await harness.maps.tile(id, place, signal)).bytes.byteLength).toBe(tile.byteLength);
    for (const x of [2, 3])
      expect(await said(harness.maps.tile(id, { z: 3, x, y: 1 }, signal))).toBe('UNREACHABLE');
    await harness.maps.tile(id, place, signal);
    expect(stateOf(id)).toMatchObject({ state: 'saved-only', error: { code: 'UNREACHABLE' } });
  });

  it('are served with a type and without a name of the server', async () => {
    const answer = createTileRoute({ maps: harness.maps });
    const id = await add();
    const get = async (path: string) => answer(new Request(`http://127.0.0.1${path}`), path);
    const good = await get(`/files/map-tile/${id}/1/2/1/1`);
    expect([good?.status, good?.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await get(`/files/map-tile/${id}/1/19/1/1`))?.status).toBe(204);
    const failed = await get('/files/map-tile/000000000000/1/2/1/1');
    expect([failed?.status, failed?.headers.get('x-nadir-tile')]).toEqual([204, 'failed']);
    for (const path of [`/files/map-tile/${id}/1/2/1`, `/files/map-tile/${id}/../1/2/1/1`, '/files/raster/1'])
      expect(await get(path)).toBeNull();
  });
});

describe('an area', () => {
  const box: MapBox = [5, 45, 11, 48];
  const request = (sourceId: MapSourceId) => ({ sourceId, box, minZoom: 0, maxZoom: 6, name: 'The Alps' });
  const areaOf = (id: MapSourceId) => stateOf(id)?.areas[0];

  it('is saved only where the user has stated that it may be, and only within a bound', async () => {
    const id = await add();
    expect(() => harness.maps.saveArea(request(id))).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ reason: 'offline-not-allowed' }) }),
    );
    harness.maps.update(id, { offlineAllowed: true });
    const everywhere: MapBox = [-180, -90, 180, 90];
    const world = { ...request(id), box: everywhere, maxZoom: 10 };
    expect(harness.maps.estimateArea(world).tileCount).toBe(1_398_101);
    expect(() => harness.maps.saveArea(world)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ reason: 'area-large' }) }),
    );
    expect(() => harness.maps.saveArea({ ...request(id), maxZoom: 12 })).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ reason: 'area-zooms' }) }),
    );
  });

  it('is there when the server is not, also after a restart, until it is removed', async () => {
    server.play((_, response) => response.writeHead(200, { 'cache-control': 'no-store' }).end(tile));
    const id = await add();
    harness.maps.update(id, { offlineAllowed: true });
    const { tileCount, bytes } = harness.maps.estimateArea(request(id));
    expect(bytes).toBeGreaterThan(0);
    harness.maps.saveArea(request(id));
    await harness.until(() => areaOf(id)?.state === 'complete');
    const saved = areaOf(id);
    expect(saved).toMatchObject({ doneCount: tileCount, missingCount: 0 });
    await server.close();
    await harness.restart();
    const [file = ''] = readdirSync(join(harness.folder, 'maps', 'areas'));
    expect(saved?.bytes).toBe(statSync(join(harness.folder, 'maps', 'areas', file)).size);
    expect(saved?.bytes).toBeGreaterThan(tileCount * tile.byteLength);
    expect((await harness.maps.tile(id, middleTile('mercator', 6, box), signal)).bytes.byteLength).toBe(
      tile.byteLength,
    );
    const area = areaOf(id);
    if (!area) throw new Error('the area is gone');
    await harness.maps.removeArea(area.id);
    expect(readdirSync(join(harness.folder, 'maps', 'areas'))).toEqual([]);
    expect(await said(harness.maps.tile(id, middleTile('mercator', 6, box), signal))).toBe('UNREACHABLE');
  });

  it('goes on where it stopped, and asks for no tile twice', async () => {
    let left = 5;
    server.play((_, response) => {
      left -= 1;
      if (left < 0) response.writeHead(200, { 'cache-control': 'no-store' }).write('never ends');
      else response.writeHead(200, { 'cache-control': 'no-store' }).end(tile);
    });
    const id = await add();
    harness.maps.update(id, { offlineAllowed: true });
    server.seen.length = 0;
    const area = harness.maps.saveArea(request(id));
    await new Promise<void>((resolve) => {
      const check = () => (server.seen.length >= 6 ? resolve() : setImmediate(check));
      check();
    });
    await harness.maps.pauseArea(area.id);
    expect(areaOf(id)?.state).toBe('paused');
    const before = new Set(asked().slice(0, 4));
    server.seen.length = 0;
    server.play((_, response) => response.writeHead(200, { 'cache-control': 'no-store' }).end(tile));
    harness.maps.resumeArea(area.id);
    await harness.until(() => areaOf(id)?.state === 'complete');
    expect(asked().filter((path) => before.has(path))).toEqual([]);
    expect(areaOf(id)?.doneCount).toBe(area.tileCount);
  });

  it('waits while the server has to be left alone, and stops after some pauses with the reason', async () => {
    const id = await add();
    harness.maps.update(id, { offlineAllowed: true });
    server.play((_, response) => response.writeHead(429, { 'retry-after': '10' }).end());
    harness.maps.saveArea(request(id));
    for (let pauses = 0; pauses < 6; pauses += 1) {
      await harness.until(() => stateOf(id)?.retryAt !== null || areaOf(id)?.state === 'failed');
      harness.pass(3_600_000);
    }
    await harness.until(() => areaOf(id)?.state === 'failed');
    expect(areaOf(id)).toMatchObject({ state: 'failed', error: { code: 'RATE_LIMITED' } });
  });

  it('that was being saved when Nadir ended is paused', async () => {
    const id = await add();
    server.play((_, response) => void response.writeHead(200).write('never ends'));
    harness.maps.update(id, { offlineAllowed: true });
    harness.maps.saveArea(request(id));
    await harness.restart();
    expect(areaOf(id)?.state).toBe('paused');
  });
});
