import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { catalogFile, catalogScene, putFiles } from '../../testing/catalog-scene.ts';
import { runHoldings } from '../../testing/fault-runs/holdings.ts';
import {
  contentOf,
  createFoldersWorld,
  type FoldersWorld,
  writeLibrary,
} from '../../testing/folders-world.ts';
import { createHoldingsNadir } from '../../testing/holdings-world.ts';
import { createImportParts, putRaster } from '../../testing/import-world.ts';
import { openCaseInsensitiveDrive } from '../../testing/loop-drive.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { settingsOf } from '../../testing/page/samples.ts';
import { writeTiff } from '../../testing/write-tiff.ts';
import { writeZip } from '../../testing/write-zip.ts';
import type { CatalogFile } from '../core/catalog-scene.ts';
import { makeFolders } from '../core/make-folders.ts';
import { startTimer } from '../core/start-timer.ts';
import { createFolderProber, startProbeWorker } from '../features/library/folders/folder-prober.ts';
import { createDisk } from '../features/library/holdings/disk/disk.ts';
import { writeHoldings } from '../features/library/holdings/disk/write-holdings.ts';
import { createRasterWorkerClient } from '../raster/raster-worker-client.ts';
import { allMigrations } from './all-migrations.ts';

const drive = openCaseInsensitiveDrive();
const isThere = typeof drive !== 'string';
const mounted = () => {
  if (typeof drive === 'string') throw new Error(drive);
  return drive;
};
afterAll(() => {
  if (isThere) mounted().remove();
});

