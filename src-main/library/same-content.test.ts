import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ImportWorld, openImportWorld, putRaster } from '../../testing/import-world.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(() => world.remove());

async function importScenes(values: Record<string, number>) {
  for (const [name, value] of Object.entries(values)) putRaster(join(world.source, `${name}.tif`), value);
  await world.read();
  // The second one of a content is left out unless it is ticked.
  world.parts.imports.want(world.newest().importId, null, true);
  await world.carryOut();
}

const sameScenes = async () => {
  const { rows } = await world.parts.scenes.list({
    filter: { hasSameContent: true },
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 200,
  });
  return rows.map(({ sceneId }) => sceneId).toSorted();
};

it('scenes with a raster that lies on the disk twice are found, and each file names the other', async () => {
  await importScenes({ a: 1, b: 2, copy: 1 });
  expect(await sameScenes()).toEqual(['a', 'copy']);
  const scenes = new Map((await world.details()).map((scene) => [scene.sceneId, scene]));
  const named = (name: string) => [...scenes].find(([sceneId]) => sceneId === name)?.[1].files[0];
  expect(named('a')?.sameFiles).toMatchObject([{ sceneId: 'copy', fileName: 'copy.tif' }]);
  expect(named('copy')?.sameFiles).toMatchObject([{ sceneId: 'a', fileName: 'a.tif' }]);
  expect(named('b')?.sameFiles).toEqual([]);
});

it('a file that two scenes have at one path lies there once, and one that is missing does not count', async () => {
  await importScenes({ a: 1, copy: 1 });
  world.store.run(`UPDATE scene_file SET missing = 1 WHERE file_name = 'copy.tif'`, {});
  expect(await sameScenes()).toEqual([]);
  world.store.run(
    `UPDATE scene_file SET missing = 0, path = (SELECT path FROM scene_file WHERE file_name = 'a.tif') WHERE file_name = 'copy.tif'`,
    {},
  );
  expect(await sameScenes()).toEqual([]);
});
