import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';

it('scenes that are opened and judged while the drive of the library is unplugged are whole when it is back, without a restart', async () => {
  const { folder, library, item } = makeFolderOfOneScene('nadir-unplugged-');
  const { app, client } = await openAppIn(folder);
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
