import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import create, { type StacObject } from 'stac-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogFile, catalogScene } from '../../../../testing/catalog-scene.ts';
import { validateFiles } from '../../../../testing/stac/official-validator.ts';
import { geoTags, writeTiff } from '../../../../testing/write-tiff.ts';
import { createDisk } from './disk/disk.ts';
import { writeHoldings } from './disk/write-holdings.ts';

let library: string;
beforeEach(() => {
  library = mkdtempSync(join(tmpdir(), 'nadir readers '));
});
afterEach(() => rmSync(library, { recursive: true, force: true }));

/** Reads an object and everything below it, as a program does that knows STAC and not Nadir. */
function readAll(address: string): StacObject[] {
  const object = create(JSON.parse(readFileSync(fileURLToPath(address), 'utf8')));
  object.setAbsoluteUrl(address);
  const below = ['child', 'item'].flatMap((rel) => object.getStacLinksWithRel(rel));
  return [object, ...below.flatMap((link) => readAll(link.getAbsoluteUrl()))];
}

it('another reader lists the catalog, and gdalinfo opens each raster by the address in its item', async () => {
  const names = ['plain.tif', 'con espacio y ñ.tif', 'hash#1?100%.tif', "quote's & [x].tif"];
  const scenes = names.map((name, n) =>
    catalogScene(n, { files: [catalogFile(`Coast & co/S${n}/${name}`)] }),
  );
  for (const { files } of scenes) {
    const path = join(library, files[0]?.path ?? '');
    mkdirSync(dirname(path), { recursive: true });
    const geo = [
      { tag: 33_550, type: 12 as const, values: [4, 4, 0] },
      { tag: 33_922, type: 12 as const, values: [0, 0, 0, 395_470, 5_334_400, 0] },
    ];
    const tags = geoTags({ geo, epsg: 32_631 });
    writeTiff(path, { widthPx: 8, heightPx: 8, data: new Uint8Array(64).fill(9), tags });
  }
  const entries = scenes.map((scene, sceneRow) => ({
    sceneRow,
    scene,
    source: scene.source,
    itemPath: null,
    pagePath: null,
  }));
  await writeHoldings({ disk: createDisk(), library, instance: 'a' }, entries);
  const items = readAll(pathToFileURL(join(library, 'catalog.json')).href).filter(
    (object) => object.type === 'Feature',
  );
  expect(items.map(({ id }) => id).sort()).toEqual(['S0', 'S1', 'S2', 'S3']);
  const paths = items.flatMap((item) =>
    item.getAssets().map((asset) => fileURLToPath(asset.getAbsoluteUrl())),
  );
  expect(paths.map((path) => path.slice(library.length + '/Coast & co/S0/'.length)).sort()).toEqual(
    [...names].sort(),
  );
  const files = items.map((item) => fileURLToPath(item.getAbsoluteUrl()));
  expect(await validateFiles(files)).toEqual([]);
  for (const path of paths)
    expect(execFileSync('gdalinfo', [path], { encoding: 'utf8' })).toContain('Size is 8, 8');
});
