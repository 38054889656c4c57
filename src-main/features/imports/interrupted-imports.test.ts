import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  foreignItem,
  type ImportWorld,
  openImportWorld,
  putRaster,
  putText,
} from '../../../testing/import-world.ts';
import { writeZip } from '../../../testing/write-zip.ts';
import { createSceneReviews } from '../library/scene-review-table.ts';
import { removePlaced } from './undo-import.ts';

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
const hidden = () => existsSync(inLibrary('.importing'));
const countRow = z.object({ n: z.number() });
const countFiles = () =>
  world.store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE path IS NOT NULL')?.n;
const away = () => `${world.library}.away`;
const failOnce = (asked: string, code = 'ENOSPC') => {
  world.faults.before = ({ ask }) => {
    if (ask !== asked) return;
    world.faults.before = () => undefined;
    throw Object.assign(new Error(code), { code, syscall: 'write' });
  };
};

async function readOne() {
  putRaster(at('a.tif'));
  return world.read();
}

/** As if the process had ended between the note of the folder and the record; `isPlaced` if the files came there. */
function endAfterNote(isPlaced: boolean) {
  const { table } = world.parts;
  const { importId } = world.newest();
  const row = table.next(importId);
  const sizeBytes = readFileSync(at('a.tif')).length;
  table.notePlace(importId, row?.seq ?? 0, {
    folder: 'Imported/a',
    placed: [{ place: 'a.tif', sizeBytes, sha256: 'f'.repeat(64) }],
  });
  putRaster(inLibrary('Imported/a/a.tif'));
  if (!isPlaced) mkdirSync(inLibrary('.importing', `a-${importId}-${row?.seq}`), { recursive: true });
  world.store.run(`UPDATE scene_import SET state = 'paused'`);
  return importId;
}

describe('an import whose files are in the library without a record', () => {
  it('waits for a library that is away, and then records them', async () => {
    await readOne();
    endAfterNote(true);
    world.faults.before = ({ ask }) => {
      if (ask === 'placed') renameSync(world.library, away());
    };
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'library-missing' });
    world.faults.before = () => undefined;
    renameSync(away(), world.library);
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
    expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
  });

  it('is given up when the library is back', async () => {
    await readOne();
    const importId = endAfterNote(true);
    renameSync(world.library, away());
    await world.parts.imports.forget(importId);
    expect(world.newest()).toMatchObject({ state: 'paused', trouble: 'library-missing' });
    renameSync(away(), world.library);
    await world.parts.imports.forget(importId);
    expect(world.parts.imports.list()).toEqual([]);
    expect(readdirSync(inLibrary('Imported'))).toEqual([]);
  });

  it('does not record a folder that another Nadir placed', async () => {
    await readOne();
    endAfterNote(false);
    await world.carryOut();
    expect(readdirSync(inLibrary('Imported')).sort()).toEqual(['a', 'a (2)']);
    await world.undo();
    expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
  });

  it('keeps the folder of another Nadir when it is given up', async () => {
    await readOne();
    await world.parts.imports.forget(endAfterNote(false));
    expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(true);
    expect(hidden()).toBe(false);
  });

  it('copies all files again if one is missing, and removes the rest of the first copy', async () => {
    putRaster(at('a.tif'));
    putText(at('a.tfw'), '1');
    await world.read(at('a.tif'));
    const { table } = world.parts;
    const { importId } = world.newest();
    const placed = ['a.tif', 'a.tfw'].map((place) => ({
      place,
      sizeBytes: readFileSync(at(place)).length,
      sha256: 'f'.repeat(64),
    }));
    table.notePlace(importId, 1, { folder: 'Imported/a', placed });
    putText(inLibrary('Imported/a/a.tfw'), '1');
    await world.carryOut();
    expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
    expect(await world.details()).toMatchObject([{ filesOnDisk: 2 }]);
  });
});

it('an import that is given up removes the hidden folders of its scenes', async () => {
  await readOne();
  failOnce('place');
  expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'disk-full' });
  expect(hidden()).toBe(true);
  await world.parts.imports.forget(world.newest().importId);
  expect(hidden()).toBe(false);
});

