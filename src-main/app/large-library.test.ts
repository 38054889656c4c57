import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';

it('finds out after the start which of many files are gone', async () => {
  const { folder } = makeFolderOfOneScene('nadir-large-');
  let now = await openAppIn(folder);
  onTestFinished(async () => {
    await now.app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const librarySceneId = librarySceneIdSchema.parse(1);
  const states = async () => {
    const scene = await now.client.library.get({ librarySceneId }).catch(() => null);
    return Object.groupBy(scene?.files ?? [], ({ state }) => state);
  };
  await expect.poll(async () => (await states())['on-disk']?.length, { timeout: 30_000 }).toBe(1);
  await now.app.close();

  const database = new DatabaseSync(join(folder, 'nadir.db'));
  database.exec(`WITH RECURSIVE more(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM more WHERE n < 600)
    INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, size_bytes, saved_at)
    SELECT scene_row, 'attachment', 'gone-' || n, 'gone-' || n, bands, n, 'Coast/S1/gone-' || n, 9, saved_at
    FROM scene_file, more WHERE kind = 'raster'`);
  database.close();
  now = await openAppIn(folder);
  await expect.poll(async () => (await states()).missing?.length, { timeout: 60_000 }).toBe(600);
  expect((await states())['on-disk']).toHaveLength(1);
}, 120_000);
