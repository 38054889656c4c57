import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogFile, catalogScene, putFiles } from '../../../testing/catalog-scene.ts';
import { walkCatalog } from '../../../testing/stac/check-catalog.ts';
import type { CatalogScene } from '../../core/catalog-scene.ts';
import { createExportsFolder } from '../../core/exports-folder.ts';
import { createDisk } from '../library/holdings/disk/disk.ts';
import { scanLibrary } from '../library/holdings/disk/scan-library.ts';
import { writeHoldings } from '../library/holdings/disk/write-holdings.ts';
import { createFolderExport, type ExportedScenes, type FolderExportOptions } from './folder-export.ts';

let library: string;
const disk = createDisk();
beforeEach(() => {
  library = mkdtempSync(join(tmpdir(), 'nadir-folder-export-'));
});
afterEach(() => rmSync(library, { recursive: true, force: true }));

function exportOf(scenes: readonly CatalogScene[], changes: Partial<FolderExportOptions> = {}) {
  for (const scene of scenes) putFiles(library, scene);
  return createFolderExport({
    located: (row) => scenes.slice(row, row + 1).map((scene) => ({ root: library, scene })),
    writeReviews: async () => 0,
    write: createExportsFolder(() => library).write,
    diskOf: () => library,
    async writeItems(folder, batch) {
      const entries = batch.map(({ sceneRow, scene }) => ({
        sceneRow,
        scene,
        source: scene.source,
        itemPath: null,
        pagePath: null,
      }));
      await writeHoldings({ disk, library: folder, instance: 'a' }, entries);
    },
    ...changes,
  });
}

const scenesOf = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    catalogScene(n, { files: [catalogFile(`Coast & co/S${n}/con espacio #${n}.tif`)] }),
  );
/** Returns the path of the folder that was written. */
function pathOf({ file }: ExportedScenes): string {
  if (file === null) throw new Error('nothing was written');
  return file.path;
}
const rowsOf = (scenes: readonly unknown[]) => scenes.map((_, row) => row);
const never = new AbortController().signal;
const left = () => (existsSync(join(library, 'exports')) ? readdirSync(join(library, 'exports')) : []);