describe('an import that continues after another one', () => {
  /** The first import is paused, and a second one of the same source is carried out. Returns the first one. */
  async function overtaken(question: string) {
    failOnce(question);
    await world.carryOut();
    const { importId } = world.newest();
    await world.read();
    await world.carryOut();
    return importId;
  }
  async function goOn(importId: number) {
    world.parts.imports.start(importId);
    await world.parts.imports.idle();
    return world.parts.imports.list().find((each) => each.importId === importId);
  }

  it.each(['copy', 'place'])('of the same source, paused at %s, copies nothing twice', async (question) => {
    await readOne();
    const importId = await overtaken(question);
    expect(await goOn(importId)).toMatchObject({
      state: 'done',
      counts: { imported: 0, failed: 0, there: 1 },
    });
    expect(readdirSync(inLibrary('Imported'))).toHaveLength(1);
    expect(world.parts.imports.rows(importId, { offset: 0, limit: 9 }).rows).toMatchObject([
      { outcome: 'there', detail: 'a' },
    ]);
    expect(hidden()).toBe(false);
  });

  it('of an archive finds the files that it has moved already', async () => {
    const zip = writeZip([
      { name: 'IMG/v.tif', data: readFileSync(putRaster(at('v.tif'))) },
      { name: 'meta.xml', data: Buffer.from('<a/>') },
    ]);
    writeFileSync(at('Z.zip'), zip);
    await world.read(at('Z.zip'));
    failOnce('place');
    await world.carryOut();
    const { importId } = world.newest();
    await world.read(at('Z.zip'));
    await world.carryOut();
    expect(await goOn(importId)).toMatchObject({ state: 'done', counts: { failed: 0, there: 1 } });
    expect(await world.details()).toMatchObject([{ sceneId: 'Z', filesOnDisk: 2 }]);
    expect(hidden()).toBe(false);
  });

  it('removes its own copy that was not recorded', async () => {
    await readOne();
    const importId = endAfterNote(true);
    await world.read();
    await world.carryOut();
    expect(readdirSync(inLibrary('Imported')).sort()).toEqual(['a', 'a (2)']);
    expect(await goOn(importId)).toMatchObject({ state: 'done', counts: { there: 1 } });
    expect(readdirSync(inLibrary('Imported'))).toEqual(['a (2)']);
    expect(await world.details()).toMatchObject([{ filesOnDisk: 1 }]);
  });

  it('of other scenes of the same name imports its own under another name', async () => {
    putRaster(at('one', 'a.tif'), 1);
    putRaster(at('two', 'a.tif'), 2);
    await world.read(at('one'));
    failOnce('copy');
    await world.carryOut();
    const { importId } = world.newest();
    await world.read(at('two'));
    await world.carryOut();
    expect(await goOn(importId)).toMatchObject({ state: 'done', counts: { imported: 1 } });
    const names = (await world.details()).map(({ sceneId }) => sceneId);
    expect(names).toEqual(['a', expect.stringMatching(/^a-[0-9a-f]{8}$/)]);
    expect(
      readFileSync(inLibrary('Imported', names[1] ?? '', 'a.tif')).equals(readFileSync(at('one', 'a.tif'))),
    ).toBe(true);
  });

  it('imports the files that the other one did not have', async () => {
    const assets = { a: { href: './a.tif', type: 'image/tiff' } };
    const both = { ...assets, b: { href: './b.tif', type: 'image/tiff' } };
    for (const [n, name] of ['a', 'b'].entries()) putRaster(at(`${name}.tif`), n);
    putText(at('a.json'), foreignItem('a', { assets: both }));
    await world.read(at('a.json'));
    failOnce('copy');
    await world.carryOut();
    const { importId } = world.newest();
    putText(at('a.json'), foreignItem('a', { assets }));
    await world.read(at('a.json'));
    await world.carryOut();
    expect(await goOn(importId)).toMatchObject({ state: 'done', counts: { imported: 1 } });
    expect(await world.details()).toMatchObject([{ sceneId: 'a', filesOnDisk: 2 }]);
    expect(
      readdirSync(inLibrary('Imported')).map((name) => readdirSync(inLibrary('Imported', name))),
    ).toEqual([['a.tif'], ['b.tif']]);
  });
});

it('an import stops when another library folder is selected, and puts the rest into that one', async () => {
  for (const [index, name] of ['a.tif', 'b.tif', 'c.tif'].entries()) putRaster(at(name), index + 1);
  await world.read();
  const other = join(world.home, 'other');
  mkdirSync(other);
  let copies = 0;
  world.faults.before = ({ ask }) => {
    if (ask === 'copy') copies += 1;
    if (copies === 2) world.faults.library = other;
  };
  expect(await world.carryOut()).toMatchObject({
    state: 'paused',
    trouble: 'library-changed',
    counts: { imported: 1 },
  });
  // Nothing would know of a second scene in the former folder.
  expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
  expect(countFiles()).toBe(1);
  expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 3, failed: 0 } });
  expect(readdirSync(inLibrary('Imported'))).toEqual(['a']);
  expect(readdirSync(join(other, 'Imported')).toSorted()).toEqual(['b', 'c']);
});

