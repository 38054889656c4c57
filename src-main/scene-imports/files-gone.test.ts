import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportWorld, openImportWorld, putRaster } from '../../testing/import-world.ts';
import { writeZip } from '../../testing/write-zip.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await world.remove();
});

const at = (...parts: string[]) => join(world.source, ...parts);
const inLibrary = (...parts: string[]) => join(world.library, ...parts);

describe('a drive that was away for a moment and has forgotten names that were not flushed', () => {
  it('gives no scene its place without all its files', async () => {
    const raster = readFileSync(putRaster(at('v.tif')));
    const zip = writeZip([
      { name: 'IMG/v.tif', data: raster },
      { name: 'meta.xml', data: Buffer.from('<a/>') },
    ]);
    writeFileSync(at('Z.zip'), zip);
    await world.read(at('Z.zip'));
    world.faults.before = (question) => {
      if (question.ask === 'place') renameSync(join(question.staging, 'IMG/v.tif'), inLibrary('v.tif'));
    };
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'library-missing' });
    expect(existsSync(inLibrary('Imported/Z'))).toBe(false);
    world.faults.before = () => undefined;
    const { importId } = world.newest();
    renameSync(inLibrary('v.tif'), inLibrary(`.importing/a-${importId}-1/IMG/v.tif`));
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 0 } });
    expect(readFileSync(inLibrary('Imported/Z/IMG/v.tif')).equals(raster)).toBe(true);
    expect(readFileSync(inLibrary('Imported/Z/meta.xml'), 'utf8')).toBe('<a/>');
  });

  it('gives no scene its place with a file that is another one now', async () => {
    putRaster(at('a.tif'));
    await world.read();
    world.faults.before = (question) => {
      if (question.ask === 'place') writeFileSync(join(question.staging, 'a.tif'), 'other');
    };
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 0, failed: 1 } });
    expect(world.rows()).toMatchObject([{ outcome: 'failed', problem: 'changed' }]);
    expect(readdirSync(inLibrary('Imported'))).toEqual([]);
  });
});
