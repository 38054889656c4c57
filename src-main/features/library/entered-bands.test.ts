import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ImportWorld, openImportWorld, putRaster } from '../../../testing/import-world.ts';
import { areBandsEntered } from '../../core/entered-facts.ts';
import { createEnteredBands } from './entered-bands.ts';

let world: ImportWorld;
beforeEach(async () => {
  world = openImportWorld();
  putRaster(join(world.source, 'one.tif'), 1);
  await world.read();
  await world.carryOut();
});
afterEach(() => world.remove());

const now = () => new Date('2026-06-02T00:00:00Z');
const enter = (...bands: string[]) => {
  const [file] = fileOf();
  if (file === undefined) throw new Error('no file');
  return createEnteredBands({ store: world.store, now })({ fileIds: [file.fileId], bands });
};
let files: Awaited<ReturnType<ImportWorld['details']>>[number]['files'] = [];
const fileOf = () => files;

/** Returns the names of the bands of the only raster, and whether a person has entered them. */
async function state() {
  const [scene] = await world.details();
  files = scene?.files ?? [];
  const [file] = files;
  if (scene === undefined || file === undefined) throw new Error('no raster');
  return { bands: file.bands, isEntered: areBandsEntered(scene.raw, file.name), raw: scene.raw };
}

it('names that a person enters are kept with who said so; none bring back those of the source', async () => {
  const { bands } = await state();
  expect(enter('nir', 'red')).toBe(1);
  expect(await state()).toMatchObject({
    bands: ['nir', 'red'],
    isEntered: true,
    raw: { statedBy: { 'bands of one.tif': { by: 'person', what: now().toISOString() } } },
  });
  enter('blue');
  expect(await state()).toMatchObject({ bands: ['blue'], isEntered: true });
  enter();
  expect(await state()).toMatchObject({ bands, isEntered: false });
});

it('a raster of a service keeps the names that the service gives', async () => {
  const { bands } = await state();
  world.store.run(`UPDATE scene SET connection_id = 'service'`, {});
  expect(enter('nir')).toBe(0);
  expect(await state()).toMatchObject({ bands, isEntered: false });
});
