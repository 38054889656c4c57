import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  captureIdSchema,
  contractIdSchema,
  type LibraryFileId,
  libraryFileIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import {
  importedConnectionId,
  sceneDetailsSchema,
  sceneFootprintsSchema,
  sceneRowSchema,
} from '../../../src-preload/contract/library.ts';
import { unpackOutlines, unpackSteps } from '../../../src-preload/contract/packed-places.ts';
import { catalogScene, putFiles } from '../../../testing/catalog-scene.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { createTestOwners } from '../../../testing/test-owners.ts';
import { createRasterWorkerClient } from '../../raster/raster-worker-client.ts';
import type { Row } from '../../service/api/service-client.ts';
import { type WireScene, wireSceneSchema } from '../../service/api/wire.ts';
import { createDeliverableFiles } from './deliverable-files.ts';
import { holdingsMigrations } from './holdings/holdings-tables.ts';
import { createImportedScenes } from './imported-scenes.ts';
import { createLibrary, type Library, type LibraryOptions } from './library.ts';
import { createRemovedFiles } from './removed-files.ts';
import { sceneAssetsMigrations } from './scene-assets-table.ts';
import { createSceneRestore } from './scene-restore.ts';
import { createSceneTable, type SceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';
import { createTrashedFiles } from './trashed-files.ts';

const captureId = captureIdSchema.parse('0c5b9a3e');
const token = 'CANARY-link-token-42';

function sceneRow(n: number, fields: Record<string, unknown> = {}): Row<WireScene> {
  const at = `https://catalog.example/v2/scenes/S${n}`;
  const attachment = (name: string, fileName: string) => ({
    name,
    file_name: fileName,
    scene: `${at}/`,
    metadata: {},
    url: `${at}/attachments/${name}/download/?token=${token}`,
    edit_url: `${at}/attachments/${name}/`,
  });
  const raw = {
    scene_id: `S${n}`,
    sceneset_id: captureId,
    // As some services write it: UTC, and no word of it.
    timestamp: `2026-03-0${n}T10:30:00`,
    footprint: {
      type: 'Polygon',
      coordinates: [
        [
          [n, 1],
          [n + 1, 1],
          [n + 1, 2],
          [n, 2],
          [n, 1],
        ],
      ],
    },
    metadata: { cloud_cover: 12.5, gsd: 0.7 },
    satellite_name: `SN${30 + n}`,
    productname: 'L1D_SR',
    rasters: [
      { url: `${at}/token/${token}/raster/S${n}.tif`, bands: ['red', 'nir'], file_name: `S${n}.tif` },
    ],
    attachments: [attachment('delivery_zip', `S${n}.zip`), attachment('thumbnail', `S${n}.png`)],
    last_modified: '2026-03-05T00:00:00Z',
    odd_field: { kept: true },
    ...fields,
  };
  return { parsed: wireSceneSchema.parse(raw), raw };
}

let opened: TestStore;
let folder: string;
let table: SceneTable;
let library: Library;
/** One on a system with a trash, which works while `hasTrash` is true. */
let withTrash: Library;
let hasTrash: boolean;
let answer: Row<WireScene>[];
let wanted: LibraryFileId[];
let transferring: Set<number>;
let changes: string[];
const tasks = new Map([[captureId as string, { taskId: 7, name: 'Año nuevo', project: 'Coast' }]]);

beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations, ...holdingsMigrations]);
  folder = join(opened.folder, 'library');
  mkdirSync(folder);
  answer = [sceneRow(1), sceneRow(2)];
  wanted = [];
  transferring = new Set();
  changes = [];
  table = createSceneTable({
    store: opened.store,
    now: () => new Date('2026-06-01T00:00:00Z'),
    taskOfCapture: (_scope, id) => tasks.get(id) ?? null,
    transferring: (id) => transferring.has(id),
  });
  const rasters = createRasterWorkerClient({ folder: () => folder });
  const options: LibraryOptions = {
    store: opened.store,
    table,
    rasters,
    folder: () => folder,
    owners: createTestOwners({ store: opened.store, library: folder }),
    removed: createRemovedFiles({ store: opened.store, now: () => new Date('2026-06-01T00:00:00Z') }),
    links: {
      query: async (of: Scope, id) => library.storeScenes(of, id, answer),
      link: () => Promise.reject(new Error('not used here')),
    },
    changed: (topic) => changes.push(topic),
    wantThumbnails: (ids) => wanted.push(...ids),
  };
  library = createLibrary(options);
  hasTrash = false;
  withTrash = createLibrary({
    ...options,
    async moveToTrash(path) {
      if (!hasTrash) throw Object.assign(new Error('another drive'), { code: 'EXDEV' });
      renameSync(path, join(opened.folder, 'trash'));
    },
    trashed: createTrashedFiles({ store: opened.store, now: () => new Date('2026-06-01T00:00:00Z') }),
  });
});
afterEach(() => opened.remove());

