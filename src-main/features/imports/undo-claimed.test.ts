import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogFile, catalogScene, putFiles } from '../../../testing/catalog-scene.ts';
import { createHoldingsNadir, type HoldingsNadir } from '../../../testing/holdings-world.ts';
import { type ImportWorld, openImportWorld, putRaster, putText } from '../../../testing/import-world.ts';
import { createDisk } from '../library/holdings/disk/disk.ts';
import { readNamedFiles } from '../library/holdings/format/from-item.ts';
import { toItem } from '../library/holdings/format/to-item.ts';

let world: ImportWorld;
let holdings: HoldingsNadir;
beforeEach(() => {
  world = openImportWorld();
  holdings = createHoldingsNadir({
    store: world.store,
    library: world.library,
    instance: 'a',
    disk: createDisk(),
    now: () => new Date('2026-06-01T00:00:00Z'),
  });
});
afterEach(async () => {
  expect([...world.errors, ...holdings.errors]).toEqual([]);
  await world.remove();
});

const inLibrary = (...parts: string[]) => join(world.library, ...parts);
const item = 'Imported/a/stac-item.json';
const [raster, position] = ['Imported/a/a.tif', 'Imported/a/a.tfw'];
const named = () =>
  existsSync(inLibrary(item)) ? readNamedFiles(item, readFileSync(inLibrary(item), 'utf8'))?.paths : null;

/** A scene of two files is imported and has its item. */
async function importOne() {
  putText(join(world.source, 'a.tfw'), '1');
  await world.read(putRaster(join(world.source, 'a.tif')));
  await world.carryOut();
  await holdings.sync();
  expect(named()?.toSorted()).toEqual([position, raster]);
}

async function undo() {
  const undone = await world.undo();
  await holdings.sync();
  return undone;
}

it('a scene whose import was undone no longer names a file that stays for another scene', async () => {
  await importOne();
  const own = catalogFile('Coast/S2/S2.tif');
  putFiles(world.library, { files: [own] });
  const paths = { itemPath: 'Coast/S2/stac-item.json', pagePath: 'catalog.json', rootPath: 'catalog.json' };
  const claimed = catalogFile(raster, { name: 'claimed.tif', position: 1, sizeBytes: null, sha256: null });
  putText(inLibrary(paths.itemPath), toItem(catalogScene(2, { files: [own, claimed] }), paths));
  await holdings.rebuild();

  expect(await undo()).toMatchObject({ state: 'undone', counts: { imported: 0, left: 1 } });
  expect(named()).toBe(null);
  expect(existsSync(inLibrary(raster))).toBe(true);
  for (const { id } of holdings.allFiles()) await holdings.deleteForged(id);
  expect(existsSync(inLibrary(raster))).toBe(false);
});

it('a scene whose import was undone goes on to name a file of which nobody knows whose it is', async () => {
  await importOne();
  writeFileSync(inLibrary('Imported/a/stac-item (2).json'), 'not an item');
  expect(await undo()).toMatchObject({ state: 'undone', counts: { imported: 0, left: 2 } });
  expect(named()?.toSorted()).toEqual([position, raster]);
});
