import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';

it('a file that the check has found damaged is named so in the details of its scene and in reports', async () => {
  const { folder, library } = makeFolderOfOneScene('nadir-damage-');
  const { app, client } = await openAppIn(folder);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const files = async () => (await client.library.get({ librarySceneId })).files;
  await expect
    .poll(
      () =>
        files().then(
          ([file]) => file?.state,
          () => null,
        ),
      { timeout: 30_000 },
    )
    .toBe('on-disk');
  expect((await files())[0]?.badReason).toBeUndefined();
  const [raster = ''] = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tif'),
  );
  const path = join(library, raster);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
  await client.holdings.startCheck({ anew: true });
  await expect.poll(async () => (await files())[0]?.badReason, { timeout: 30_000 }).toBe('checksum');
  const [places = []] = await client.library.filePlaces({ librarySceneIds: [librarySceneId] });
  expect(places[0]).toMatchObject({ badReason: 'checksum' });
}, 120_000);