const list = (options: Partial<Parameters<SceneTable['list']>[0]> = {}) =>
  table.list({ filter: {}, sort: 'time', descending: false, offset: 0, limit: 500, ...options });
const names = async (options?: Parameters<typeof list>[0]) =>
  (await list(options)).rows.map((row) => String(row.sceneId));

async function stored() {
  const [first, second] = await library.refreshCapture(scope, captureId);
  if (!first || !second) throw new Error('two scenes were expected');
  return { first: sceneDetailsSchema.parse(first), second: sceneDetailsSchema.parse(second) };
}

function save(id: LibraryFileId, name: string, bytes = Buffer.from('bytes')) {
  const path = join(folder, 'Coast', name);
  mkdirSync(join(folder, 'Coast'), { recursive: true });
  writeFileSync(path, bytes);
  library.saved(id, { path, sizeBytes: bytes.length, sha256: 'abc' });
  return path;
}

describe('the scenes of a capture', () => {
  it('are listed whatever numbers the service writes', async () => {
    const far = JSON.parse('{"cloud_cover":1e999}');
    const world = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1.7e308, 0],
          [-1.7e308, 1],
          [0, 0],
        ],
      ],
    };
    answer = [sceneRow(1, { metadata: far, footprint: world }), sceneRow(2)];
    const { first } = await stored();
    expect([first.cloudCover, first.bbox]).toEqual([null, null]);
    expect(await names()).toEqual(['S1', 'S2']);
  });

  it('never bring a raster unasked that calls itself a thumbnail', async () => {
    const [, second] = answer;
    answer = second
      ? [sceneRow(1, { attachments: [], rasters: [{ url: 'x', file_name: 'thumbnail' }] }), second]
      : [];
    const { second: honest } = await stored();
    expect(wanted).toEqual(
      honest.files.filter(({ name }) => name === 'thumbnail').map(({ fileId }) => fileId),
    );
  });

  it('are kept with their files, their task and all that the service said', async () => {
    const { first } = await stored();
    expect(first).toMatchObject({
      sceneId: 'S1',
      captureId,
      taskId: 7,
      taskName: 'Año nuevo',
      project: 'Coast',
      timestamp: '2026-03-01T10:30:00.000Z',
      satelliteName: 'SN31',
      productName: 'L1D_SR',
      cloudCover: 12.5,
      bbox: [1, 1, 2, 2],
      longitude: 1.5,
      latitude: 1.5,
      hasThumbnail: false,
      filesOnDisk: 0,
      bytesOnDisk: 0,
    });
    expect(
      first.files.map(({ kind, name, fileName, bands, state }) => [kind, name, fileName, bands, state]),
    ).toEqual([
      ['raster', 'S1.tif', 'S1.tif', ['red', 'nir'], 'remote'],
      ['attachment', 'delivery_zip', 'S1.zip', [], 'remote'],
      ['attachment', 'thumbnail', 'S1.png', [], 'remote'],
    ]);
    expect(first.raw).toMatchObject({ scene_id: 'S1', odd_field: { kept: true }, metadata: { gsd: 0.7 } });
    expect(table.ofCapture(scope, captureId).map((scene) => scene.sceneId)).toEqual(['S1', 'S2']);
  });

  it('leave no link and no token in the database', async () => {
    await stored();
    const bytes = opened.bytes();
    expect(bytes.includes('odd_field')).toBe(true);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes('download/?')).toBe(false);
    expect(bytes.includes('/token/')).toBe(false);
  });

  it('have their thumbnails fetched at once, once', async () => {
    const { first } = await stored();
    const thumbnail = first.files.find((file) => file.name === 'thumbnail');
    expect(wanted).toHaveLength(2);
    expect(wanted).toContain(thumbnail?.fileId);
    if (thumbnail) save(thumbnail.fileId, 'S1.png');
    wanted = [];
    await stored();
    expect(wanted).toHaveLength(1);
  });

  it('asked for again are the same scenes; what is on disk stays, what is listed no more stays', async () => {
    const { first } = await stored();
    const zip = first.files.find((file) => file.name === 'delivery_zip');
    if (!zip) throw new Error('no zip');
    save(zip.fileId, 'S1.zip');
    answer = [sceneRow(1, { attachments: [], satellite_name: 'SN99', footprint: null }), sceneRow(2)];
    const again = (await stored()).first;
    expect(again.librarySceneId).toBe(first.librarySceneId);
    expect(again.satelliteName).toBe('SN99');
    expect(again.bbox).toBeNull();
    expect(again.files.map(({ fileId, state }) => [fileId, state])).toEqual(
      first.files.map(({ fileId }) => [fileId, fileId === zip.fileId ? 'on-disk' : 'remote']),
    );
  });

  it.each([
    ['nothing but an id', { scene_id: 'X' }],
    [
      'odd values',
      { scene_id: 'X', rasters: 'none', attachments: ['none', null], metadata: [], footprint: 'x' },
    ],
    ['a name of no sense', { scene_id: '../../x', timestamp: [], satellite_name: {} }],
  ])('with %s are kept too', async (_name, raw) => {
    const [id] = library.storeScenes(scope, captureId, [{ parsed: wireSceneSchema.parse(raw), raw }]);
    if (!id) throw new Error('not stored');
    const scene = sceneDetailsSchema.parse(table.get(id));
    expect(scene).toMatchObject({
      sceneId: raw.scene_id,
      bbox: null,
      footprint: null,
      files: [],
      cloudCover: null,
    });
    expect(sceneRowSchema.parse((await list()).rows[0])).toMatchObject({ longitude: null, timestamp: null });
    expect(sceneFootprintsSchema.parse(await table.footprints({}))).toEqual({
      librarySceneIds: '',
      rings: '',
      onDisk: '',
      total: 1,
      read: 1,
    });
  });

  it('over the antimeridian have their middle on the map', async () => {
    const footprint = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [179, 1],
            [180, 1],
            [180, 2],
            [179, 2],
            [179, 1],
          ],
        ],
        [
          [
            [-180, 1],
            [-177, 1],
            [-177, 2],
            [-180, 2],
            [-180, 1],
          ],
        ],
      ],
    };
    const [id] = library.storeScenes(scope, captureId, [sceneRow(1, { footprint })]);
    if (!id) throw new Error('not stored');
    expect(table.get(id)).toMatchObject({
      bbox: [179, 1, 183, 2],
      longitude: -179,
      latitude: 1.5,
      footprint,
    });
    const { librarySceneIds, rings } = sceneFootprintsSchema.parse(await table.footprints({}));
    expect(unpackSteps(librarySceneIds)).toEqual([id, id]);
    expect(
      unpackOutlines(rings)
        .flat()
        .filter((_, i) => i % 2 === 0)
        .every((x) => x >= 179 && x <= 183),
    ).toBe(true);
  });

  it('of two contracts are two scenes', async () => {
    const other = { ...scope, contractId: contractIdSchema.parse('cont.2') };
    library.storeScenes(scope, captureId, [sceneRow(1)]);
    library.storeScenes(other, captureId, [sceneRow(1)]);
    expect((await list()).total).toBe(2);
    expect(table.ofCapture(other, captureId)).toHaveLength(1);
  });
});

