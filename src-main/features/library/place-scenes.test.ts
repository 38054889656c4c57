import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  type LibrarySceneId,
} from '../../../src-preload/contract/ids.ts';
import { mostPlaceScenes } from '../../../src-preload/contract/library.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createPlaceScenes } from './place-scenes.ts';
import { createSceneTable, type SceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';

const scope = {
  connectionId: connectionIdSchema.parse('here'),
  contractId: contractIdSchema.parse('cont.1'),
};

let opened: TestStore;
let table: SceneTable;
let count = 0;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
  count = 0;
  table = createSceneTable({
    store: opened.store,
    now: () => new Date(Date.UTC(2026, 0, 1)),
    taskOfCapture: () => null,
    transferring: () => false,
  });
});
afterEach(() => opened.remove());

const ofPlace = (...asked: Parameters<ReturnType<typeof createPlaceScenes>>) =>
  createPlaceScenes({ store: opened.store, table })(...asked);

/** Stores a square scene with its south-western corner here; `saved` are the files that are on the disk. */
function scene(
  [west, south]: readonly [number, number],
  day: number,
  { side = 1, saved = ['a.tif'] }: { side?: number; saved?: readonly string[] } = {},
): LibrarySceneId {
  count += 1;
  const raw = {
    scene_id: `scene_${count}`,
    timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
    footprint: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [west + side, south],
          [west + side, south + side],
          [west, south + side],
          [west, south],
        ].map(([x = 0, y = 0]) => [x > 180 ? x - 360 : x, y]),
      ],
    },
    satellite_name: 'SN1',
    rasters: ['a.tif', 'b.tif'].map((file_name) => ({
      url: 'https://c.invalid/r',
      bands: ['red'],
      file_name,
    })),
    attachments: [{ url: 'https://c.invalid/t', file_name: 'z.zip', name: 'delivery_zip' }],
  };
  const id = table.put(scope, captureIdSchema.parse(`c${count}`), {
    parsed: wireSceneSchema.parse(raw),
    raw,
  });
  for (const { fileId, fileName } of table.filesOf(id))
    if (saved.includes(fileName))
      table.markSaved(fileId, { path: `p/${count}/${fileName}`, sizeBytes: 1, sha256: 'x' });
  return id;
}

const idsOf = ({ scenes }: ReturnType<typeof ofPlace>) => scenes.map(({ librarySceneId }) => librarySceneId);

it('lists the captures of the same ground with a raster on the disk, in the order of their times', () => {
  const newest = scene([10, 50], 20);
  const own = scene([10.2, 50.1], 10, { saved: ['a.tif', 'b.tif'] });
  const oldest = scene([9.9, 49.8], 1);
  scene([10, 50], 5, { saved: ['z.zip'] });
  scene([10, 50], 6, { saved: [] });
  // Their outlines overlap at an edge, and the middle of neither lies in the other.
  scene([10.9, 50.1], 7);
  scene([11.5, 50], 8);
  const large = scene([5, 45], 15, { side: 10 });
  const found = ofPlace({ librarySceneId: own });
  expect(found.isMore).toBe(false);
  expect(idsOf(found)).toEqual([oldest, own, large, newest]);
  expect(found.scenes[1]?.rasters.map(({ fileName }) => fileName)).toEqual(['a.tif', 'b.tif']);
});

it('finds captures of a point and of an area', () => {
  const one = scene([10, 50], 1);
  const other = scene([12, 50], 2);
  expect(idsOf(ofPlace({ box: [10.1, 50.1, 10.1, 50.1] }))).toEqual([one]);
  expect(idsOf(ofPlace({ box: [9, 49, 14, 52] }))).toEqual([one, other]);
  expect(idsOf(ofPlace({ box: [11.2, 50.1, 11.8, 50.9] }))).toEqual([]);
});

it('finds captures on both sides of the antimeridian', () => {
  const east = scene([179.5, 10], 1);
  const west = scene([-179.9, 10.1], 2, { side: 0.6 });
  expect(idsOf(ofPlace({ librarySceneId: east }))).toEqual([east, west]);
  expect(idsOf(ofPlace({ librarySceneId: west }))).toEqual([east, west]);
  expect(idsOf(ofPlace({ box: [-179.8, 10.4, -179.8, 10.4] }))).toEqual([east, west]);
  expect(idsOf(ofPlace({ box: [180.2, 10.4, 180.2, 10.4] }))).toEqual([east, west]);
});

it('lists the newest captures and the one that was asked about where there are too many', () => {
  const ids = opened.store.transaction(() =>
    Array.from({ length: mostPlaceScenes + 3 }, (_, i) => scene([10, 50], i + 1)),
  );
  const [first] = ids;
  if (first === undefined) throw new Error('there are scenes');
  const found = ofPlace({ librarySceneId: first });
  expect(found.isMore).toBe(true);
  expect(idsOf(found)).toEqual([first, ...ids.slice(3)]);
  expect(idsOf(ofPlace({ box: [10.5, 50.5, 10.5, 50.5] }))).toEqual(ids.slice(3));
});

it('lists all scenes that overlap one, on the disk or not, in the list of the library', async () => {
  const own = scene([10, 50], 1);
  const other = scene([10.9, 50.9], 2, { saved: [] });
  scene([12, 50], 3);
  const east = scene([179.5, 10], 4);
  const west = scene([-179.9, 10.1], 5, { side: 0.6 });
  const overlapping = async (id: LibrarySceneId, onDiskOnly = false) => {
    const filter = { placeOf: String(id), onDiskOnly };
    const { total, rows } = await table.list({
      filter,
      sort: 'time',
      descending: false,
      offset: 0,
      limit: 9,
    });
    expect(total).toBe(rows.length);
    return rows.map(({ librarySceneId }) => librarySceneId);
  };
  expect(await overlapping(own)).toEqual([own, other]);
  expect(await overlapping(own, true)).toEqual([own]);
  expect(await overlapping(east)).toEqual([east, west]);
  expect(await overlapping(west)).toEqual([east, west]);
});

it('tells the bands that were read in a raster, where none are listed', () => {
  const id = scene([10, 50], 1, { saved: ['a.tif', 'b.tif'] });
  const [first, second] = table.filesOf(id);
  if (first === undefined || second === undefined) throw new Error('two rasters expected');
  opened.store.run("UPDATE scene_file SET bands = '[]' WHERE id = :id", { id: first.fileId });
  for (const { fileId } of [first, second])
    table.setRasterInfo(fileId, JSON.stringify({ bands: ['blue', 'green', 'red', 'nir'] }));
  const [found] = ofPlace({ librarySceneId: id }).scenes;
  expect(found?.rasters.map(({ bands, bandsRead }) => bandsRead ?? bands)).toEqual([
    ['blue', 'green', 'red', 'nir'],
    ['red'],
  ]);
});
