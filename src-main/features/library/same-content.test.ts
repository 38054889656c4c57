import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type ImportWorld, openImportWorld, putRaster } from '../../../testing/import-world.ts';
import { createSameContent } from './same-content.ts';

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

it('the files with the same content are found by an index, not by reading each file of the library', async () => {
  await importScenes({ a: 1, copy: 1 });
  const plans: string[] = [];
  const search = createSameContent({
    store: {
      all(row, sql, params) {
        const planRow = z.object({ detail: z.string() });
        plans.push(
          ...world.store.all(planRow, `EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail),
        );
        return world.store.all(row, sql, params);
      },
    },
  });
  const [first] = (await world.details()).flatMap(({ files }) => files);
  expect(search.filesLike(first?.fileId ?? expect.fail('there is no file'))).toHaveLength(1);
  expect(plans.join('\n')).toContain('SEARCH other USING INDEX scene_file_same (size_bytes=? AND sha256=?)');
  expect(plans.filter((plan) => /^SCAN/.test(plan))).toEqual([]);
});
