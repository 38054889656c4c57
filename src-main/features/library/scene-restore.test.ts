import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import { catalogFile, catalogScene } from '../../../testing/catalog-scene.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { createSceneRestore } from './scene-restore.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

const hash = (digit: string) => digit.repeat(64);
/** A scene that was imported from `ortho.tif`, with this content, in this folder below the library. */
function ortho(folder: string, content: string, connectionId: string = importedConnectionId) {
  const scene = catalogScene(1, {
    files: [catalogFile(`${folder}/ortho.tif`, { name: 'ortho.tif', sha256: hash(content) })],
  });
  const contractId = connectionId === importedConnectionId ? null : 'cont.1';
  return {
    connectionId,
    missing: [],
    scene: {
      ...scene,
      source: { ...scene.source, connectionId, contractId, sceneId: sceneIdSchema.parse('ortho') },
    },
  };
}
const listed = () =>
  opened.store.all(
    z.object({ sceneId: z.string(), path: z.string() }),
    `SELECT scene_id AS sceneId, path FROM scene JOIN scene_file ON scene_row = scene.id WHERE kind = 'raster' ORDER BY scene.id`,
  );
const create = () => createSceneRestore({ store: opened.store, now: () => new Date('2026-06-01T00:00:00Z') });

it('another raster of the same name in a further folder is a scene of its own, the same one at each reading', () => {
  const { restoreFound, restoreBeside } = create();
  restoreFound(ortho('Imported/ortho', 'a'));
  const other = { ...ortho('Imported/ortho', 'b'), folder: '/drive' };
  for (const isNew of [true, false]) expect(restoreBeside(other)).toMatchObject({ sceneRow: 2, isNew });
  expect(listed()).toEqual([
    { sceneId: 'ortho', path: 'Imported/ortho/ortho.tif' },
    { sceneId: 'ortho-bbbbbbbb', path: '/drive/Imported/ortho/ortho.tif' },
  ]);
  // A copy of the first one is the first one.
  expect(restoreBeside({ ...ortho('Imported/ortho', 'a'), folder: '/copy' })).toMatchObject({ sceneRow: 1 });
});

it('another raster of the same name in the library folder is told, and takes nothing from the recorded one', () => {
  const { restoreFound } = create();
  restoreFound(ortho('Imported/ortho', 'a'));
  expect(restoreFound(ortho('Imported/ortho-2', 'b'))).toBe('same-name');
  opened.store.run('UPDATE scene_file SET missing = 1');
  expect(restoreFound(ortho('Imported/ortho-2', 'b'))).toBe('same-name');
  expect(listed()).toEqual([{ sceneId: 'ortho', path: 'Imported/ortho/ortho.tif' }]);
});

it('a raster that was written again at its place, and scenes of a service, are those of before', () => {
  const { restoreFound } = create();
  restoreFound(ortho('Imported/ortho', 'a'));
  expect(restoreFound(ortho('Imported/ortho', 'b'))).toMatchObject({ sceneRow: 1, isNew: false });
  restoreFound(ortho('Coast/S1', 'c', 'desk'));
  expect(restoreFound(ortho('Coast/S2', 'd', 'desk'))).toMatchObject({ sceneRow: 2, isNew: false });
});
