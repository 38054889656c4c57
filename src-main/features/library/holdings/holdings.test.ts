import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { libraryFileIdSchema, sceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../../src-preload/contract/library.ts';
import { catalogFile, catalogScene, putFiles } from '../../../../testing/catalog-scene.ts';
import { forgeItem } from '../../../../testing/fault-runs/forged-items.ts';
import { runHoldings } from '../../../../testing/fault-runs/holdings.ts';
import { createHoldingsNadir } from '../../../../testing/holdings-world.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { createCatalogScenes } from '../catalog-scenes.ts';
import { createEnteredBands } from '../entered-bands.ts';
import { sceneAssetsMigrations } from '../scene-assets-table.ts';
import { createSceneRestore } from '../scene-restore.ts';
import { createSceneTable } from '../scene-table.ts';
import { libraryMigrations } from '../tables.ts';
import { createDisk } from './disk/disk.ts';
import { writeHoldings } from './disk/write-holdings.ts';
import { readItem } from './format/from-item.ts';
import { toItem } from './format/to-item.ts';
import { createHoldingsTable } from './holdings-table.ts';
import { holdingsMigrations } from './holdings-tables.ts';
import { createHoldingsWork, troubleOf } from './holdings-work.ts';

const now = () => new Date('2026-06-01T00:00:00Z');
let opened: TestStore;
let library: string;
beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations, ...holdingsMigrations]);
  library = mkdtempSync(join(tmpdir(), 'nadir-described-'));
});
afterEach(() => {
  opened.remove();
  rmSync(library, { recursive: true, force: true });
});

const openTables = () => ({
  table: createHoldingsTable({ store: opened.store, now }),
  scenes: createSceneTable({
    store: opened.store,
    now,
    taskOfCapture: () => null,
    transferring: () => false,
  }),
  restore: createSceneRestore({ store: opened.store, now }).restore,
  described: createCatalogScenes({
    store: opened.store,
    connection: () => ({ name: 'Imagery desk', service: 'https://catalog.example' }),
  }),
});

describe('what a person has entered of an imported scene on another computer', () => {
  const entered = (at: string) => ({ by: 'person', what: at });
  const imported = (facts: { timestamp: string | null; satelliteName: string | null; raw: object }) =>
    catalogScene(1, {
      ...facts,
      raw: { ...facts.raw },
      source: { ...catalogScene(1).source, connectionId: importedConnectionId, contractId: null },
    });
  const theirs = imported({
    timestamp: '2024-01-02T03:04:00.000Z',
    satelliteName: 'SPOT 7',
    raw: {
      statedBy: {
        timestamp: entered('2026-05-01T10:00:00.000Z'),
        satelliteName: entered('2026-05-01T10:00:00.000Z'),
      },
    },
  });
  const itemPath = 'Coast/S1/stac-item.json';
  const written = () => readItem(itemPath, readFileSync(join(library, itemPath), 'utf8')).scene;
  const recorded = () =>
    opened.store.get(
      z.object({ at: z.string().nullable(), satellite: z.string().nullable() }),
      'SELECT taken_at AS at, satellite FROM scene',
      {},
    );
  /** Records the scene with its own facts here, and writes the item of the other computer. */
  async function share(own: Parameters<typeof imported>[0]) {
    const scene = imported(own);
    putFiles(library, scene);
    openTables().restore({ scene, connectionId: importedConnectionId, missing: [], folder: library });
    const entry = { sceneRow: 1, scene: theirs, source: theirs.source, itemPath: null, pagePath: null };
    await writeHoldings({ disk: createDisk(), library, instance: 'b' }, [entry]);
    return createHoldingsNadir({ store: opened.store, library, instance: 'a', disk: createDisk(), now });
  }
  const fromName = { timestamp: '2025-07-12T10:30:00.000Z', satelliteName: null, raw: {} };

  it('stays in the item that is written here, and is recorded', async () => {
    const nadir = await share(fromName);
    opened.store.run("UPDATE scene SET project = 'x'", {});
    await nadir.sync();
    expect(written()).toMatchObject({ timestamp: '2024-01-02T03:04:00.000Z', satelliteName: 'SPOT 7' });
    expect(recorded()).toEqual({ at: '2024-01-02T03:04:00.000Z', satellite: 'SPOT 7' });
  });

  it('is recorded when the folder is read', async () => {
    const nadir = await share(fromName);
    await nadir.rebuild();
    expect(recorded()).toEqual({ at: '2024-01-02T03:04:00.000Z', satellite: 'SPOT 7' });
  });

  it('is not taken over where it is no time', async () => {
    const nadir = await share(fromName);
    const path = join(library, itemPath);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('2024-01-02T03:04:00.000Z', 'yesterday'));
    opened.store.run("UPDATE scene SET project = 'x'", {});
    await nadir.sync();
    expect(written()).toMatchObject({ timestamp: fromName.timestamp, satelliteName: 'SPOT 7' });
    expect(recorded()).toEqual({ at: fromName.timestamp, satellite: 'SPOT 7' });
  });

  it('is gone where it is taken back here: names of bands do not come back from the item', async () => {
    const scene = imported(fromName);
    putFiles(library, scene);
    openTables().restore({ scene, connectionId: importedConnectionId, missing: [], folder: library });
    const nadir = createHoldingsNadir({
      store: opened.store,
      library,
      instance: 'a',
      disk: createDisk(),
      now,
    });
    const bandsNow = () =>
      opened.store.get(
        z.object({ id: z.number(), bands: z.string() }),
        "SELECT id, bands FROM scene_file WHERE kind = 'raster'",
        {},
      );
    const before = bandsNow();
    const enter = createEnteredBands({ store: opened.store, now });
    const fileIds = [libraryFileIdSchema.parse(before?.id)];
    enter({ fileIds, bands: ['nir', 'red'] });
    await nadir.sync();
    expect(bandsNow()?.bands).toBe('["nir","red"]');
    enter({ fileIds, bands: [] });
    await nadir.sync();
    expect(bandsNow()).toEqual(before);
    expect(written()?.files[0]?.bands).toEqual(JSON.parse(before?.bands ?? ''));
  });

  it('gives way to what was entered later here, value by value', async () => {
    const nadir = await share({
      timestamp: null,
      satelliteName: null,
      raw: { statedBy: { timestamp: entered('2026-05-02T00:00:00.000Z') } },
    });
    opened.store.run("UPDATE scene SET project = 'x'", {});
    await nadir.sync();
    expect(written()).toMatchObject({ timestamp: null, satelliteName: 'SPOT 7' });
    expect(recorded()).toEqual({ at: null, satellite: 'SPOT 7' });
  });
});

