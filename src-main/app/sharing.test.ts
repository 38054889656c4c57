import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogScene, putFiles } from '../../testing/catalog-scene.ts';
import { putRaster } from '../../testing/import-world.ts';
import { type MemoryKeychain, makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { landingSchema } from '../../testing/stac/check-api.ts';
import { toItem } from '../features/library/holdings/format/to-item.ts';
import type { HostApp } from '../host/host-app.ts';
import { createApp } from './create-app.ts';

let folder: string;
let keychain: MemoryKeychain;
let apps: HostApp[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-sharing-'));
  mkdirSync(join(folder, 'renderer'));
  keychain = makeMemoryKeychain();
  apps = [];
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback' as const,
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => keychain.keychain,
      systemProxy: async () => null,
    },
  });
  apps.push(app);
  const client = createRouterClient(app.router);
  const close = async () => {
    apps = apps.filter((each) => each !== app);
    await app.close();
  };
  return { client, close };
}

const keyIn = (address: string | undefined) => new URL(address ?? '').pathname.split('/')[1] ?? '';
const read = async (address: string) => (await fetch(address)).status;
const refused = (address: string) => expect(fetch(address)).rejects.toThrow('fetch failed');

it('is off at first, and is there until it is switched off; its port and key outlive a start', async () => {
  const first = await start();
  expect(await first.client.sharing.status()).toMatchObject({ isOn: false, state: 'off', origin: null });
  expect(await first.client.sharing.addresses()).toBeNull();
  const on = await first.client.sharing.set({ isOn: true });
  expect(on).toMatchObject({ state: 'on', trouble: null, port: null, keyKept: 'keychain' });
  const addresses = await first.client.sharing.addresses();
  const stac = addresses?.stac ?? '';
  expect(stac.startsWith(`${on.origin}/`)).toBe(true);
  // Who reads the status learns no key.
  expect(JSON.stringify(await first.client.sharing.status())).not.toContain(keyIn(stac));
  landingSchema.parse(await (await fetch(stac)).json());
  const items = z.object({ features: z.array(z.unknown()) });
  expect(items.parse(await (await fetch(`${stac}search`)).json()).features).toEqual([]);
  const tile = await fetch(addresses?.tiles.replace('{z}/{x}/{y}', '0/0/0') ?? '');
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(await read(addresses?.wmts ?? '')).toBe(200);
  expect(await read(`${stac}tiles/7/0/0/0.png`)).toBe(404);
  expect(await read(`${stac}assets/7/a.tif`)).toBe(404);
  await first.close();
  await refused(stac);

  const second = await start();
  await expect.poll(async () => (await second.client.sharing.status()).state).toBe('on');
  expect((await second.client.sharing.addresses())?.stac).toBe(stac);
  expect(await read(stac)).toBe(200);
  expect(await second.client.sharing.set({ isOn: false })).toMatchObject({ state: 'off', origin: null });
  await refused(stac);
  await second.close();
  expect(await (await start()).client.sharing.status()).toMatchObject({ state: 'off' });
});

it('paints tiles of rasters that this Nadir has never opened, beside newer ones that nobody can draw', async () => {
  const library = join(folder, 'library');
  mkdirSync(join(library, '_catalog'), { recursive: true });
  const ring = [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 51],
    [10, 50],
  ];
  const footprint = { type: 'Polygon', coordinates: [ring] };
  // More than a tile shows, so that they would leave no place for the only one that can be drawn.
  for (let n = 1; n <= 14; n += 1) {
    const scene = catalogScene(n, {
      footprint,
      timestamp: `2026-03-${String(n).padStart(2, '0')}T10:30:00.000Z`,
    });
    const paths = {
      itemPath: `Coast/S${n}/stac-item.json`,
      rootPath: 'catalog.json',
      pagePath: '_catalog/2026/03/page-0001/catalog.json',
    };
    putFiles(library, scene);
    writeFileSync(join(library, paths.itemPath), JSON.stringify(toItem(scene, paths)));
  }
  putRaster(join(library, 'Coast/S1/S1.tif'), 200);
  const { client } = await start();
  await client.sharing.set({ isOn: true });
  const address = (await client.sharing.addresses())?.tiles ?? '';
  const tile = async (place: string) => {
    const answer = await fetch(address.replace('{z}/{x}/{y}', place));
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString('base64') : null;
  };
  await expect
    .poll(async () => (await client.holdings.status()).rebuild.state, { timeout: 30_000 })
    .toBe('done');
  const blank = await tile('8/0/0');
  expect(blank).not.toBeNull();
  const painted = await tile('8/135/86');
  expect(painted).not.toBeNull();
  expect(painted).not.toBe(blank);
}, 60_000);

it('has another key when one is wanted, and the one of before opens nothing', async () => {
  const { client } = await start();
  await client.sharing.set({ isOn: true });
  const before = (await client.sharing.addresses())?.stac ?? '';
  await client.sharing.renewKey();
  const after = (await client.sharing.addresses())?.stac ?? '';
  expect(keyIn(after)).not.toBe(keyIn(before));
  expect([await read(before), await read(after)]).toEqual([401, 200]);
});

it('says that a port is taken, and takes it when it is free', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve(z.object({ port: z.number() }).parse(other.address()).port)),
  );
  const { client } = await start();
  const failed = await client.sharing.set({ isOn: true, port: taken });
  expect(failed).toMatchObject({ isOn: true, state: 'failed', trouble: 'port-taken', origin: null });
  await new Promise((resolve) => other.close(resolve));
  expect(await client.sharing.set({ isOn: true })).toMatchObject({ origin: `http://127.0.0.1:${taken}` });
  for (const port of [0, 80, 1_023, 65_536, 1.5])
    await expect(client.sharing.set({ port })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

it('keeps its key for the session where no keychain takes it', async () => {
  keychain.fail('no keychain');
  const { client, close } = await start();
  expect(await client.sharing.set({ isOn: true })).toMatchObject({ state: 'on', keyKept: 'session' });
  const before = (await client.sharing.addresses())?.stac ?? '';
  await close();
  const again = await start();
  await expect.poll(async () => (await again.client.sharing.status()).state).toBe('on');
  expect(keyIn((await again.client.sharing.addresses())?.stac)).not.toBe(keyIn(before));
});

it('starts with the usual settings where its own cannot be read', async () => {
  writeFileSync(join(folder, 'sharing.json'), '{"version":1,"content":{"isOn":"yes"}}');
  const { client } = await start();
  expect(await client.sharing.status()).toMatchObject({ isOn: false });
  expect(JSON.stringify(await client.app.notices())).toContain('settings-kept-aside');
});

it('writes its key nowhere: not into the data folder, the log or a support bundle', async () => {
  const { client } = await start();
  await client.sharing.set({ isOn: true });
  const stac = (await client.sharing.addresses())?.stac ?? '';
  const key = keyIn(stac);
  for (const path of ['', 'search', 'search?limit=0', 'nothing', 'assets/1/a', `${key}/${key}`])
    await read(`${stac}${path}`);
  // What fails with the key in its text is what a log would hold.
  await client.library
    .get({ librarySceneId: z.number().brand<'LibrarySceneId'>().parse(9) })
    .catch(() => null);
  const bundle = await client.activity.makeBundle();
  expect(bundle.files.length).toBeGreaterThan(2);
  const texts = bundle.files.map(({ text }) => text);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) texts.push(readFileSync(path, 'latin1'));
  }
  expect(texts.length).toBeGreaterThan(5);
  for (const text of texts) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, 16));
  }
  expect([...keychain.entries.values()].join()).toContain(key);
});