describe('the list', () => {
  beforeEach(() => void library.storeScenes(scope, captureId, [sceneRow(3), sceneRow(1), sceneRow(2)]));

  it.each([
    ['s1', ['S1']],
    ['sn33', ['S3']],
    ['ANO NUEVO', ['S1', 'S2', 'S3']],
    ['coast l1d_sr', ['S1', 'S2', 'S3']],
    ['2026-03-02', ['S2']],
    ['%', []],
    ['l1d-sr', []],
    ["'", []],
    ['nothing', []],
  ])('search %j finds %j', async (search, expected) => {
    expect(await names({ filter: { search } })).toEqual(expected);
    expect(unpackOutlines((await table.footprints({ search })).rings)).toHaveLength(expected.length);
  });

  it('sorts by time, name and when it was saved; pages', async () => {
    expect(await names()).toEqual(['S1', 'S2', 'S3']);
    expect(await names({ sort: 'name', descending: true })).toEqual(['S3', 'S2', 'S1']);
    expect(await Promise.all([0, 1, 2, 3].map((offset) => names({ offset, limit: 1 })))).toEqual([
      ['S1'],
      ['S2'],
      ['S3'],
      [],
    ]);
    const file = (await list()).rows[1];
    const [first] = file ? table.filesOf(file.librarySceneId) : [];
    if (first) save(first.fileId, 'S2.tif');
    expect((await names({ sort: 'saved', descending: true }))[0]).toBe('S2');
  });

  it('shows the library: scenes with something on disk, a thumbnail is nothing', async () => {
    const rows = (await list()).rows;
    const filesOf = (at: number) =>
      rows.slice(at, at + 1).flatMap((row) => table.filesOf(row.librarySceneId));
    const thumbnail = filesOf(0).find((file) => file.name === 'thumbnail');
    const raster = filesOf(1).find((file) => file.kind === 'raster');
    if (!thumbnail || !raster) throw new Error('files are missing');
    save(thumbnail.fileId, 'S1.png');
    save(raster.fileId, 'S2.tif', Buffer.alloc(1_000));
    expect(await names({ filter: { onDiskOnly: true } })).toEqual(['S2']);
    expect(
      (await list()).rows.map(({ hasThumbnail, filesOnDisk, bytesOnDisk }) => [
        hasThumbnail,
        filesOnDisk,
        bytesOnDisk,
      ]),
    ).toEqual([
      [true, 0, 5],
      [true, 1, 1_000],
      [false, 0, 0],
    ]);
    expect((await table.footprints({})).onDisk).toBe('001');
    expect((await table.footprints({ onDiskOnly: true })).onDisk).toBe('1');
  });
});