it('what an item says of the pixels of a file stays in it when a Nadir that has not read them writes it again', async () => {
  const raster = {
    widthPx: 8,
    heightPx: 8,
    bitsPerSample: 16,
    epsg: 32_631,
    nodata: 0,
    geoTransform: [395_470, 4, 0, 5_334_400, 0, -4],
    scales: [{ scale: 0.0001, offset: 0 }],
  };
  const scene = catalogScene(1, { files: [catalogFile('Coast/S1/S1.tif', { raster })] });
  putFiles(library, scene);
  const entry = { sceneRow: 1, scene, source: scene.source, itemPath: null, pagePath: null };
  await writeHoldings({ disk: createDisk(), library, instance: 'b' }, [entry]);
  const nadir = createHoldingsNadir({
    store: opened.store,
    library,
    instance: 'a',
    disk: createDisk(),
    now,
  });
  await nadir.rebuild();
  const itemPath = 'Coast/S1/stac-item.json';
  const writeAgain = async (project: string) => {
    opened.store.run('UPDATE scene SET project = :project', { project });
    await nadir.sync();
    const item = readItem(itemPath, readFileSync(join(library, itemPath), 'utf8'));
    expect(item?.scene?.source.project).toBe(project);
    return item?.scene?.files[0]?.raster;
  };
  expect(await writeAgain('Moved')).toEqual(raster);
  // Scenes that are shared with others have it too.
  expect(openTables().described.get(library, 1)?.scene?.files[0]?.raster).toEqual(raster);
  // An older Nadir did not take it from the item, which is read again later.
  opened.store.run('UPDATE scene_file SET item_raster = NULL');
  expect(await writeAgain('Moved again')).toEqual(raster);
  await nadir.rebuild();
  expect(openTables().described.get(library, 1)?.scene?.files[0]?.raster).toEqual(raster);
  const [file] = nadir.allFiles();
  if (file === undefined) throw new Error('the scene has no file');
  nadir.scenes.markSaved(file.id, { path: file.path, sizeBytes: 7, sha256: 'ab'.repeat(32) });
  expect(await writeAgain('New content')).toBeNull();
});

it('the items of known scenes count as those of the folder when it is selected again, unless their files are elsewhere', async () => {
  const { table, restore } = openTables();
  const here = catalogScene(1, { files: [catalogFile('Coast/S1/S1.tif')] });
  const elsewhere = catalogScene(2, { files: [catalogFile('Coast/S2/S2.tif')] });
  for (const [sceneRow, scene] of [here, elsewhere].entries()) {
    putFiles(library, scene);
    const entry = { sceneRow, scene, source: scene.source, itemPath: null, pagePath: null };
    await writeHoldings({ disk: createDisk(), library, instance: 'b' }, [entry]);
  }
  restore({ scene: elsewhere, connectionId: 'connection', missing: [], folder: '/another/library' });
  const nadir = createHoldingsNadir({
    store: opened.store,
    library,
    instance: 'a',
    disk: createDisk(),
    now,
  });
  await nadir.rebuild();
  expect(table.countScenes(library)).toBe(1);
  // Another folder was selected meanwhile: then the paths become absolute, and no item of this one is remembered.
  opened.store.run('DELETE FROM holding');
  opened.store.run(`UPDATE scene_file SET path = :library || '/' || path WHERE path LIKE 'Coast%'`, {
    library,
  });
  await nadir.rebuild();
  expect(table.countScenes(library)).toBe(1);
});

