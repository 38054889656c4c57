import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { putRaster } from '../../testing/import-world.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { createApp } from './create-app.ts';

async function openApp(folder: string) {
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0.0.0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
    },
  });
  const client = createRouterClient(app.router);
  const told = async () =>
    (await client.app.notices()).flatMap(({ kind, data, id }) =>
      kind === 'import-unfinished' ? [{ data, id }] : [],
    );
  return { app, client, told };
}
const within = { timeout: 20_000 };

it('an import that waits is a notice, also after the next start, until it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-unfinished-'));
  mkdirSync(join(folder, 'renderer'));
  let { app, client, told } = await openApp(folder);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const source = join(folder, 'source');
  for (const n of [1, 2]) putRaster(join(source, `${n}.tif`), n);
  const { importId } = await client.sceneImports.read({ paths: [source] });
  const isState = (state: string) =>
    expect.poll(async () => (await client.sceneImports.list())[0]?.state, within).toBe(state);
  await isState('ready');
  expect(await told()).toEqual([]);
  renameSync(source, join(folder, 'away'));
  await client.sceneImports.start({ importId });
  await isState('paused');
  await expect.poll(told, within).toMatchObject([{ data: { source, imported: '0', waiting: '2' } }]);
  const [first] = await told();
  await client.app.dismissNotice({ id: first?.id ?? '' });
  expect(await told()).toEqual([]);
  await app.close();

  ({ app, client, told } = await openApp(folder));
  await expect.poll(told, within).toMatchObject([{ data: { source, imported: '0', waiting: '2' } }]);
  renameSync(join(folder, 'away'), source);
  await client.sceneImports.start({ importId });
  await isState('done');
  await expect.poll(told, within).toEqual([]);
});
