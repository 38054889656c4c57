import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { catalogScene } from '../../testing/catalog-scene.ts';
import { putRaster } from '../../testing/import-world.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { toItem } from '../holdings/format/to-item.ts';
import { createApp } from './create-app.ts';

it('scenes that are opened and judged while the drive of the library is unplugged are whole when it is back, without a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-unplugged-'));
  const library = join(folder, 'library');
  mkdirSync(join(folder, 'renderer'));
  mkdirSync(join(library, '_catalog'), { recursive: true });
  const scene = catalogScene(1);
  const item = join(library, 'Coast/S1/stac-item.json');
  mkdirSync(dirname(item), { recursive: true });
  const paths = {
    itemPath: 'Coast/S1/stac-item.json',
    rootPath: 'catalog.json',
    pagePath: '_catalog/2026/03/page-0001/catalog.json',
  };
  writeFileSync(item, JSON.stringify(toItem(scene, paths)));
  for (const { path } of scene.files) putRaster(join(library, path));
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
      revealInFolder: async () => undefined,
    },
  });
  const client = createRouterClient(app.router);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const stateOf = async () => (await client.library.get({ librarySceneId })).files[0]?.state;
  await expect.poll(() => stateOf().catch(() => null), { timeout: 30_000 }).toBe('on-disk');
  const [file] = (await client.library.get({ librarySceneId })).files;
  if (file === undefined) throw new Error('the scene has no file');
  const { fileId } = file;
  expect(await client.library.rasterInfo({ fileId })).toMatchObject({ widthPx: 2 });
  await expect
    .poll(async () => (await client.reviews.status({})).read.state, { timeout: 30_000 })
    .toBe('done');

  const unplugged = join(folder, 'unplugged');
  renameSync(library, unplugged);
  await expect(client.library.rasterInfo({ fileId })).rejects.toMatchObject({ code: 'FOLDER_AWAY' });
  expect(await stateOf()).toBe('on-disk');
  const notices = async () =>
    (await client.app.notices()).filter(({ kind }) => kind === 'library-folder-away').length;
  expect(await notices()).toBe(1);
  const verdict = { verdict: 'accepted', reason: '' } as const;
  await client.reviews.state({ librarySceneId, statement: { field: 'verdict', value: verdict } });
  await expect
    .poll(async () => (await client.reviews.status({})).trouble, { timeout: 30_000 })
    .toBe('library-missing');
  expect(existsSync(library)).toBe(false);

  renameSync(unplugged, library);
  await expect
    .poll(() => client.library.rasterInfo({ fileId }).catch(() => null), { timeout: 30_000 })
    .toMatchObject({ widthPx: 2 });
  expect(await notices()).toBe(0);
  // Long before the end of the pause after a failure.
  await expect.poll(async () => (await client.reviews.status({})).waiting, { timeout: 15_000 }).toBe(0);
  expect(readdirSync(dirname(item)).filter((name) => name.startsWith('stac-review.'))).toHaveLength(1);
}, 120_000);
