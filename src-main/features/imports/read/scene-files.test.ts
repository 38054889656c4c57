import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  foreignItem,
  type ImportWorld,
  openImportWorld,
  putRaster,
  putText,
} from '../../../../testing/import-world.ts';
import { nameFiles, type UnnamedFile } from './scene-files.ts';

const file = (pathInScene: string): UnnamedFile => ({
  kind: 'attachment',
  bands: [],
  from: pathInScene,
  isRemote: false,
  sizeBytes: 1,
  sha256: null,
  role: null,
  pathInScene,
});
const placesOf = (...ways: string[]) => nameFiles(ways.map(file), (name) => name).map(({ place }) => place);

it('no file gets a path at which another one needs a folder, in any order and spelling', () => {
  expect(placesOf('a/b.tif', 'a')).toEqual(['a/b.tif', 'a (2)']);
  expect(placesOf('a', 'a/b.tif', 'A/c.tif')).toEqual(['a', 'b.tif', 'c.tif']);
  expect(placesOf('x/y/z', 'X/Y', 'x')).toEqual(['x/y/z', 'X/Y (2)', 'x (2)']);
  expect(placesOf('b.tif', 'a', 'a/b.tif')).toEqual(['b.tif', 'a', 'b (2).tif']);
  expect(placesOf('a/b.tif', 'a/c.tif', 'A/B.tif')).toEqual(['a/b.tif', 'a/c.tif', 'A/B (2).tif']);
});

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(() => world.remove());

it('a scene with a file and a folder of the same name is imported, and so are later scenes', async () => {
  const at = (...parts: string[]) => join(world.source, ...parts);
  putText(at('a'), 'a file');
  putRaster(at('s', 'a', 'b.tif'));
  const assets = { text: { href: '../a' }, visual: { href: './a/b.tif', type: 'image/tiff' } };
  putText(at('s', 'x.json'), foreignItem('x', { assets }));
  putRaster(at('good.tif'), 7);
  await world.read();
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 2, failed: 0 } });
});