const title = 'on a drive that does not tell names by case';
describe.skipIf(!isThere)(isThere ? title : `${title} (left out here: ${drive})`, () => {
  let opened: TestStore;
  let world: FoldersWorld;
  let library: string;
  let turn = 0;
  beforeEach(() => {
    turn += 1;
    library = join(mounted().folder, `Library${turn}`);
    mkdirSync(library);
    opened = openTestStore(allMigrations);
    world = createFoldersWorld({ store: opened.store, main: '/nowhere', settings: settingsOf() });
  });
  afterEach(async () => {
    await world.close();
    opened.remove();
  });
  const add = async (path: string) => {
    const { id } = await world.list.add(path);
    await world.whenRead(id);
    return world.list.list().folders[0];
  };
  it('a file that a forged item names by another case stays with its scene', async () => {
    const nadir = createHoldingsNadir({
      store: opened.store,
      library,
      instance: 'a',
      disk: createDisk(),
      now: () => new Date(0),
    });
    putFiles(library, { files: [catalogFile('Coast/S1/S1.tif')] });
    const write = (n: number, files: CatalogFile[]) => {
      const scene = catalogScene(n, { files });
      const entry = { sceneRow: n, scene, source: scene.source, itemPath: null, pagePath: null };
      return writeHoldings({ disk: createDisk(), library, instance: 'a' }, [entry]);
    };
    await write(1, [catalogFile('Coast/S1/S1.tif')]);
    await nadir.rebuild();
    const forged = [catalogFile('Coast/S2/own.tif'), catalogFile('COAST/s1/s1.TIF', { position: 1 })];
    putFiles(library, { files: forged.slice(0, 1) });
    await write(2, forged);
    await nadir.rebuild();
    const all = nadir.allFiles();
    expect(all.map(({ sceneId }) => sceneId)).toEqual(['S1', 'S2', 'S2']);
    const kept = [];
    for (const { id } of all.slice(1)) kept.push(await nadir.deleteFile(id, { permanently: true }));
    expect(kept).toEqual([null, 'S1']);
    expect(existsSync(join(library, 'Coast/S1/S1.tif'))).toBe(true);
  });

  const scenes = async () => {
    const all = {
      filter: { onDiskOnly: true },
      sort: 'name',
      descending: false,
      offset: 0,
      limit: 100,
    } as const;
    const { rows } = await world.table.list(all);
    return rows.map(({ sceneId, filesOnDisk }) => [sceneId, filesOnDisk]);
  };

  it('it is such a drive', () => {
    writeFileSync(join(library, 'Name'), '');
    expect(existsSync(join(library, 'nAME'))).toBe(true);
  });

  it('every scene of a library is there, also when its folder is named in another case', async () => {
    await writeLibrary(library, [1, 2, 3]);
    expect(await add(join(mounted().folder, `LIBRARY${turn}`))).toMatchObject({ scenes: 3, problemCount: 0 });
    expect(await scenes()).toEqual([
      ['S1', 1],
      ['S2', 1],
      ['S3', 1],
    ]);
  });

  it('scenes whose folders differ by case only share a folder, and each keeps its item', async () => {
    const twins = [
      catalogScene(1, { files: [catalogFile('Coast/Same/a.tif')] }),
      catalogScene(2, { files: [catalogFile('COAST/same/b.tif')] }),
    ];
    for (const scene of twins) putFiles(library, scene);
    const entries = twins.map((scene, sceneRow) => ({
      sceneRow,
      scene,
      source: scene.source,
      itemPath: null,
      pagePath: null,
    }));
    await writeHoldings({ disk: createDisk(), library, instance: 'a' }, entries);
    expect(readdirSync(join(library, 'coast/SAME')).sort()).toEqual([
      'a.tif',
      'b.tif',
      'stac-item (2).json',
      'stac-item.json',
    ]);
    expect(await add(library)).toMatchObject({ scenes: 2, problemCount: 0 });
  });

  it('a file that was renamed to another case is still the file of its item', async () => {
    await writeLibrary(library, [1]);
    renameSync(join(library, 'Coast/S1/S1.tif'), join(library, 'Coast/S1/renamed'));
    renameSync(join(library, 'Coast/S1/renamed'), join(library, 'Coast/S1/s1.TIF'));
    expect(await add(library)).toMatchObject({ scenes: 1, problemCount: 0 });
    expect(await scenes()).toEqual([['S1', 1]]);
  });

  it('nothing is lost under faults, and the catalog is valid after each step', async () => {
    const { failures, walked } = await runHoldings({ seed: 5, rounds: 1, folder: library });
    expect(failures).toEqual([]);
    expect(walked).toBeGreaterThan(2);
  });

  it('a drive that sleeps is said to sleep while everything else goes on, and is there when it wakes', async () => {
    const { sleep, wake } = mounted();
    if (sleep === null) return;
    writeFileSync(join(library, 'a'), '');
    const woke = Promise.withResolvers<string>();
    const prober = createFolderProber({
      startThread: startProbeWorker,
      limitMs: 100,
      setTimer: startTimer,
      woke: woke.resolve,
    });
    sleep();
    try {
      expect(await prober.probe(library, true)).toBe('sleeping');
      // Files of other drives are read meanwhile: no thread of theirs is held.
      expect(contentOf(opened.folder)).toHaveProperty('/nadir.db');
      expect(await prober.probe(library, true)).toBe('sleeping');
    } finally {
      wake();
    }
    expect(await woke.promise).toBe('there');
    expect(await prober.probe(library, true)).toBe('there');
    prober.close();
  });

  // The last one: the drive stays read-only.
  it('a library on a read-only drive is whole, and nothing of it changes', async () => {
    await writeLibrary(library, [1, 2]);
    const tiff = join(library, 'tall.tif');
    // One strip as tall as the raster: what the page cannot draw as it is.
    writeTiff(tiff, { widthPx: 1_500, heightPx: 1_500, data: new Uint8Array(1_500 * 1_500).fill(7) });
    const before = contentOf(library);
    mounted().makeReadOnly();
    expect(await add(library)).toMatchObject({ state: 'read-only', scenes: 2, problemCount: 0 });
    expect(await scenes()).toEqual([
      ['S1', 1],
      ['S2', 1],
    ]);
    const [file] = world.table.filesOf(librarySceneIdSchema.parse(1));
    if (file === undefined) throw new Error('the scene has no file');
    expect((await world.files.find(file.fileId)).path).toMatch(/Coast.S[12].S[12]\.tif$/);
    // Its rasters are drawn, with their display copies in the data folder.
    const ownFolder = join(opened.folder, 'display');
    const rasters = createRasterWorkerClient({ folder: () => library, ownFolder });
    const described = await rasters.describe({ fileId: file.fileId, path: tiff, kept: null, bands: [] });
    expect(described.raster).toMatchObject({ widthPx: 1_500, path: `/files/display/${file.fileId}` });
    expect(existsSync(rasters.displayPath(file.fileId))).toBe(true);
    expect(rasters.displayPath(file.fileId).startsWith(ownFolder)).toBe(true);
    await rasters.close();
    const entries = [catalogScene(3)].map((scene, sceneRow) => ({
      sceneRow,
      scene,
      source: scene.source,
      itemPath: null,
      pagePath: null,
    }));
    const written = writeHoldings({ disk: createDisk(), library, instance: 'a' }, entries);
    await expect(written).rejects.toMatchObject({ code: 'EROFS' });
    // Nothing can be created in it, which says nothing about the files that are imported or sent.
    await expect(makeFolders(join(library, 'a/b'))).rejects.toMatchObject({ code: 'EROFS' });
    const zip = join(opened.folder, 'delivery.zip');
    writeFileSync(zip, writeZip([{ name: 'a.tif', data: readFileSync(tiff) }]));
    const { imports, received } = createImportParts({
      store: opened.store,
      library,
      instance: 'a',
      faults: {},
      now: () => new Date(0),
      rasterSaved: () => undefined,
      onError(error) {
        throw error;
      },
    });
    for (const [path, state] of [
      [zip, 'failed'],
      [putRaster(join(opened.folder, 'source/b.tif')), 'paused'],
    ] as const) {
      await imports.readPaths([path]);
      await imports.idle();
      const importId = imports.list()[0]?.importId ?? 0;
      if (imports.list()[0]?.state === 'ready') imports.start(importId);
      await imports.idle();
      expect(imports.list()[0]).toMatchObject({ state, trouble: 'read-only', counts: { problem: 0 } });
    }
    const receiving = received.begin({ name: 'c.tif', sizeBytes: 4 });
    await expect(receiving).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE', data: { detail: 'EROFS' } });
    await imports.close();
    expect(contentOf(library)).toEqual(before);
  });
});
