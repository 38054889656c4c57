import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importedConnectionId } from '../../../../src-preload/contract/library.ts';
import { catalogFile, catalogScene, putFiles } from '../../../../testing/catalog-scene.ts';
import { holdingsInProcess } from '../../../../testing/holdings-in-process.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { sceneAssetsMigrations } from '../scene-assets-table.ts';
import { createSceneRestore } from '../scene-restore.ts';
import { libraryMigrations } from '../tables.ts';
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
  const restore = createSceneRestore({ store, now }).restore;
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
  const restore = createSceneRestore({ store, now }).restore;
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
  const restore = createSceneRestore({ store, now }).restore;
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

it('a file that came back after the check is not verified since, and the result of the check stays', async () => {
  const { store } = opened;
  const restore = createSceneRestore({ store, now }).restore;
  const files = [catalogFile('Coast/1.tif'), catalogFile('Coast/2.tif')];
  const scene = catalogScene(1, { files });
  restore({ scene, connectionId: 'connection', missing: [] });
  putFiles(opened.folder, { files });
  writeFileSync(join(opened.folder, 'Coast/2.tif'), 'damaged');
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
  expect(check.status()).toMatchObject({ state: 'done', files: 2, bad: 1, unverified: 0 });

  // Moved to the trash, which removes its record, and restored from there.
  const isDamaged = `path = '${join('Coast', '2.tif')}'`;
  store.run(`DELETE FROM scene_file WHERE ${isDamaged}`);
  for (const { fileId } of table.repaired()) table.forgetBad(fileId);
  expect(check.status()).toMatchObject({ bad: 1, unverified: 0 });
  restore({ scene, connectionId: 'connection', missing: [] });
  expect(table.countBad()).toBe(0);
  expect(check.status()).toMatchObject({ files: 2, bad: 1, unverified: 1 });

  // Missing for a while, and put back.
  store.run(`UPDATE scene_file SET missing = 1`);
  expect(check.status()).toMatchObject({ unverified: 0 });
  store.run(`UPDATE scene_file SET missing = 0`);
  expect(check.status()).toMatchObject({ unverified: 2 });

  check.start(true);
  await check.idle();
  expect(check.status()).toMatchObject({ files: 2, bad: 1, unverified: 0 });
  // Another folder was selected: the path becomes absolute, and the file is the same one.
  store.run(`UPDATE scene_file SET path = '/former/' || path`);
  expect(check.status()).toMatchObject({ unverified: 0 });
  // It is taken from the folder that was selected now, where it may be another copy.
  store.run(`UPDATE scene_file SET path = substr(path, length('/former/') + 1)`);
  expect(check.status()).toMatchObject({ unverified: 2 });
});
