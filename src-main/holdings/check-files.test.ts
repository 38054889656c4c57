import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogFile, catalogScene } from '../../testing/catalog-scene.ts';
import { holdingsInProcess } from '../../testing/holdings-in-process.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sceneAssetsMigrations } from '../library/scene-assets-table.ts';
import { createSceneRestore } from '../library/scene-restore.ts';
import { libraryMigrations } from '../library/tables.ts';
import { createFileCheck } from './check-files.ts';
import { createHoldingsTable } from './holdings-table.ts';
import { holdingsMigrations } from './holdings-tables.ts';

const now = () => new Date('2026-06-01T00:00:00Z');
let opened: TestStore;
beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations, ...holdingsMigrations]);
});
afterEach(() => opened.remove());

it('calls no file bad whose folder is away, and those that are gone from a folder that is there', async () => {
  const { store } = opened;
  const restore = createSceneRestore({ store, now });
  for (const [n, folder] of ['/nowhere/away', `${opened.folder}/there`].entries()) {
    const scene = catalogScene(n, { files: [catalogFile(`Coast/${n}.tif`)] });
    restore({ scene, connectionId: 'connection', missing: [], folder });
  }
  const table = createHoldingsTable({ store, now });
  const check = createFileCheck({
    ...{ store, table, thread: holdingsInProcess(), library: () => opened.folder },
    absolute: (path) => path,
    isAway: (path) => path.startsWith('/nowhere/away/'),
    changed: () => undefined,
    onError(error) {
      throw error;
    },
  });
  check.start(true);
  await check.idle();
  expect(table.bad().map(({ fileName, reason }) => [fileName, reason])).toEqual([['1.tif', 'missing']]);
  expect(check.status()).toMatchObject({ state: 'done', trouble: null, files: 1, total: 2 });
});