describe('an exported folder', () => {
  it('has copies of the files, items beside them and a catalog that leads to each', async () => {
    const scenes = scenesOf(25);
    const shares: number[] = [];
    const done = await exportOf(scenes)(
      { sceneRows: [...rowsOf(scenes), 99], name: 'For the field', withReviews: false },
      (share) => shares.push(share),
      never,
    );
    expect(done).toMatchObject({ scenes: 25, leftOut: 1, file: { name: 'For the field' } });
    const folder = pathOf(done);
    const { items, problems } = await walkCatalog(folder);
    expect(problems).toEqual([]);
    expect(items.map(({ item }) => item.id).sort()).toEqual(scenes.map((_, n) => `S${n}`).sort());
    const [path = ''] = scenes[7]?.files.map((file) => file.path) ?? [];
    const plain = 'Coast_co/S7/con_espacio_7.tif';
    expect(readFileSync(join(folder, plain), 'utf8')).toBe(`content of ${path}`);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    // Nothing refers to where it came from.
    for (const { path: itemPath } of items) expect(readFileSync(itemPath, 'utf8')).not.toContain(library);
    expect(left()).toEqual(['For the field']);
  });

  it('leaves out and names files whose content is not the recorded one', async () => {
    const scenes = [
      catalogScene(0, { files: [catalogFile('C/S0/a.tif'), catalogFile('C/S0/b.tif', { position: 1 })] }),
      catalogScene(1, { files: [catalogFile('C/S1/c.tif')] }),
      catalogScene(2),
    ];
    const run = exportOf(scenes);
    // Of the same size, as a flipped byte of the disk is.
    for (const path of ['C/S0/b.tif', 'C/S1/c.tif']) writeFileSync(join(library, path), `content 0f ${path}`);
    const done = await run(
      { sceneRows: rowsOf(scenes), name: 'Checked', withReviews: false },
      () => undefined,
      never,
    );
    expect(done).toMatchObject({
      scenes: 2,
      leftOut: 1,
      damaged: { files: 2, names: ['b.tif', 'c.tif'] },
    });
    const { items, problems } = await walkCatalog(pathOf(done));
    expect(problems).toEqual([]);
    expect(items.map(({ item }) => item.id).sort()).toEqual(['S0', 'S2']);
    expect(existsSync(join(pathOf(done), 'C/S0/a.tif'))).toBe(true);
    for (const path of ['C/S0/b.tif', 'C/S1']) expect(existsSync(join(pathOf(done), path))).toBe(false);
    expect(
      await run({ sceneRows: [1], name: 'Nothing', withReviews: false }, () => undefined, never),
    ).toMatchObject({ file: null, scenes: 0, leftOut: 1, damaged: { files: 1, names: ['c.tif'] } });
    expect(left()).toEqual(['Checked']);
  });

  it('has links without escapes, which some programs do not decode, and mixes up no names', async () => {
    const place = 'Küste/Szene ä';
    const files = [`${place}/München 100%.tif`, `${place}/Munchen 100%.tif`, `${place}/部.tif`];
    const scenes = [
      catalogScene(0, { files: files.map((path, position) => catalogFile(path, { position, name: path })) }),
      catalogScene(1, { files: [catalogFile('Küste/Szene a/x.tif')] }),
      // Two scenes in one folder, of which the item of the second one would be called `stac-item (2).json`.
      catalogScene(2, { files: [catalogFile('Küste/Szene a/y.tif')] }),
      catalogScene(3, { files: [catalogFile('Küste/…/.tif')] }),
    ];
    const done = await exportOf(scenes)(
      { sceneRows: rowsOf(scenes), name: 'Für Köln', withReviews: false },
      () => undefined,
      never,
    );
    const { items, problems } = await walkCatalog(pathOf(done));
    expect(problems).toEqual([]);
    expect(items).toHaveLength(4);
    const links = items.flatMap(({ path }) =>
      [...readFileSync(path, 'utf8').matchAll(/"href": ?"([^"]*)"/g)].map(([, href]) => href),
    );
    expect(links.filter((href) => href?.includes('%'))).toEqual([]);
    const [first] = scenes;
    const folder = join(pathOf(done), 'Kuste/Szene_a');
    expect(readdirSync(folder).sort()).toEqual([
      'Munchen_100_-2.tif',
      'Munchen_100_.tif',
      '_.tif',
      'stac-item.json',
    ]);
    expect(readFileSync(join(folder, 'Munchen_100_.tif'), 'utf8')).toBe(
      `content of ${first?.files[0]?.path}`,
    );
    expect(readdirSync(join(pathOf(done), 'Kuste')).sort()).toEqual([
      'Szene_a',
      'Szene_a-2',
      'Szene_a-3',
      '_',
    ]);
  });

  it('can be read by Nadir as a library, but not within the library that it came from', async () => {
    const scenes = scenesOf(3);
    const done = await exportOf(scenes)(
      { sceneRows: rowsOf(scenes), name: 'x', withReviews: false },
      () => undefined,
      never,
    );
    const found = async (folder: string) => {
      const ids: string[] = [];
      for await (const stretch of scanLibrary(disk, folder))
        ids.push(...stretch.scenes.map(({ scene }) => scene.source.sceneId));
      return ids.sort();
    };
    expect(await found(pathOf(done))).toEqual(['S0', 'S1', 'S2']);
    expect(await found(library)).toEqual([]);
  });

  it('has the files of further library folders too, under a path of their own where two folders have the same one', async () => {
    const drive = mkdtempSync(join(tmpdir(), 'nadir-folder-export-drive-'));
    try {
      const path = 'Coast/S/same.tif';
      const [here, there] = [
        catalogScene(0, { files: [catalogFile(path)] }),
        catalogScene(1, { files: [catalogFile('Coast/S/Same.tif', { path: 'Coast/S/Same.tif' })] }),
      ];
      const scenes = [here, there];
      putFiles(drive, there);
      const reviewed: (string | undefined)[] = [];
      const run = exportOf([here], {
        located: (row) =>
          scenes.slice(row, row + 1).map((scene) => ({ root: row === 0 ? library : drive, scene })),
        async writeReviews(_, batch) {
          reviewed.push(...batch.map(({ scene }) => scene.files[0]?.path));
          return batch.length;
        },
      });
      const done = await run({ sceneRows: [0, 1], name: 'x', withReviews: true }, () => undefined, never);
      expect(done).toMatchObject({ scenes: 2, leftOut: 0, reviewed: 2 });
      const paths = [path, 'Coast/S-2/Same.tif'];
      expect(reviewed).toEqual(paths);
      expect(paths.map((each) => readFileSync(join(pathOf(done), each), 'utf8'))).toEqual([
        `content of ${path}`,
        'content of Coast/S/Same.tif',
      ]);
      expect((await walkCatalog(pathOf(done))).problems).toEqual([]);
    } finally {
      rmSync(drive, { recursive: true, force: true });
    }
  });

  it('leaves out files that are missing or would lead out of it; a second export of the same name gets a number', async () => {
    const [whole, part, none, escaping] = [
      catalogScene(0),
      catalogScene(1, { files: [catalogFile('Coast/S1/a.tif'), catalogFile('Coast/S1/b.tif')] }),
      catalogScene(2),
      catalogScene(3, {
        files: [catalogFile('Coast/../../outside.tif', { path: 'Coast/../../outside.tif' })],
      }),
    ];
    const run = exportOf([whole, part, none]);
    rmSync(join(library, 'Coast/S1/b.tif'));
    rmSync(join(library, 'Coast/S2'), { recursive: true });
    const name = 'some';
    const first = await run({ sceneRows: [0, 1, 2], name, withReviews: false }, () => undefined, never);
    expect(first).toMatchObject({ scenes: 2, leftOut: 1 });
    expect((await walkCatalog(pathOf(first))).problems).toEqual([]);
    expect(await run({ sceneRows: [0], name, withReviews: false }, () => undefined, never)).toMatchObject({
      file: { name: 'some (2)' },
    });
    const outside = join(dirname(library), 'outside.tif');
    writeFileSync(outside, 'secret');
    const leading = exportOf([], { located: () => [{ root: library, scene: escaping }] });
    await expect(
      leading({ sceneRows: [0], name: 'y', withReviews: false }, () => undefined, never),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    rmSync(outside);
  });

  it.each<[string, Partial<FolderExportOptions>, string]>([
    [
      'a full disk',
      { writeItems: () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })) },
      'DISK_FULL',
    ],
    [
      'a folder that cannot be written',
      { writeItems: () => Promise.reject(Object.assign(new Error(), { code: 'EROFS' })) },
      'FOLDER_NOT_WRITABLE',
    ],
    ['no scene', { located: () => [] }, 'NOT_FOUND'],
  ])('is not there after %s', async (_name, changes, code) => {
    const scenes = scenesOf(2);
    const run = exportOf(scenes, changes);
    await expect(
      run({ sceneRows: [0, 1], name: 'x', withReviews: false }, () => undefined, never),
    ).rejects.toMatchObject({
      code,
    });
    expect(left()).toEqual([]);
  });

  it('does not exist after it was cancelled, at the start or in the middle', async () => {
    const scenes = scenesOf(3);
    const run = exportOf(scenes);
    const input = { sceneRows: rowsOf(scenes), name: 'x', withReviews: false };
    await expect(run(input, () => undefined, AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const stop = new AbortController();
    await expect(run(input, () => stop.abort(), stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(left()).toEqual([]);
    // A folder that a killed Nadir left is removed by a later one, not a new one.
    mkdirSync(join(library, 'exports', '.1-1.part'), { recursive: true });
    await run(input, () => undefined, never);
    expect(left().sort()).toEqual(['.1-1.part', 'x']);
  });

  it('gets nothing from a folder that was replaced by a link, before or while it is made', async () => {
    const [scene] = scenesOf(1);
    if (scene === undefined) throw new Error('no scene');
    const outside = mkdtempSync(join(tmpdir(), 'nadir-folder-export-private-'));
    const { path } = scene.files[0] ?? { path: '' };
    const replaceFolder = () => {
      writeFileSync(join(outside, path.split('/').at(-1) ?? ''), 'secret');
      renameSync(dirname(join(library, path)), join(library, 'before'));
      symlinkSync(outside, dirname(join(library, path)));
    };
    try {
      const write = createExportsFolder(() => library).write;
      const late = exportOf([scene], {
        async write(name, fill) {
          replaceFolder();
          return write(name, fill);
        },
      });
      const wanted = { sceneRows: [0], name: 'x', withReviews: false };
      await expect(late(wanted, () => undefined, never)).rejects.toMatchObject({ code: 'PATH_LINKED' });
      const afterwards = createFolderExport({
        located: () => [{ root: library, scene }],
        writeReviews: async () => 0,
        write,
        diskOf: () => library,
        writeItems: async () => undefined,
      });
      await expect(afterwards(wanted, () => undefined, never)).rejects.toMatchObject({ code: 'PATH_LINKED' });
      expect(left()).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});
