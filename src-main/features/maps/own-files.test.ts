import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { colouredTile, pyramid, writeMbtiles } from '../../../testing/made-maps.ts';
import { mapMessage } from '../../../testing/map-message.ts';
import { createMapsHarness, type MapsHarness } from '../../../testing/maps-harness.ts';
import { geoTags, writeTiff } from '../../../testing/write-tiff.ts';
import { createHandedMaps } from './handed-maps.ts';

let harness: MapsHarness;
beforeEach(() => {
  harness = createMapsHarness();
});
afterEach(() => harness.end());

const now = () => new AbortController().signal;
const side = 64;
function tiff(name: string, extra: Partial<Parameters<typeof writeTiff>[1]> = {}): string {
  const path = join(harness.folder, name);
  writeTiff(path, {
    widthPx: side,
    heightPx: side,
    data: new Uint8Array(side * side).fill(120),
    tags: geoTags(),
    ...extra,
  });
  return path;
}
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** Copies a file in pieces, as the page does. */
async function copied(name: string, bytes: Buffer, pieceBytes = 1_000) {
  const copyId = await harness.maps.beginCopy({ name, sizeBytes: bytes.byteLength });
  for (let at = 0; at < bytes.byteLength; at += pieceBytes)
    await harness.maps.addCopy(copyId, bytes.subarray(at, at + pieceBytes).toString('base64'));
  return harness.maps.finishCopy(copyId, now());
}
const copies = () => {
  const folder = join(harness.folder, 'maps', 'files');
  return existsSync(folder) ? readdirSync(folder) : [];
};

it('adds a GeoTIFF whatever its name is, and gives what is needed to draw it', async () => {
  const own = await harness.maps.addFile(tiff('picture.dat'), now());
  expect(own).toMatchObject({ kind: 'geotiff', content: 'raster', name: 'picture.dat', isCopied: false });
  const raster = await harness.maps.raster(own.id);
  expect(raster).toMatchObject({
    placement: { kind: 'placed', epsg: 32_631 },
    widthPx: side,
    heightPx: side,
    bands: ['band 1'],
  });
  expect(raster.path).toBe(`/files/map-raster/${own.id}/${own.revision}`);
  expect(harness.maps.rasterFile(own.id).path).toBe(own.address);
  // A raster has no tiles of its own.
  expect((await harness.maps.tile(own.id, { z: 0, x: 0, y: 0 }, now())).bytes.byteLength).toBe(0);
});

it('reads a GeoTIFF again after it was replaced, says when it is gone, and works again when it is back', async () => {
  const path = tiff('elevation.tif');
  const own = await harness.maps.addFile(path, now());
  await harness.restart();
  expect((await harness.maps.raster(own.id)).path).toMatch(/\/1$/);
  renameSync(path, `${path}.away`);
  expect(mapMessage(await failure(harness.maps.raster(own.id)))).toContain('There is no file at');
  expect(harness.maps.list()[0]).toMatchObject({
    state: 'failing',
    error: { data: { reason: 'file-missing' } },
  });
  // The page reads the raster again after each change of the list: the same trouble is no change.
  const { changes } = harness.told;
  await failure(harness.maps.raster(own.id));
  expect(harness.told.changes).toBe(changes);
  tiff('elevation.tif', { widthPx: 32, data: new Uint8Array(32 * side) });
  await harness.maps.retry(own.id);
  const raster = await harness.maps.raster(own.id);
  expect(raster.widthPx).toBe(32);
  expect(raster.path).not.toMatch(/\/1$/);
  expect(harness.maps.list()[0]).toMatchObject({ state: 'ok', error: null });
  // The host that opens the file for a range notices too.
  harness.maps.rasterFile(own.id).seen?.(false);
  expect(harness.maps.list()[0]?.state).toBe('failing');
});

it.each([
  ['a GeoTIFF that is cut', () => cut(tiff('cut.tif'), 900), null],
  ['a TIFF of a head alone', () => written('head.tif', Buffer.from('II*\0\x08\0\0\0', 'latin1')), null],
  [
    'a TIFF whose directory is outside',
    () => written('far.tif', Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1')),
    null,
  ],
  ['a TIFF that repeats its directory for ever', () => written('loop.tif', loopingTiff()), null],
  ['a GeoTIFF of an unknown compression', () => tiff('packed.tif', { compression: 12_345 }), 'compression'],
])('says what is wrong with %s, and adds nothing', async (_, make, reason) => {
  const error = await failure(harness.maps.addFile(make(), now()));
  expect(error).toMatchObject({
    code: 'RASTER_UNDRAWABLE',
    ...(reason === null ? {} : { data: { reason } }),
  });
  expect(harness.maps.list()).toEqual([]);
  expect(readdirSync(join(harness.folder, 'maps', 'rasters'))).toEqual([]);
});

it('says that a GeoTIFF has no place, and adds nothing', async () => {
  const error = await failure(harness.maps.addFile(tiff('bare.tif', { tags: [] }), now()));
  expect(error).toMatchObject({ code: 'MAP_UNUSABLE', data: { reason: 'no-place' } });
  expect(harness.maps.list()).toEqual([]);
});

function cut(path: string, keep: number): string {
  writeFileSync(path, readFileSync(path).subarray(0, keep));
  return path;
}
function written(name: string, bytes: Buffer): string {
  const path = join(harness.folder, name);
  writeFileSync(path, bytes);
  return path;
}
/** A directory without entries that names itself as the next one. */
function loopingTiff(): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(0, 8);
  bytes.writeUInt32LE(8, 10);
  return bytes;
}

