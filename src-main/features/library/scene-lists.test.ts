import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  type LibraryFileId,
  type LibrarySceneId,
} from '../../../src-preload/contract/ids.ts';
import { unpackOutlines, unpackSteps } from '../../../src-preload/contract/packed-places.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { createTestOwners } from '../../../testing/test-owners.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createLibrary } from './library.ts';
import { createSceneTable, type SceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';

const scope = {
  connectionId: connectionIdSchema.parse('here'),
  contractId: contractIdSchema.parse('cont.1'),
};
const captureId = captureIdSchema.parse('capture');
/** More than one batch of the map's answer and several steps of the sweep. */
const count = 703;

let opened: TestStore;
let table: SceneTable;
let ids: LibrarySceneId[];
let savedAt = 0;

function wireScene(i: number) {
  const west = -179 + i * 0.25;
  const ring = [
    [west, 10],
    [west, 9.9],
    [west + 0.123456789, 9.9],
    [west, 10],
  ];
  const raw = {
    scene_id: `scene_${String(i).padStart(5, '0')}`,
    timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + i * 60_000).toISOString(),
    // Every hundredth came without one.
    footprint: i % 100 === 99 ? null : { type: 'Polygon', coordinates: [ring] },
    satellite_name: `SN${i % 7}`,
    rasters: [{ url: 'https://c.invalid/r', bands: ['red'], file_name: `${i}.tif` }],
    attachments: [{ url: 'https://c.invalid/t', file_name: `${i}.png`, name: 'thumbnail' }],
  };
  return { parsed: wireSceneSchema.parse(raw), raw };
}

function save(id: LibrarySceneId | undefined, name: RegExp): LibraryFileId {
  const file = id === undefined ? undefined : table.filesOf(id).find((each) => name.test(each.name));
  if (!file) throw new Error('no such file');
  savedAt += 1;
  table.markSaved(file.fileId, { path: `p/${file.fileName}`, sizeBytes: 10, sha256: 'x' });
  return file.fileId;
}

beforeEach(() => {
  opened = openTestStore(libraryMigrations);
  savedAt = 0;
  table = createSceneTable({
    store: opened.store,
    now: () => new Date(Date.UTC(2026, 1, 1) + savedAt * 1_000),
    taskOfCapture: () => null,
    transferring: () => false,
  });
  ids = opened.store.transaction(() =>
    Array.from({ length: count }, (_, i) => table.put(scope, captureId, wireScene(i))),
  );
});
afterEach(() => opened.remove());

it('answers the footprints of all scenes, however many batches that takes', async () => {
  save(ids[700], /tif/);
  save(ids[701], /thumbnail/);
  const all = await table.footprints({});
  const shown = unpackSteps(all.librarySceneIds);
  expect(shown).toEqual(ids.filter((_, i) => i % 100 !== 99));
  const rings = unpackOutlines(all.rings);
  expect(rings).toHaveLength(shown.length);
  expect(shown.filter((_, i) => all.onDisk[i] === '1')).toEqual([ids[700]]);
  expect([all.total, all.read]).toEqual([count, count]);
  // A tenth of a metre at most is lost of what is drawn.
  expect(rings[0]?.[4]).toBe(-178.876543);
  const onDisk = await table.footprints({ onDiskOnly: true });
  expect(unpackSteps(onDisk.librarySceneIds)).toEqual([ids[700]]);
});

it('lists page after page without a gap, by time, name and the last saved', async () => {
  const order = [5, 600, 3, 650];
  opened.store.transaction(() => {
    for (const i of order) save(ids[i], /tif/);
  });
  const pages = async (sort: 'time' | 'name' | 'saved', search = '') => {
    const found = await Promise.all(
      [0, 500].map((offset) =>
        table.list({ filter: { search }, sort, descending: true, offset, limit: 500 }),
      ),
    );
    return found.flatMap(({ rows }) => rows.map((row) => row.librarySceneId));
  };
  expect(await pages('time')).toEqual(ids.toReversed());
  expect(await pages('name')).toEqual(ids.toReversed());
  expect((await pages('saved')).slice(0, 4)).toEqual(order.toReversed().map((i) => ids[i]));
  expect(new Set(await pages('saved')).size).toBe(count);
  expect(await pages('time', 'SN3 scene_006')).toEqual(
    ids.filter((_, i) => i % 7 === 3 && i >= 600 && i < 700).toReversed(),
  );
  const { total, rows } = await table.list({
    filter: { onDiskOnly: true },
    sort: 'time',
    descending: false,
    offset: 1,
    limit: 2,
  });
  expect(total).toBe(4);
  expect(rows.map((row) => [row.librarySceneId, row.filesOnDisk, row.bytesOnDisk])).toEqual([
    [ids[5], 1, 10],
    [ids[600], 1, 10],
  ]);
});