it('the item of a raster that was read has its scales, and none if its file declares none', () => {
  const { restore, described } = openTables();
  const { sceneRow } = restore({ scene: catalogScene(1), connectionId: 'connection', missing: [] });
  const record = {
    widthPx: 9,
    heightPx: 9,
    bitsPerSample: 16,
    bands: ['red', 'NIR'],
    stretch: [[0, 255]],
    nodata: null,
    placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
    hasAlpha: false,
    display: false,
  };
  const scalesOf = (scales: unknown) => {
    const info = JSON.stringify({ ...record, scales });
    opened.store.run('UPDATE scene_file SET raster_info = :info', { info });
    return described.get(library, sceneRow)?.scene?.files[0]?.raster?.scales;
  };
  const declared = [{ scale: 0.0001, offset: -0.1 }, null];
  expect(scalesOf(declared)).toEqual(declared);
  expect(scalesOf([null, null])).toEqual([]);
  // A raster that an earlier Nadir read.
  expect(scalesOf(undefined)).toEqual([]);
});

it('short runs of faults: nothing is lost, and the catalog is valid after each step', async () => {
  const { failures, walked } = await runHoldings({ seed: 3, rounds: 2 });
  expect(failures).toEqual([]);
  expect(walked).toBeGreaterThan(5);
});

it('the runs of faults damage no file of an imported scene, also if only its item says whose it is', async () => {
  const copies = ['Imported/L1', 'Imported/L1 (2)'];
  for (const folder of copies) {
    const source = { ...catalogScene(1).source, connectionId: 'imported', sceneId: 'L1' };
    const scene = catalogScene(1, { source, files: [catalogFile(`${folder}/L1.tif`)] });
    const itemPath = `${folder}/stac-item.json`;
    putFiles(library, scene);
    const item = toItem(scene, { itemPath, pagePath: 'catalog.json', rootPath: 'catalog.json' });
    writeFileSync(join(library, itemPath), JSON.stringify(item));
  }
  const { store } = opened;
  const nadir = createHoldingsNadir({ store, library, instance: 'a', disk: createDisk(), now });
  await nadir.rebuild();
  // The index takes one of the two copies; the forged scene alone has a record of the other one.
  const recorded = nadir.allFiles().map(({ path }) => path);
  const [other = ''] = copies.map((folder) => `${folder}/L1.tif`).filter((path) => !recorded.includes(path));
  forgeItem(library, 'X1', [other]);
  await nadir.rebuild();
  expect(nadir.files().map(({ path }) => path)).toEqual(['Forged/X1/X1.tif', other]);
  for (const pick of nadir.files().keys()) nadir.damage(pick, 0);
  const textOf = (path: string) => readFileSync(join(library, path), 'utf8');
  expect(textOf(other)).toBe(`content of ${other}`);
  expect(textOf('Forged/X1/X1.tif')).toBe('short');
});

describe('a scene of the folder', () => {
  it('is recorded unchanged, with the deliverable of its files', () => {
    const { restore, described, scenes } = openTables();
    const files = [
      catalogFile('Coast/S1/a.tif', { order: '000383', deliverable: 'd-1' }),
      catalogFile('Coast/S1/b.zip', { kind: 'attachment', name: 'delivery_zip', bands: [], position: 1 }),
    ];
    const scene = catalogScene(1, { files });
    const found = { scene, connectionId: scene.source.connectionId, missing: ['Coast/S1/b.zip'] };
    const { sceneRow, ...told } = restore(found);
    expect(told).toEqual({ isNew: true, files: 2 });
    expect(described.get(library, sceneRow)?.scene).toEqual(scene);
    expect(scenes.get(sceneRow)).toMatchObject({
      sceneId: 'S1',
      taskName: 'Año nuevo',
      filesOnDisk: 1,
      bbox: [1, 1, 2, 2],
      files: [{ state: 'on-disk' }, { state: 'missing' }],
    });
    expect(restore(found)).toEqual({ sceneRow, isNew: false, files: 0 });
    expect(restore({ ...found, missing: [] })).toEqual({ sceneRow, isNew: false, files: 1 });
  });

  it('does not replace existing records', () => {
    const { restore, described } = openTables();
    const scene = catalogScene(1);
    const { sceneRow } = restore({ scene, connectionId: 'connection', missing: [] });
    const other = catalogScene(1, {
      cloudCover: 99,
      files: [catalogFile('Else/S1.tif', { name: 'S1.tif' })],
    });
    expect(restore({ scene: other, connectionId: 'connection', missing: [] })).toMatchObject({ files: 0 });
    expect(described.get(library, sceneRow)?.scene).toEqual(scene);
  });

  it('stores no link with a token in the database', () => {
    const { restore } = openTables();
    const raw = { rasters: [{ url: 'https://x.example/token/CANARY-described-token-42/raster/a.tif' }] };
    restore({ scene: catalogScene(1, { raw }), connectionId: 'connection', missing: [] });
    expect(opened.bytes().includes('CANARY-described-token-42')).toBe(false);
  });
});

