import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importedConnectionId } from '../../src-preload/contract/library.ts';
import { catalogFile, catalogScene, putFiles } from '../../testing/catalog-scene.ts';
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

it('does not report files whose folder is away, but reports files that are missing from an existing folder', async () => {
  const { store } = opened;
  const restore = createSceneRestore({ store, now });
  for (const [n, folder] of ['/nowhere/away', `${opened.folder}/there`].entries()) {
    const scene = catalogScene(n, { files: [catalogFile(`Coast/${n}.tif`)] });
    restore({ scene, connectionId: 'connection', missing: [], folder });
  }
  const table = createHoldingsTable({ store, now });
  const check = createFileCheck({
    store,
    table,
    thread: holdingsInProcess(),
    library: () => opened.folder,
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

it('does not report a file whose drive was away for a moment', async () => {
  const { store } = opened;
  const restore = createSceneRestore({ store, now });
  const file = catalogFile('Coast/1.tif');
  restore({ scene: catalogScene(1, { files: [file] }), connectionId: 'connection', missing: [] });
  putFiles(opened.folder, { files: [file] });
  const table = createHoldingsTable({ store, now });
  const path = join(opened.folder, 'Coast/1.tif');
  const thread = holdingsInProcess();
  let checks = 0;
  const check = createFileCheck({
    store,
    table,
    library: () => opened.folder,
    absolute: () => path,
    changed: () => undefined,
    thread: {
      ...thread,
      async ask(question) {
        if (question.ask !== 'check') return thread.ask(question);
        checks += 1;
        if (checks > 1) return thread.ask(question);
        renameSync(path, `${path}.away`);
        const answer = await thread.ask(question);
        renameSync(`${path}.away`, path);
        return answer;
      },
    },
    onError(error) {
      throw error;
    },
  });
  check.start(true);
  await check.idle();
  expect(table.bad()).toEqual([]);
  expect(checks).toBe(2);
});

it('counts as how many archive orders a repair may count: one for each scene with imagery', async () => {
  const { store } = opened;
  const restore = createSceneRestore({ store, now });
  const imported = importedConnectionId;
  for (const [n, files, connectionId] of [
    [1, [catalogFile('Coast/1.tif'), catalogFile('Coast/1b.tif')], 'connection'],
    [2, [catalogFile('Coast/2.tif')], 'connection'],
    [3, [catalogFile('Coast/3.kml', { kind: 'attachment' })], 'connection'],
    // No service can send it again.
    [4, [catalogFile('Coast/4.tif')], imported],
  ] as const)
    restore({ scene: catalogScene(n, { files: [...files] }), connectionId, missing: [] });
  const table = createHoldingsTable({ store, now });
  const check = createFileCheck({
    store,
    table,
    thread: holdingsInProcess(),
    library: () => opened.folder,
    absolute: (path) => join(opened.folder, path),
    changed: () => undefined,
    onError(error) {
      throw error;
    },
  });
  check.start(true);
  await check.idle();
  expect(table.countBad()).toBe(5);
  expect(table.countArchiveOrders()).toBe(2);
  // What is being downloaded again already is not told once more.
  const [first] = table.toRepair(10).filter(({ path }) => path === 'Coast/2.tif');
  if (first) table.markWanted(first.fileId);
  expect(table.countArchiveOrders()).toBe(1);
});
