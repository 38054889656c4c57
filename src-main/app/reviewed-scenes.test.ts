import { afterEach, beforeEach, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { allMigrations } from './all-migrations.ts';
import { createReviewedScenes } from './reviewed-scenes.ts';

const hash = (digit: string) => digit.repeat(64);
let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

const id = (n: number) => librarySceneIdSchema.parse(n);

/** Records scenes with the hashes of their rasters. */
function addScenes(
  scenes: readonly { connectionId: string; contractId: string; sceneId: string; rasters: string[] }[],
) {
  for (const [n, { connectionId, contractId, sceneId, rasters }] of scenes.entries()) {
    opened.store.run(
      `INSERT INTO scene (id, connection_id, contract_id, scene_id, folded, raw, seen_at)
       VALUES (:id, :connectionId, :contractId, :sceneId, '', '{}', '2026-01-01T00:00:00.000Z')`,
      { id: n + 1, connectionId, contractId, sceneId },
    );
    for (const [position, sha256] of rasters.entries())
      opened.store.run(
        `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, sha256)
         VALUES (:scene, 'raster', :name, :name, '[]', :position, :sha256)`,
        { scene: n + 1, name: `${position}.tif`, position, sha256 },
      );
  }
}

const create = () =>
  createReviewedScenes({
    store: opened.store,
    session: { named: () => [] },
    folderWatch: { isAway: () => false },
  });
const imported = { connectionId: 'imported', contractId: null, service: null };

it('an imported scene is the one with the same raster, not the one with the same name', () => {
  addScenes([
    { connectionId: 'imported', contractId: '', sceneId: 'ortho', rasters: [hash('a'), hash('b')] },
    { connectionId: 'imported', contractId: '', sceneId: 'ortho-2', rasters: [hash('c')] },
    { connectionId: 'desk', contractId: 'cont.1', sceneId: 'S1', rasters: [hash('d')] },
  ]);
  const scenes = create();
  expect(scenes.get(id(1))?.scene).toEqual({
    ...imported,
    sceneId: 'ortho',
    files: [hash('a'), hash('b')],
  });
  expect(scenes.get(id(3))?.scene).not.toHaveProperty('files');
  for (const isNameEnough of [true, false]) {
    const find = (sceneId: string, files: string[]) =>
      scenes.find({ ...imported, sceneId, files }, isNameEnough);
    expect(find('ortho', [hash('b')])).toEqual([1]);
    // It was renamed here, because its name was taken.
    expect(find('ortho', [hash('c')])).toEqual([2]);
    expect(find('lot 7', [hash('a')])).toEqual([1]);
    expect(find('ortho', [hash('e')])).toBe('same-name');
    expect(find('lot 7', [hash('e')])).toEqual([]);
    // The raster of a scene of a service is no imported one.
    expect(find('S1', [hash('d')])).toEqual([]);
  }
});

it('a review that does not say which rasters its imported scene has counts beside the scene only', () => {
  addScenes([{ connectionId: 'imported', contractId: '', sceneId: 'ortho', rasters: [hash('a')] }]);
  const scenes = create();
  expect(scenes.find({ ...imported, sceneId: 'ortho' }, true)).toEqual([1]);
  expect(scenes.find({ ...imported, sceneId: 'ortho' }, false)).toBe('same-name');
  expect(scenes.find({ ...imported, sceneId: 'lot 7' }, false)).toEqual([]);
});

it('a scene of a service is known by its id and contract', () => {
  addScenes([{ connectionId: 'desk', contractId: 'cont.1', sceneId: 'S1', rasters: [hash('d')] }]);
  const review = { connectionId: 'other', contractId: 'cont.1', service: null, sceneId: 'S1' };
  expect(create().find(review, false)).toEqual([1]);
  expect(create().find({ ...review, contractId: 'cont.2' }, false)).toEqual([]);
});

it('a review is about each copy of its raster, and says nothing of a raster that was replaced on the disk', () => {
  addScenes([
    { connectionId: 'imported', contractId: '', sceneId: 'ortho-2', rasters: [hash('a')] },
    { connectionId: 'imported', contractId: '', sceneId: 'ortho', rasters: [hash('a')] },
  ]);
  const scenes = create();
  const find = (sceneId: string) => scenes.find({ ...imported, sceneId, files: [hash('a')] }, false);
  expect(find('ortho')).toEqual([2, 1]);
  expect(find('lot 7')).toEqual([1, 2]);
  const noteSize = (sizeBytes: number) =>
    opened.store.run('UPDATE scene_file SET size_bytes = 10, raster_info = :info WHERE scene_row = 1', {
      info: JSON.stringify({ source: { sizeBytes, modifiedMs: 1 } }),
    });
  noteSize(10);
  expect(scenes.get(id(1))?.scene.files).toEqual([hash('a')]);
  noteSize(11);
  expect(scenes.get(id(1))?.scene).not.toHaveProperty('files');
});