it('copies a file in pieces, uses the copy after a restart, and deletes it with the map', async () => {
  const path = writeMbtiles(join(harness.folder, 'field.mbtiles'), {
    tiles: pyramid(1, colouredTile([1, 2, 3])),
  });
  const bytes = readFileSync(path);
  rmSync(path);
  const own = await copied('Field map.mbtiles', bytes);
  expect(own).toMatchObject({ kind: 'mbtiles', isCopied: true, name: 'Made' });
  expect(copies()).toHaveLength(1);
  await harness.restart();
  expect((await harness.maps.tile(own.id, { z: 1, x: 0, y: 0 }, now())).bytes.byteLength).toBeGreaterThan(50);
  expect(copies()).toHaveLength(1);
  await harness.maps.remove(own.id);
  expect(copies()).toEqual([]);
});

it.each([
  ['fewer bytes than it said', { sizeBytes: 50 }, 'Not all of small.tif was copied. Add it again.'],
  ['more bytes than it said', { sizeBytes: 3 }, 'Not all of small.tif was copied. Add it again.'],
])('refuses a copy that has %s, and keeps nothing', async (_, { sizeBytes }, message) => {
  const copyId = await harness.maps.beginCopy({ name: 'small.tif', sizeBytes });
  const add = await failure(harness.maps.addCopy(copyId, Buffer.alloc(10).toString('base64')));
  const error = add ?? (await failure(harness.maps.finishCopy(copyId, now())));
  expect(mapMessage(error)).toBe(message);
  await harness.maps.discardCopy(copyId);
  expect(copies()).toEqual([]);
});

it('deletes a copy that is no map, that was discarded, or that nobody has finished', async () => {
  expect(mapMessage(await failure(copied('letter.tif', Buffer.from('Dear Sir, this is no map.'))))).toContain(
    'neither MBTiles, PMTiles nor GeoTIFF',
  );
  const copyId = await harness.maps.beginCopy({ name: '../../evil.mbtiles', sizeBytes: 10 });
  expect(copies()[0]).toMatch(/^[0-9a-f]{12}\.mbtiles\.part$/);
  await harness.maps.discardCopy(copyId);
  expect(mapMessage(await failure(harness.maps.addCopy(copyId, 'AAAA')))).toContain(
    'no longer has its copy of this file',
  );
  writeFileSync(join(harness.folder, 'maps', 'files', '0123456789ab.tif'), 'left over');
  await harness.restart();
  expect(copies()).toEqual([]);
});

it('refuses a file for which the disk has no room', async () => {
  const error = await failure(
    harness.maps.beginCopy({ name: 'huge.tif', sizeBytes: Number.MAX_SAFE_INTEGER }),
  );
  expect(error).toMatchObject({ code: 'DISK_FULL', data: { neededBytes: Number.MAX_SAFE_INTEGER } });
});

it('has neither rasters nor features where a map has none', async () => {
  const path = writeMbtiles(join(harness.folder, 'a.mbtiles'), {
    tiles: pyramid(0, colouredTile([1, 2, 3])),
  });
  const { id } = await harness.maps.addFile(path, now());
  await expect(harness.maps.raster(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(harness.maps.feature(id, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(() => harness.maps.rasterFile(id)).toThrow();
  await expect(harness.maps.legend(id, now())).rejects.toMatchObject({ data: { reason: 'legend-none' } });
});

it('names a damaged raster as its user does, although the copy has a name of its own', async () => {
  const bytes = readFileSync(tiff('cut.tif'));
  expect(await failure(copied('cut.tif', bytes.subarray(0, 1_500)))).toMatchObject({
    data: { fileName: 'cut.tif', reason: 'not-readable' },
  });
});

it('says which maps no package can have, and why', async () => {
  const raster = await harness.maps.addFile(tiff('elevation.tif'), now());
  const path = join(harness.folder, 'gone.mbtiles');
  writeMbtiles(path, {
    metadata: { name: 'Gone', format: 'png' },
    tiles: pyramid(1, colouredTile([9, 9, 9])),
  });
  await harness.maps.addFile(path, now());
  const handed = createHandedMaps({ store: harness.store, folder: harness.folder });
  expect((await handed.offered()).maps.map(({ name }) => name)).toEqual(['Gone']);
  rmSync(path);
  expect(await handed.offered()).toEqual({
    maps: [],
    withheldMaps: expect.arrayContaining([
      { name: raster.name, reason: 'kind' },
      { name: 'Gone', reason: 'missing' },
    ]),
  });
});
