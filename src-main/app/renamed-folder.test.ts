import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { catalogScene } from '../../testing/catalog-scene.ts';
import { putRaster } from '../../testing/import-world.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { walkCatalog } from '../../testing/stac/check-catalog.ts';
import { toItem } from '../holdings/format/to-item.ts';
import { createApp } from './create-app.ts';

it('a scene whose folder was renamed in the library is found again by its item', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-renamed-'));
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
  const open = async () => {
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
    return { app, client: createRouterClient(app.router) };
  };
  let now = await open();
  onTestFinished(async () => {
    await now.app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const stateOf = async () =>
    (await now.client.library.get({ librarySceneId }).catch(() => null))?.files[0]?.state;
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('on-disk');
  await now.client.reviews.state({ librarySceneId, statement: { field: 'rating', value: 4 } });
  const pageText = () => {
    const path = join(library, paths.pagePath);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  await expect.poll(pageText, { timeout: 30_000 }).toContain('Coast/S1');
  // Without its mark, a library of which no file is found may be an empty mount point.
  await expect.poll(() => existsSync(join(library, '.nadir-library.json')), { timeout: 30_000 }).toBe(true);
  await now.app.close();

  renameSync(join(library, 'Coast'), join(library, 'Coast of 2026'));
  renameSync(join(library, 'Coast of 2026/S1'), join(library, 'Coast of 2026/Harbour'));
  now = await open();
  // The record has the new place, and the catalog links to the item there.
  await expect.poll(pageText, { timeout: 30_000 }).toContain('Coast%20of%202026/Harbour');
  expect(await stateOf()).toBe('on-disk');
  const { items, problems } = await walkCatalog(library);
  expect(problems).toEqual([]);
  expect(items.map(({ item: { id } }) => id)).toEqual(['S1']);
  expect((await now.client.reviews.ofScene({ librarySceneId })).summary.rating).toBe(4);
}, 120_000);
