import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  foreignItem,
  type ImportWorld,
  openImportWorld,
  putRaster,
  putText,
} from '../../../testing/import-world.ts';
import { writeZip } from '../../../testing/write-zip.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await world.remove();
});

const at = (...parts: string[]) => join(world.source, ...parts);
const facts = () => world.parts.imports.undoFacts(world.newest().importId);
const none = { files: 0, bytes: 0 };

/** Imports a raster with a file of four bytes beside it. */
async function importOne() {
  putText(at('a.tfw'), '1234');
  await world.read(putRaster(at('a.tif')));
  await world.carryOut();
  expect(await world.listed()).toMatchObject([{ sceneId: 'a', filesOnDisk: 2 }]);
}

it('an undo knows that the originals are where they were', async () => {
  await importOne();
  expect(await facts()).toEqual({ files: 2, missing: none, unknown: none, reviewedScenes: 0 });
});

it('an undo knows which files are the only copies, because the original is gone or has another size', async () => {
  await importOne();
  writeFileSync(at('a.tfw'), '12345');
  expect(await facts()).toMatchObject({ missing: { files: 1, bytes: 4 } });
  // The drive is unplugged.
  rmSync(world.source, { recursive: true });
  const { missing } = await facts();
  expect(missing.files).toBe(2);
  expect(missing.bytes).toBeGreaterThan(4);
});

it('an undo counts no file that is no longer in the library', async () => {
  await importOne();
  rmSync(world.source, { recursive: true });
  rmSync(join(world.library, 'Imported/a/a.tif'));
  expect(await facts()).toMatchObject({ files: 1, missing: { files: 1, bytes: 4 } });
});

it('the original of an unpacked file is its archive', async () => {
  const archive = at('a.zip');
  const raster = putRaster(join(world.home, 'r.tif'));
  writeFileSync(archive, writeZip([{ name: 'r.tif', data: readFileSync(raster) }]));
  await world.read(archive);
  await world.carryOut();
  expect(await facts()).toMatchObject({ files: 1, missing: none, unknown: none });
  rmSync(archive);
  expect(await facts()).toMatchObject({ files: 1, missing: { files: 1 }, unknown: none });
});

it('of a file from an address nobody knows whether it can be had again', async () => {
  const bytes = 'II*\0';
  world.faults.fetch = async () =>
    JSON.stringify(
      foreignItem('remote', { assets: { a: { href: 'https://stac.example/a.txt', roles: ['data'] } } }),
    );
  world.faults.download = async () => Buffer.from(bytes);
  await world.parts.imports.readAddress({
    address: 'https://stac.example/item.json',
    collections: '',
    box: null,
    from: null,
    to: null,
    most: 1,
  });
  await world.parts.imports.idle();
  await world.carryOut();
  expect(await facts()).toMatchObject({ missing: none, unknown: { files: 1, bytes: bytes.length } });
});

it('an undo counts the scenes that have reviews', async () => {
  await importOne();
  world.faults.reviewed = (sceneRows) => sceneRows.length;
  expect(await facts()).toMatchObject({ reviewedScenes: 1 });
});

it('the rows of an undone import say which files stayed, and why', async () => {
  await importOne();
  writeFileSync(join(world.library, 'Imported/a/a.tfw'), 'changed');
  expect(await world.undo()).toMatchObject({ state: 'undone', counts: { left: 1 } });
  expect(world.rows()).toMatchObject([
    { label: 'a', outcome: 'undone', problem: 'kept-changed', detail: 'a.tfw' },
  ]);
});
