import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type ImportWorld,
  openImportWorld,
  openOtherNadir,
  putRaster,
} from '../../../testing/import-world.ts';

let world: ImportWorld;
let other: ReturnType<typeof openOtherNadir>;
beforeEach(() => {
  world = openImportWorld();
  other = openOtherNadir(world);
});
afterEach(async () => {
  expect([...world.errors, ...other.errors]).toEqual([]);
  await other.remove();
  await world.remove();
});

const inLibrary = (...parts: string[]) => join(world.library, ...parts);
const raster = () => inLibrary('Imported', 'a', 'a.tif');

/** Waits until a file that is written now has another time than this one: some systems count in steps of ten milliseconds. */
function passTime(than: string) {
  const probe = join(world.home, 'probe');
  const { mtimeNs } = statSync(than, { bigint: true });
  do writeFileSync(probe, '');
  while (statSync(probe, { bigint: true }).mtimeNs === mtimeNs);
}

async function importHere() {
  putRaster(join(world.source, 'a.tif'));
  await world.read();
  await world.carryOut();
}

/** The folder is gone, and another Nadir imports the same scene to the same place. */
async function replaceByOther() {
  passTime(raster());
  rmSync(inLibrary('Imported', 'a'), { recursive: true });
  await other.importFrom(world.source);
  expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
}

it('an undo that continues keeps the files that another Nadir has placed at the same paths since, and counts them', async () => {
  await importHere();
  await replaceByOther();
  // The process had ended between the removal of the files and its record.
  world.store.run(`UPDATE scene_import SET state = 'undoing'`);
  world.restart();
  await world.parts.imports.recover();
  expect(await world.undo()).toMatchObject({ state: 'undone', counts: { imported: 0, left: 1 } });
  expect(readFileSync(raster())).toEqual(readFileSync(join(world.source, 'a.tif')));
  expect(await world.listed()).toEqual([]);
});

it('an import that continues does not record files that another Nadir placed', async () => {
  putRaster(join(world.source, 'a.tif'));
  await world.read();
  world.failRecord();
  expect(await world.carryOut()).toMatchObject({ state: 'paused' });
  world.errors.length = 0;
  await replaceByOther();
  world.restart();
  await world.parts.imports.recover();
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
  expect(readdirSync(inLibrary('Imported')).sort()).toEqual(['a', 'a (2)']);
  await world.undo();
  expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
  expect(existsSync(raster())).toBe(true);
});

it('an import that is given up keeps the files that another Nadir placed', async () => {
  putRaster(join(world.source, 'a.tif'));
  await world.read();
  world.failRecord();
  await world.carryOut();
  world.errors.length = 0;
  await replaceByOther();
  await world.parts.imports.forget(world.newest().importId);
  expect(existsSync(raster())).toBe(true);
});
