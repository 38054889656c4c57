import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import {
  contentOf,
  createFoldersWorld,
  type FoldersWorld,
  writeLibrary,
} from '../../testing/folders-world.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { settingsOf } from '../../testing/page/samples.ts';
import { createLibrarySweep } from '../features/library/library-sweep.ts';
import { createServedFile } from '../features/library/served-files.ts';
import { allMigrations } from './all-migrations.ts';
import { createSharedFiles } from './shared-files.ts';

let opened: TestStore;
let root: string;
let world: FoldersWorld;
let [main, drive]: string[] = [];
beforeEach(() => {
  opened = openTestStore(allMigrations);
  root = mkdtempSync(join(tmpdir(), 'nadir-folders-'));
  [main, drive] = ['main', 'drive'].map((name) => join(root, name));
  for (const folder of [main, drive]) mkdirSync(folder ?? '');
  world = createFoldersWorld({ store: opened.store, main: main ?? '', settings: settingsOf() });
});
afterEach(async () => {
  await world.close();
  opened.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Adds the drive with two scenes; returns its number in the list. */
async function addDrive() {
  await writeLibrary(drive ?? '', [1, 2]);
  const { id } = await world.list.add(drive ?? '');
  await world.whenRead(id);
  return id;
}

const listed = async () => {
  const { rows } = await world.table.list({
    filter: { onDiskOnly: true },
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 10,
  });
  return rows;
};
const scenes = async () => {
  const rows = await listed();
  return rows.map(({ sceneId, librarySceneId }) => {
    const [file] = world.table.get(librarySceneId).files;
    return [sceneId, file?.state];
  });
};
const fileOf = (sceneId: number) => {
  const [file] = world.table.filesOf(librarySceneIdSchema.parse(sceneId));
  if (file === undefined) throw new Error('the scene has no file');
  return file;
};

describe('the folder of new downloads', () => {
  const signal = new AbortController().signal;
  const createSweep = () =>
    createLibrarySweep({
      store: opened.store,
      table: world.table,
      files: world.files,
      folder: () => world.world.main,
      changed: () => undefined,
    });
  const sweep = (which?: 'all' | 'missing') => createSweep()(signal, which);
  const notices = () => world.notices.list().map(({ kind, data }) => [kind, data]);
  const unplugged = () => join(root, 'unplugged');

  /** Makes the drive with two scenes that folder; one file of them is recorded by its relative path, as a download is. */
  async function moveToDrive() {
    await world.list.use(await addDrive());
    world.table.movePath(fileOf(1).fileId, join('Coast', 'S1', 'S1.tif'));
    return { first: fileOf(1).fileId, second: fileOf(2).fileId };
  }

  /** Asks for the files in every way in which one is found to be missing. */
  async function askForAll(away: object) {
    const { first, second } = { first: fileOf(1), second: fileOf(2) };
    await expect(world.files.find(first.fileId)).rejects.toMatchObject(away);
    await expect(world.files.find(second.fileId)).rejects.toMatchObject(away);
    expect(() => world.files.get(first.fileId)).toThrow();
    const served = createServedFile({
      ...world.files,
      drives: { ...world.files.drives, isAway: () => false },
    });
    served(second, 'image/tiff')?.seen?.(false);
    await sweep();
    await sweep('missing');
    expect([fileOf(1), fileOf(2)].map(({ missing }) => missing)).toEqual([0, 0]);
  }

  it('that goes away has files that are away and not lost, and is told when it is back', async () => {
    const { first } = await moveToDrive();
    await world.folderWatch.main.probe();
    let returned = 0;
    world.events.on('library-folder.returned', () => {
      returned += 1;
    });
    renameSync(drive ?? '', unplugged());
    world.world.time += 60_000;
    await askForAll({ code: 'FOLDER_AWAY', data: { path: drive, state: 'away' } });
    expect(notices()).toEqual([['library-folder-away', { path: drive }]]);
    renameSync(unplugged(), drive ?? '');
    await world.folderWatch.main.probe();
    expect([returned, notices()]).toEqual([1, []]);
    expect((await world.files.find(first)).path).toBe(join(drive ?? '', 'Coast/S1/S1.tif'));
  });

  it('that was removed a moment after it was probed loses no file', async () => {
    await moveToDrive();
    await world.folderWatch.main.probe();
    renameSync(drive ?? '', unplugged());
    await askForAll({ code: 'FOLDER_AWAY' });
    renameSync(unplugged(), drive ?? '');
  });

  it('in whose place an empty mount point answers is away', async () => {
    await moveToDrive();
    renameSync(drive ?? '', unplugged());
    mkdirSync(drive ?? '');
    world.world.isMainKnown = false;
    await askForAll({ code: 'FOLDER_AWAY' });
  });

  it('has a file that somebody else has deleted, which the round over all files finds, part by part', async () => {
    const { first } = await moveToDrive();
    const path = join(drive ?? '', 'Coast/S1/S1.tif');
    const sweepNext = createSweep();
    await sweepNext(signal, 'next');
    renameSync(path, `${path}.away`);
    // A round has as many parts as it takes: 1,000 records before this file.
    opened.store.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO scene_file (id, scene_row, kind, name, file_name, bands, position, path)
       SELECT 100 + i, 1, 'attachment', 'n' || i, 'n', '[]', 0, :path FROM n`,
      { path: join('Coast', 'S1', 'S1.tif.away') },
    );
    opened.store.run('UPDATE scene_file SET id = 9000 WHERE id = :first', { first });
    await sweepNext(signal, 'next');
    expect(fileOf(1)).toMatchObject({ missing: 0 });
    await sweepNext(signal, 'next');
    expect(fileOf(1)).toMatchObject({ missing: 1 });
  });

  it('has a file that is missing until it is put back, which a check of the missing ones finds', async () => {
    const { first } = await moveToDrive();
    const path = join(drive ?? '', 'Coast/S1/S1.tif');
    renameSync(path, `${path}.away`);
    await expect(world.files.find(first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(fileOf(1)).toMatchObject({ missing: 1 });
    await sweep('missing');
    expect(fileOf(1)).toMatchObject({ missing: 1 });
    renameSync(`${path}.away`, path);
    await sweep('missing');
    expect(fileOf(1)).toMatchObject({ missing: 0 });
  });
});

describe('a further library folder', () => {
  it('is shown with the others, read in place', async () => {
    await writeLibrary(drive ?? '', [1, 2]);
    const before = contentOf(drive ?? '');
    await addDrive();
    expect(await scenes()).toEqual([
      ['S1', 'on-disk'],
      ['S2', 'on-disk'],
    ]);
    expect((await world.files.find(fileOf(1).fileId)).path).toBe(join(drive ?? '', 'Coast/S1/S1.tif'));
    expect(world.list.list()).toMatchObject({ main, folders: [{ path: drive, state: 'there', scenes: 2 }] });
    expect(contentOf(drive ?? '')).toEqual(before);
  });

  it('that goes away has files that are away and not lost, and is read again when it is back', async () => {
    const id = await addDrive();
    const unplugged = join(root, 'unplugged');
    renameSync(drive ?? '', unplugged);
    await world.folderWatch.probeAll();
    expect(await scenes()).toEqual([
      ['S1', 'away'],
      ['S2', 'away'],
    ]);
    const away = { path: drive, state: 'away' };
    expect((await listed()).map(({ awayFolder }) => awayFolder)).toEqual([away, away]);
    expect(world.table.get(librarySceneIdSchema.parse(1)).awayFolder).toEqual(away);
    await expect(world.files.find(fileOf(1).fileId)).rejects.toMatchObject({ code: 'FOLDER_AWAY' });
    expect(() => world.files.get(fileOf(1).fileId)).toThrow('FOLDER_AWAY');
    const sweep = createLibrarySweep({
      store: opened.store,
      table: world.table,
      files: world.files,
      folder: () => main ?? '',
      changed: () => undefined,
    });
    await sweep(new AbortController().signal);
    expect(fileOf(1)).toMatchObject({ missing: 0 });

    await writeLibrary(unplugged, [3]);
    renameSync(unplugged, drive ?? '');
    await world.folderWatch.probeAll();
    await world.whenRead(id);
    expect((await scenes()).map(([, state]) => state)).toEqual(['on-disk', 'on-disk', 'on-disk']);
    expect((await listed()).map(({ awayFolder }) => awayFolder)).toEqual([null, null, null]);
  });

  it('is not waited for by what serves its files to other programs', async () => {
    await addDrive();
    const { fileId } = fileOf(1);
    const resolve = createSharedFiles({ file: world.table.file, served: createServedFile(world.files) });
    const resolved = resolve(`/files/asset/${fileId}`);
    expect(resolved).toMatchObject({ path: join(drive ?? '', 'Coast/S1/S1.tif'), contentType: 'image/tiff' });
    const unplugged = join(root, 'unplugged');
    renameSync(drive ?? '', unplugged);
    // It was there when the file was looked for, and is asked again before the file is opened.
    world.world.time += 60_000;
    await expect(resolved?.ready?.()).rejects.toMatchObject({ code: 'FOLDER_AWAY' });
    expect(resolve(`/files/asset/${fileId}`)).toBeNull();
    expect(resolve('/files/asset/1/x')).toBeNull();
    renameSync(unplugged, drive ?? '');
  });

  it('that sleeps is said to be asleep, and nothing waits for it', async () => {
    await addDrive();
    world.world.asleep.add(drive ?? '');
    world.world.time += 60_000;
    const probing = world.folderWatch.probeAll();
    // The limit of time is the real one of the application, so the test answers for the drive instead of waiting for it.
    expect(world.folderWatch.hangs()).toBe(true);
    world.wake();
    await probing;
    expect(world.folderWatch.hangs()).toBe(false);
    expect(await scenes()).toHaveLength(2);
  });

  it('leaves the list with its files as they were, and comes back whole', async () => {
    const id = await addDrive();
    const before = contentOf(drive ?? '');
    await world.list.remove(id);
    expect(await scenes()).toEqual([]);
    expect(contentOf(drive ?? '')).toEqual(before);
    await world.whenRead((await world.list.add(drive ?? '')).id);
    expect(await scenes()).toHaveLength(2);
  });

  it('is found at another place', async () => {
    const id = await addDrive();
    const moved = join(root, 'moved');
    renameSync(drive ?? '', moved);
    await expect(world.list.relocate(id, join(root, 'nowhere'))).rejects.toMatchObject({
      code: 'FOLDER_AWAY',
    });
    await world.list.relocate(id, moved);
    await world.whenRead(id);
    expect((await world.files.find(fileOf(2).fileId)).path).toBe(join(moved, 'Coast/S2/S2.tif'));
    expect(await scenes()).toHaveLength(2);
  });

  it('becomes the folder of new downloads, and the other one takes its place', async () => {
    const id = await addDrive();
    await world.list.use(id);
    expect(world.list.list()).toMatchObject({ main: drive, folders: [{ path: main, state: 'there' }] });
    expect((await scenes()).map(([, state]) => state)).toEqual(['on-disk', 'on-disk']);
  });
});

it.each([
  ['relative/folder', 'INVALID_INPUT'],
  ['', 'INVALID_INPUT'],
  ['MAIN', 'INVALID_INPUT'],
  ['MAIN/inside', 'INVALID_INPUT'],
  ['ROOT', 'INVALID_INPUT'],
  ['ROOT/none', 'FOLDER_AWAY'],
])('%j is no further library folder (%s), and leaves the list as it is', async (typed, code) => {
  const path = typed.replace('MAIN', main ?? '').replace('ROOT', root);
  await expect(world.list.add(path)).rejects.toMatchObject({ code });
  expect(world.list.list().folders).toEqual([]);
});

it('a folder cannot be added twice', async () => {
  await addDrive();
  await expect(world.list.add(`${drive}/`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
