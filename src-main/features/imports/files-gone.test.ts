import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportWorld, openImportWorld, putRaster } from '../../../testing/import-world.ts';
import { writeZip } from '../../../testing/write-zip.ts';
import { AppError } from '../../core/app-error.ts';

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

async function importOne() {
  putRaster(at('a.tif'));
  await world.read();
  return world.carryOut();
}

describe('a drive that was away for a moment and has lost names that were not flushed', () => {
  it('does not place a scene with missing files', async () => {
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

  it('does not place a scene with a file that has changed', async () => {
    putRaster(at('a.tif'));
    await world.read();
    world.faults.before = (question) => {
      if (question.ask === 'place') writeFileSync(join(question.staging, 'a.tif'), 'other');
    };
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 0, failed: 1 } });
    // Nobody looks for the hidden folder of the copy.
    expect(world.rows()).toMatchObject([{ outcome: 'failed', problem: 'changed', detail: 'a.tif' }]);
    expect(readdirSync(inLibrary('Imported'))).toEqual([]);
  });
});

describe('a scene whose files are gone although they are recorded', () => {
  /** As if the process had ended during the undo, after the files were deleted and before their records were. */
  function endInUndo() {
    rmSync(inLibrary('Imported/a'), { recursive: true });
    world.store.run(`UPDATE scene_import SET trouble = 'interrupted'`);
    world.restart();
    return world.newest().importId;
  }
  async function undo(importId: number) {
    world.parts.imports.undo(importId);
    await world.parts.imports.idle();
    return world.parts.imports.list().find((each) => each.importId === importId);
  }

  it('is imported again', async () => {
    await importOne();
    endInUndo();
    expect(await world.read()).toMatchObject({ counts: { adds: 1, there: 0 } });
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
    expect(await world.details()).toMatchObject([{ sceneId: 'a', filesOnDisk: 1 }]);
  });

  it('is imported again under another name too', async () => {
    await importOne();
    rmSync(inLibrary('Imported/a'), { recursive: true });
    renameSync(at('a.tif'), at('b.tif'));
    expect(await world.read()).toMatchObject({ counts: { new: 1, there: 0 } });
    await world.carryOut();
    expect(await world.listed()).toMatchObject([{ sceneId: 'b' }]);
  });

  it('stays when the first import is undone, and is removed with the second one', async () => {
    await importOne();
    const first = endInUndo();
    await world.read();
    await world.carryOut();
    expect(await undo(first)).toMatchObject({ state: 'undone', counts: { imported: 0 } });
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
    expect(await world.listed()).toMatchObject([{ sceneId: 'a' }]);
    expect(await world.undo()).toMatchObject({ state: 'undone' });
    expect(existsSync(inLibrary('Imported/a'))).toBe(false);
    expect(await world.listed()).toEqual([]);
  });

  it('has no record after the undo was continued', async () => {
    await importOne();
    const first = endInUndo();
    // What the start of Nadir finds out.
    world.store.run('UPDATE scene_file SET missing = 1');
    expect(await undo(first)).toMatchObject({ state: 'undone', trouble: null });
    expect(world.store.run('UPDATE scene_file SET missing = 0 WHERE path IS NOT NULL').changes).toBe(0);
  });

  /** As if the process had ended between the final name of a folder and the record of its files. */
  async function endAfterPlace() {
    world.faults.before = (question) => {
      if (question.ask !== 'place') return;
      mkdirSync(inLibrary('Imported'), { recursive: true });
      renameSync(question.staging, question.folder);
      throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'rename' });
    };
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'disk-full' });
    world.faults.before = () => undefined;
  }

  it('keeps the files that an interrupted import placed at the same paths', async () => {
    await importOne();
    endInUndo();
    await world.read();
    await endAfterPlace();
    // The start of Nadir finds the files at the places of the old records.
    world.store.run('UPDATE scene_file SET missing = 0');
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, there: 0 } });
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
    expect(await world.undo()).toMatchObject({ state: 'undone' });
    expect(existsSync(inLibrary('Imported/a'))).toBe(false);
  });

  it('has no record after both imports were undone, the second one before its end', async () => {
    await importOne();
    const first = endInUndo();
    await world.read();
    await endAfterPlace();
    expect(await undo(first)).toMatchObject({ state: 'undone' });
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
    await world.parts.imports.forget(world.newest().importId);
    expect(existsSync(inLibrary('Imported/a'))).toBe(false);
    expect(world.store.run('UPDATE scene_file SET missing = 0 WHERE path IS NOT NULL').changes).toBe(0);
  });

  it('is present if its file is a link to the path to which the user has moved it', async () => {
    await importOne();
    renameSync(inLibrary('Imported/a/a.tif'), join(world.home, 'moved.tif'));
    symlinkSync(join(world.home, 'moved.tif'), inLibrary('Imported/a/a.tif'));
    expect(await world.read()).toMatchObject({ counts: { adds: 0, there: 1 } });
  });

  it('counts as neither present nor missing while the library is away, and as present when it is back', async () => {
    await importOne();
    const away = `${world.library}.away`;
    renameSync(world.library, away);
    expect(await world.read()).toMatchObject({ state: 'failed', trouble: 'library-missing' });
    renameSync(away, world.library);
    expect(await world.listed()).toMatchObject([{ sceneId: 'a' }]);
    expect(await world.read()).toMatchObject({ counts: { adds: 0, there: 1 } });
  });

  it('is not missing in the empty folder below the mount point of the library', async () => {
    await importOne();
    const away = `${world.library}.away`;
    renameSync(world.library, away);
    mkdirSync(world.library);
    world.faults.ensureLibrary = () =>
      Promise.reject(new AppError('FOLDER_AWAY', { path: world.library, state: 'away' }));
    expect(await world.read()).toMatchObject({ state: 'failed', trouble: 'library-missing' });
    delete world.faults.ensureLibrary;
    rmSync(world.library, { recursive: true });
    renameSync(away, world.library);
    expect(await world.listed()).toMatchObject([{ sceneId: 'a' }]);
    expect(await world.read()).toMatchObject({ counts: { adds: 0, there: 1 } });
  });
});