describe('a file', () => {
  async function savedZip() {
    const { first } = await stored();
    const zip = first.files.find((file) => file.name === 'delivery_zip');
    if (!zip) throw new Error('no zip');
    return { id: zip.fileId, path: save(zip.fileId, 'S1.zip'), scene: first.librarySceneId };
  }
  const fileOf = async (id: LibraryFileId) => (await stored()).first.files.find((file) => file.fileId === id);

  it('is on disk with its size and checksum, below the library folder whatever that is called later', async () => {
    const { id } = await savedZip();
    expect(await fileOf(id)).toMatchObject({
      state: 'on-disk',
      sizeBytes: 5,
      sha256: 'abc',
      savedAt: '2026-06-01T00:00:00.000Z',
    });
    expect(table.file(id).path).toBe(join('Coast', 'S1.zip'));
    renameSync(folder, `${folder}-moved`);
    folder = `${folder}-moved`;
    expect(library.onDisk(id).path).toBe(join(folder, 'Coast', 'S1.zip'));
  });

  it('stays where it is when new ones go to another folder', async () => {
    const { id, path } = await savedZip();
    const before = folder;
    folder = join(opened.folder, 'another');
    library.folderChanged(before);
    expect(library.onDisk(id).path).toBe(path);
    // And back again: what is whole already is left alone.
    library.folderChanged(folder);
    folder = before;
    expect(library.onDisk(id).path).toBe(path);
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'on-disk' });
  });

  it('is not among what lies in the folder without a record', async () => {
    const { path } = await savedZip();
    const folderNow = () => library.folder(new AbortController().signal);
    expect(await folderNow()).toMatchObject({ files: 0, bytes: 0, missing: 0 });
    writeFileSync(join(dirname(path), 'from elsewhere.tif'), 'six by');
    expect(await folderNow()).toMatchObject({ files: 1, bytes: 6, missing: 0 });
  });

  it('is found again where its folder was moved to, if it is as large, and the folder says what lies in it', async () => {
    const { id } = await savedZip();
    const before = folder;
    const moved = `${folder}-moved`;
    renameSync(before, moved);
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'missing' });
    folder = moved;
    library.folderChanged(before);
    expect(await library.folder(new AbortController().signal)).toEqual({
      path: moved,
      files: 1,
      bytes: 5,
      isMore: false,
      missing: 1,
    });
    // Another file of the same name is not taken for it.
    const place = join(moved, 'Coast', 'S1.zip');
    const bytes = readFileSync(place);
    writeFileSync(place, 'longer than before');
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'missing' });
    writeFileSync(place, bytes);
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'on-disk', sha256: 'abc' });
    expect(library.onDisk(id).path).toBe(place);
  });

  it('that is transferred says so', async () => {
    const { first } = await stored();
    const [raster] = first.files;
    if (!raster) throw new Error('no raster');
    transferring.add(raster.fileId);
    expect(await fileOf(raster.fileId)).toMatchObject({ state: 'transferring' });
  });

  it('that is gone from disk is missing, not forgotten; back again it is on disk', async () => {
    const { id, path } = await savedZip();
    renameSync(path, `${path}.away`);
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'missing', sha256: 'abc' });
    expect(() => library.onDisk(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(changes).toContain('library');
    renameSync(`${path}.away`, path);
    await library.sweep(new AbortController().signal);
    expect(await fileOf(id)).toMatchObject({ state: 'on-disk' });
  });

  it('is deleted from disk; its record and its scene stay', async () => {
    const { id, path, scene } = await savedZip();
    const after = sceneDetailsSchema.parse(await library.deleteFile(id, { permanently: false }));
    expect(existsSync(path)).toBe(false);
    expect(after.librarySceneId).toBe(scene);
    expect(after.files.find((file) => file.fileId === id)).toMatchObject({
      state: 'remote',
      sha256: null,
      savedAt: null,
    });
    // Once more, and when it is gone already: no harm.
    await library.deleteFile(id, { permanently: false });
    const again = save(id, 'S1.zip');
    rmSync(again);
    await library.deleteFile(id, { permanently: false });
    expect(await fileOf(id)).toMatchObject({ state: 'remote' });
  });

  it('is remembered for the history of its scene, with how and when it left the disk', async () => {
    const removed = createRemovedFiles({ store: opened.store, now: () => new Date('2026-06-01T00:00:00Z') });
    const { id, scene } = await savedZip();
    await library.deleteFile(id, { permanently: true });
    hasTrash = true;
    save(id, 'S1.zip');
    await withTrash.deleteFile(id, { permanently: false });
    const removedAt = '2026-06-01T00:00:00.000Z';
    expect(removed.ofScene(scene)).toMatchObject([
      { fileName: 'S1.zip', how: 'deleted', removedAt },
      { fileName: 'S1.zip', how: 'trashed', removedAt },
    ]);
  });

  it('goes to the trash where there is one; what has none is told, and can be deleted permanently', async () => {
    const { id, path } = await savedZip();
    await expect(withTrash.deleteFile(id, { permanently: false })).rejects.toMatchObject({
      code: 'TRASH_FAILED',
      data: { path, detail: 'EXDEV' },
    });
    expect(existsSync(path)).toBe(true);
    expect(await fileOf(id)).toMatchObject({ state: 'on-disk' });
    hasTrash = true;
    await withTrash.deleteFile(id, { permanently: false });
    expect(existsSync(join(opened.folder, 'trash'))).toBe(true);
    const again = save(id, 'S1.zip');
    hasTrash = false;
    await withTrash.deleteFile(id, { permanently: true });
    expect(existsSync(again)).toBe(false);
  });

  it('that is restored from the trash is recognised by its size and time, and nothing else in its place is', async () => {
    const signal = new AbortController().signal;
    const { id, path } = await savedZip();
    const sha256 = 'ab'.repeat(32);
    library.saved(id, { path, sizeBytes: 5, sha256 });
    hasTrash = true;
    await withTrash.deleteFile(id, { permanently: false });
    await withTrash.findRestored(signal);
    expect(await fileOf(id)).toMatchObject({ state: 'remote', sha256: null });
    writeFileSync(path, 'other');
    await withTrash.findRestored(signal);
    expect(await fileOf(id)).toMatchObject({ state: 'remote', sha256: null });
    renameSync(join(opened.folder, 'trash'), path);
    await withTrash.findRestored(signal);
    expect(await fileOf(id)).toMatchObject({ state: 'on-disk', sha256 });
    expect(changes).toContain('scenes');
    // Deleted once more, and downloaded again before it is restored: the download stays.
    await withTrash.deleteFile(id, { permanently: false });
    const saved = save(id, 'S1.zip');
    await withTrash.findRestored(signal);
    rmSync(saved);
    await library.deleteFile(id, { permanently: true });
    renameSync(join(opened.folder, 'trash'), path);
    await withTrash.findRestored(signal);
    expect(await fileOf(id)).toMatchObject({ state: 'remote' });
  });

  it('that was the last one of an imported scene brings the scene back from the trash', async () => {
    const signal = new AbortController().signal;
    const source = { ...catalogScene(1).source, connectionId: importedConnectionId, contractId: null };
    const scene = { ...catalogScene(1), source };
    putFiles(folder, scene);
    const records = createImportedScenes({
      store: opened.store,
      restore: createSceneRestore({ store: opened.store, now: () => new Date(0) }).restore,
      removed: { note: () => undefined },
    });
    const { sceneRow: row } = records.record(scene, importedConnectionId);
    const before = await list();
    const [file] = table.filesOf(row);
    if (file === undefined) throw new Error('the scene has no file');
    hasTrash = true;
    await withTrash.deleteFile(file.fileId, { permanently: false });
    // As when the catalog in the folder is written, from which the scene has gone.
    opened.store.run('DELETE FROM holding_pending');
    expect(records.removeEmpty([row])).toBe(true);
    expect((await list()).rows).toEqual([]);
    renameSync(join(opened.folder, 'trash'), join(folder, 'Coast/S1/S1.tif'));
    await withTrash.findRestored(signal);
    const after = await list();
    expect(after.rows.map(({ sceneId, filesOnDisk }) => [sceneId, filesOnDisk])).toEqual(
      before.rows.map(({ sceneId, filesOnDisk }) => [sceneId, filesOnDisk]),
    );
    expect(after.rows).toHaveLength(1);
  });

  it('that cannot be deleted is told, and stays on record', async () => {
    const { id, path } = await savedZip();
    rmSync(path);
    mkdirSync(path);
    await expect(library.deleteFile(id, { permanently: false })).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
    });
    expect(table.file(id).path).not.toBeNull();
  });

  it('is what delivery needs to know of it, many at once, and unknown ones are left out', async () => {
    const { id } = await savedZip();
    const { second } = await stored();
    const others = second.files.map((file) => file.fileId);
    const files = createDeliverableFiles({ store: opened.store })([
      id,
      ...others,
      libraryFileIdSchema.parse(999_999),
    ]);
    expect(files).toHaveLength(4);
    expect(files.find((file) => file.fileId === id)).toEqual({
      fileId: id,
      librarySceneId: table.file(id).librarySceneId,
      scope,
      captureId,
      sceneId: 'S1',
      project: 'Coast',
      taskName: 'Año nuevo',
      takenAt: '2026-03-01T10:30:00.000Z',
      satelliteName: 'SN31',
      kind: 'attachment',
      name: 'delivery_zip',
      fileName: 'S1.zip',
      onDisk: true,
      sceneModified: '2026-03-05T00:00:00.000Z',
    });
  });

  it('is served by its record only', async () => {
    const { first } = await stored();
    const [raster, zip] = first.files;
    const thumbnail = first.files.find((file) => file.name === 'thumbnail');
    if (!raster || !zip || !thumbnail) throw new Error('files are missing');
    const path = save(raster.fileId, 'S1.tif');
    save(zip.fileId, 'S1.zip');
    const picture = save(thumbnail.fileId, 'S1.png');
    const served = library.resolve(`/files/raster/${raster.fileId}`);
    expect(served).toMatchObject({ path, contentType: 'image/tiff' });
    expect(library.resolve(`/files/thumbnail/${first.librarySceneId}`)).toMatchObject({
      path: picture,
      contentType: 'image/png',
      mostPixels: 2_000_000,
    });
    // The disk is not asked for each tile, and nothing is written; who opens it says that it is gone.
    renameSync(path, `${path}.away`);
    const before = changes.length;
    expect(library.resolve(`/files/raster/${raster.fileId}`)).toMatchObject({ path });
    expect(changes).toHaveLength(before);
    served?.seen?.(false);
    // Its drive is asked first, which may have been removed.
    await expect.poll(() => fileOf(raster.fileId)).toMatchObject({ state: 'missing' });
    library.resolve(`/files/raster/${raster.fileId}`)?.seen?.(true);
    expect(await fileOf(raster.fileId)).toMatchObject({ state: 'on-disk' });
    for (const nothing of [
      `/files/raster/${zip.fileId}`,
      `/files/preview/${first.librarySceneId}`,
      '/files/raster/../../etc/passwd',
      '/files/raster/1/x',
      '/files/raster/-1',
      '/files/raster/1e3',
      '/files/other/1',
      '/files/raster/',
    ])
      expect([nothing, library.resolve(nothing)]).toEqual([nothing, null]);
    expect(() => library.resolve('/files/raster/999999')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });
});