/** Selects another library folder, as the settings do: the recorded paths stay those of the former one. */
function selectOtherLibrary() {
  const other = join(world.home, 'other');
  mkdirSync(other);
  world.store.run(`UPDATE scene_file SET path = :prefix || path`, { prefix: `${world.library}/` });
  world.faults.library = other;
}

it('an import into a former library folder is undone there', async () => {
  await readOne();
  await world.carryOut();
  selectOtherLibrary();
  expect(await world.parts.imports.undoFacts(world.newest().importId)).toMatchObject({ files: 1 });
  expect(await world.undo()).toMatchObject({ state: 'undone', counts: { imported: 0 } });
  expect(existsSync(inLibrary('Imported/a/a.tif'))).toBe(false);
  expect(countFiles()).toBe(0);
});

it('an import into a former library folder waits for its drive to be undone', async () => {
  await readOne();
  await world.carryOut();
  selectOtherLibrary();
  renameSync(world.library, away());
  expect(await world.undo()).toMatchObject({
    state: 'done',
    trouble: 'library-missing',
    counts: { imported: 1 },
  });
  expect(countFiles()).toBe(1);
  renameSync(away(), world.library);
  expect(await world.undo()).toMatchObject({ state: 'undone' });
});

describe('an import that was undone', () => {
  const clean = async () => {
    world.store.run('DELETE FROM holding_pending');
    world.parts.imports.clean();
    await world.parts.imports.idle();
  };

  it('keeps a scene that was reviewed, so that no other scene gets its reviews', async () => {
    await readOne();
    await world.carryOut();
    const [scene] = await world.details();
    if (scene === undefined) throw new Error('nothing was imported');
    createSceneReviews({ store: world.store }).put(scene.librarySceneId, {
      state: 'accepted',
      rating: null,
      ratingBy: null,
      tags: [],
      tagsBy: {},
      conflicts: 0,
      remarks: 0,
      reviewers: 1,
    });
    await world.undo();
    await clean();
    putRaster(at('b.tif'), 9);
    await world.read(at('b.tif'));
    await world.carryOut();
    expect(await world.listed()).toMatchObject([{ sceneId: 'b', review: null }]);
    await world.read(at('a.tif'));
    await world.carryOut();
    expect(await world.listed()).toMatchObject([
      { librarySceneId: scene.librarySceneId, sceneId: 'a', review: { state: 'accepted' } },
      { sceneId: 'b', review: null },
    ]);
  });

  it('is removed completely although the drive was away for a moment', async () => {
    await readOne();
    await world.carryOut();
    const calls: string[] = [];
    const options = {
      library: () => world.library,
      removeUntouched: async (folder: string) => ({
        count: calls.push(folder) - 2,
        claimed: [],
        changed: [],
        shared: [],
      }),
    };
    expect(await removePlaced(options, 'Imported/a', [], null)).toMatchObject({ count: 0, claimed: [] });
    // What was not there at the first time is removed at the second.
    expect(calls).toEqual([inLibrary('Imported', 'a'), inLibrary('Imported', 'a')]);
    renameSync(world.library, away());
    await expect(removePlaced(options, 'Imported/a', [], null)).rejects.toMatchObject({
      trouble: 'library-missing',
    });
    renameSync(away(), world.library);
  });

  it.each([true, false])(
    'leaves no record of the scene whose files were deleted last, the library away: %s',
    async (isAway) => {
      putRaster(at('a.tif'));
      putRaster(at('b.tif'), 9);
      await world.read();
      await world.carryOut();
      const files = countFiles();
      // As if the process had ended between the deletion of the files and of their records.
      world.store.run(`UPDATE scene_import SET state = 'undoing'`);
      rmSync(inLibrary('Imported', 'b', 'b.tif'));
      if (isAway) renameSync(world.library, away());
      world.restart();
      await world.parts.imports.recover();
      if (isAway) renameSync(away(), world.library);
      expect(world.newest()).toMatchObject({
        state: 'done',
        trouble: 'interrupted',
        counts: { imported: isAway ? 2 : 1 },
      });
      expect(countFiles()).toBe(isAway ? files : (files ?? 0) - 1);
      expect(existsSync(inLibrary('Imported', 'a', 'a.tif'))).toBe(true);
    },
  );

  it('and whose end was not stored is undone after a restart', async () => {
    await readOne();
    await world.carryOut();
    await world.undo();
    world.store.run(`UPDATE scene_import SET state = 'undoing'`);
    world.restart();
    await world.parts.imports.recover();
    expect(world.newest()).toMatchObject({ state: 'undone', trouble: null });
  });
});

it('a start removes the empty folder of imports', async () => {
  mkdirSync(inLibrary('.importing'));
  await world.parts.imports.recover();
  expect(hidden()).toBe(false);
});
