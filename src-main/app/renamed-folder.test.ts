import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';
import { walkCatalog } from '../../testing/stac/check-catalog.ts';

it('a scene whose folder was renamed in the library is found again by its item', async () => {
  const { folder, library, page } = makeFolderOfOneScene('nadir-renamed-');
  let now = await openAppIn(folder);
  onTestFinished(async () => {
    await now.app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const stateOf = async () =>
    (await now.client.library.get({ librarySceneId }).catch(() => null))?.files[0]?.state;
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('on-disk');
  await now.client.reviews.state({ librarySceneId, statement: { field: 'rating', value: 4 } });
  const pageText = () => (existsSync(page) ? readFileSync(page, 'utf8') : '');
  await expect.poll(pageText, { timeout: 30_000 }).toContain('Coast/S1');
  // Without its mark, a library of which no file is found may be an empty mount point.
  await expect.poll(() => existsSync(join(library, '.nadir-library.json')), { timeout: 30_000 }).toBe(true);
  await now.app.close();

  renameSync(join(library, 'Coast'), join(library, 'Coast of 2026'));
  renameSync(join(library, 'Coast of 2026/S1'), join(library, 'Coast of 2026/Harbour'));
  now = await openAppIn(folder);
  // The record has the new place, and the catalog links to the item there.
  await expect.poll(pageText, { timeout: 30_000 }).toContain('Coast%20of%202026/Harbour');
  expect(await stateOf()).toBe('on-disk');
  const { items, problems } = await walkCatalog(library);
  expect(problems).toEqual([]);
  expect(items.map(({ item: { id } }) => id)).toEqual(['S1']);
  expect((await now.client.reviews.ofScene({ librarySceneId })).summary.rating).toBe(4);
}, 120_000);