it('lists scenes by their ids, and counts those of them that are on disk', async () => {
  save(ids[3], /tif/);
  const named = [ids[650], ids[3]].flatMap((id) => (id === undefined ? [] : [id]));
  const terms = { sort: 'time', descending: false, offset: 0, limit: 10 } as const;
  const listed = (onDiskOnly: boolean) =>
    table.list({ ...terms, filter: { librarySceneIds: named, onDiskOnly } });
  expect((await listed(false)).rows.map((row) => row.librarySceneId)).toEqual([ids[3], ids[650]]);
  expect(await listed(true)).toMatchObject({ total: 1, rows: [{ librarySceneId: ids[3] }] });
});

it('sweeps through all records and marks what is gone and what is back', async () => {
  const root = join(opened.folder, 'library');
  mkdirSync(join(root, 'p'), { recursive: true });
  const files = opened.store.transaction(() => ids.map((id) => save(id, /tif/)));
  for (const [i] of ids.entries()) if (i !== 702) writeFileSync(join(root, 'p', `${i}.tif`), '');
  const [back] = files;
  if (back === undefined) throw new Error('no file');
  table.markMissing(back, true);
  let changes = 0;
  const library = createLibrary({
    removed: { note: () => undefined },
    store: opened.store,
    owners: createTestOwners({ store: opened.store, library: opened.folder }),
    table,
    links: { query: async () => [], link: async () => '' },
    rasters: {
      describe: async () => {
        throw new Error('not asked');
      },
      build: () => ({ kind: 'none' }),
      cancelBuild: async () => undefined,
      allowBuild: () => undefined,
      displayPath: () => '',
      forget: async () => undefined,
      close: async () => undefined,
    },
    folder: () => root,
    changed: () => {
      changes += 1;
    },
    wantThumbnails: () => undefined,
  });
  await library.sweep(new AbortController().signal);
  expect(files.filter((id) => table.file(id).missing === 1)).toEqual([files[702]]);
  expect(table.file(back).missing).toBe(0);
  expect(changes).toBe(2);
});

it('a scene that is told more thinly later keeps what was known of it', async () => {
  const [id] = ids;
  if (id === undefined) throw new Error('no scene');
  const before = table.get(id);
  const raw = {
    scene_id: before.sceneId,
    rasters: [{ url: 'https://c.invalid/r', file_name: '0.tif' }],
    last_modified: '2026-05-01T00:00:00Z',
  };
  table.put(scope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
  expect(table.get(id)).toEqual({
    ...before,
    lastModified: '2026-05-01T00:00:00.000Z',
    raw: { ...before.raw, rasters: [{ file_name: '0.tif' }], last_modified: raw.last_modified },
  });
  const sql = 'SELECT count(*) AS n FROM scene_box WHERE id = :id';
  expect(opened.store.get(z.object({ n: z.number() }), sql, { id })?.n).toBe(1);
  expect(
    (await table.list({ filter: { search: 'SN0' }, sort: 'name', descending: false, offset: 0, limit: 1 }))
      .rows[0],
  ).toMatchObject({ librarySceneId: id });
});

it('one damaged scene takes no other off the map or out of the list, and can be opened itself', async () => {
  const [id] = ids;
  if (id === undefined) throw new Error('no scene');
  opened.store.run(`UPDATE scene SET raw = '{"dam', footprint = '{"dam' WHERE id = :id`, { id });
  opened.store.run(`UPDATE scene_file SET bands = '[' WHERE scene_row = :id`, { id });
  expect(table.get(id)).toMatchObject({ footprint: null, raw: {}, files: [{ bands: [] }, { bands: [] }] });
  const librarySceneIds = unpackSteps((await table.footprints({})).librarySceneIds);
  expect(librarySceneIds).not.toContain(id);
  expect(librarySceneIds.length).toBeGreaterThan(600);
  expect(table.ofCapture(scope, captureId)).toHaveLength(count);
  expect(table.put(scope, captureId, wireScene(0))).toBe(id);
  expect(table.get(id).footprint).not.toBeNull();
});

it('gives footprints for a file as the service sent them, in the order that was asked for', () => {
  const [first, second] = ids;
  if (first === undefined || second === undefined) throw new Error('no scenes');
  const texts = table.geometries([second, first]);
  expect(texts.map((text) => JSON.parse(text ?? ''))).toEqual([
    wireScene(1).raw.footprint,
    wireScene(0).raw.footprint,
  ]);
  const without = ids[99];
  expect(without === undefined ? [] : table.geometries([without])).toEqual([null]);
});