describe('a note of a scene to write', () => {
  it('is made by the database for every change of a scene on disk, and for no other', () => {
    const { restore, table, scenes } = openTables();
    const { sceneRow } = restore({ scene: catalogScene(1), connectionId: 'connection', missing: [] });
    expect(table.countPending()).toBe(1);
    table.noteFound(library, sceneRow, 'Coast/S1/stac-item.json');
    expect(table.countPending()).toBe(0);
    const [file] = scenes.filesOf(sceneRow);
    if (file === undefined) throw new Error('the scene has no file');
    const changes: [string, number][] = [
      [`UPDATE scene SET seen_at = 'later'`, 0],
      ['UPDATE scene SET cloud_cover = cloud_cover', 0],
      ['UPDATE scene SET cloud_cover = 1', 1],
      ['UPDATE scene_file SET missing = 1', 0],
      ['UPDATE scene_file SET missing = 0', 1],
      [`UPDATE scene_file SET raster_info = '{}'`, 1],
      ['UPDATE scene_file SET path = NULL', 1],
      [`UPDATE scene_file SET file_name = 'other'`, 0],
      ['UPDATE scene SET cloud_cover = 2', 0],
    ];
    for (const [sql, noted] of changes) {
      opened.store.run('DELETE FROM holding_pending');
      opened.store.run(sql);
      expect([sql, table.countPending()]).toEqual([sql, noted]);
    }
  });

  it('is made for each scene of a data folder whose items an earlier version wrote', () => {
    const earlier = openTestStore([
      ...libraryMigrations,
      ...sceneAssetsMigrations,
      ...holdingsMigrations.filter(({ version }) => version < 3),
    ]);
    const restore = createSceneRestore({ store: earlier.store, now }).restore;
    restore({ scene: catalogScene(1), connectionId: 'connection', missing: [] });
    earlier.store.run('DELETE FROM holding_pending');
    for (const { sql } of holdingsMigrations.filter(({ version }) => version === 3)) earlier.store.run(sql);
    expect(createHoldingsTable({ store: earlier.store, now }).countPending()).toBe(1);
    earlier.remove();
  });

  it('is not lost if the scene changes again while it is written', () => {
    const { restore, table } = openTables();
    restore({ scene: catalogScene(1), connectionId: 'connection', missing: [] });
    const [pending] = table.pending(library, 10);
    opened.store.run('UPDATE scene SET cloud_cover = 1');
    if (pending === undefined) throw new Error('nothing is noted');
    const { sceneRow } = pending;
    table.markWritten(library, pending, { sceneRow, outcome: 'written', itemPath: 'a', pagePath: 'b' });
    expect(table.countPending()).toBe(1);
    expect(table.pending('/another', 10)).toMatchObject([{ itemPath: null }]);
  });
});

describe('a folder that cannot be written', () => {
  it.each([
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['ENOSPC', 'disk-full'],
    ['EIO', 'library-missing'],
  ])('is told in the words of the user (%s), and can be read', async (code, trouble) => {
    putFiles(library, catalogScene(1));
    const good = createHoldingsWork();
    const entry = {
      sceneRow: 1,
      scene: catalogScene(1),
      source: catalogScene(1).source,
      itemPath: null,
      pagePath: null,
    };
    await good({ ask: 'write', library, instance: 'a', entries: [entry] });
    const before = readdirSync(library, { recursive: true }).sort();
    const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
    const bad = createHoldingsWork({
      ...createDisk(),
      replace: fail,
      create: fail,
      makeFolder: fail,
      remove: fail,
    });
    const written = await bad({ ask: 'write', library, instance: 'a', entries: [entry] }).catch(troubleOf);
    expect(written).toBe(trouble);
    expect(readdirSync(library, { recursive: true }).sort()).toEqual(before);
    expect(await bad({ ask: 'scan', library, scan: 1 })).toMatchObject({
      scenes: [{ scene: { source: { sceneId: sceneIdSchema.parse('S1') } } }],
      problems: [],
    });
  });
});
