import {
  existsSync,
  linkSync,
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
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogFile, catalogScene, putFiles } from '../../../testing/catalog-scene.ts';
import { createHoldingsNadir } from '../../../testing/holdings-world.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import type { FileClaim } from '../../core/file-claims.ts';
import { createFileOwners } from './file-owners.ts';
import { createDisk } from './holdings/disk/disk.ts';
import { toItem } from './holdings/format/to-item.ts';
import { holdingsMigrations } from './holdings/holdings-tables.ts';
import { sceneAssetsMigrations } from './scene-assets-table.ts';
import { libraryMigrations } from './tables.ts';

let opened: TestStore;
let library: string;
let nadir: ReturnType<typeof createHoldingsNadir>;
beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations, ...holdingsMigrations]);
  library = mkdtempSync(join(tmpdir(), 'nadir-owners-'));
  nadir = open(library);
});
afterEach(() => {
  expect(nadir.errors).toEqual([]);
  opened.remove();
  rmSync(library, { recursive: true, force: true });
});

function open(folder: string) {
  const now = () => new Date('2026-06-01T00:00:00Z');
  return createHoldingsNadir({
    store: opened.store,
    library: folder,
    instance: 'a',
    disk: createDisk(),
    now,
  });
}

const at = (path: string) => join(library, ...path.split('/'));
const put = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
/** Writes the item of a scene that names these files, as somebody might by hand. */
function forge(
  itemPath: string,
  n: number,
  paths: readonly string[],
  change: (text: string) => string = (t) => t,
) {
  const files = paths.map((path, position) => catalogFile(path, { name: `f${position}.tif`, position }));
  const item = toItem(catalogScene(n, { files }), {
    itemPath,
    pagePath: 'catalog.json',
    rootPath: 'catalog.json',
  });
  put(itemPath, change(JSON.stringify(item)));
}

const victim = 'Coast/S1/S1.tif';
const own = 'Coast/S2/S2.tif';

/** A scene with its file and item, and a forged one beside a file of its own that names this too. */
async function forgedWorld(path = victim) {
  for (const file of [victim, own]) putFiles(library, { files: [catalogFile(file)] });
  forge('Coast/S1/stac-item.json', 1, [victim]);
  await nadir.rebuild();
  forge('Coast/S2/stac-item.json', 2, [own, path]);
  await nadir.rebuild();
}

const fileOf = (path: string, sceneId: string) => {
  const found = nadir.allFiles().find((file) => file.path === path && file.sceneId === sceneId);
  if (found === undefined) throw new Error(`${sceneId} has no ${path}`);
  return found.id;
};
const remove = (path: string, sceneId: string) =>
  nadir.deleteFile(fileOf(path, sceneId), { permanently: true });
const claimOn = async (path: string, sceneId: string): Promise<FileClaim | undefined> => {
  const { sceneRow } = nadir.allFiles().find((file) => file.sceneId === sceneId) ?? { sceneRow: 0 };
  return (await nadir.owners.claimsOn([at(path)], { sceneRow })).get(at(path));
};
const isThere = (path: string) => existsSync(at(path));

describe('a forged item that names the file of another scene', () => {
  it('is deleted with its own file and its item, and the other one keeps its file', async () => {
    await forgedWorld();
    expect(await remove(victim, 'S2')).toBe('S1');
    expect(await remove(own, 'S2')).toBe(null);
    await nadir.sync();
    expect([victim, own].map(isThere)).toEqual([true, false]);
    expect(isThere('Coast/S2/stac-item.json')).toBe(false);
    expect(readFileSync(at('Coast/S1/stac-item.json'), 'utf8')).toContain('S1.tif');
    expect(await remove(victim, 'S1')).toBe(null);
    expect(isThere(victim)).toBe(false);
  });

  it('is told by its record too while the other scene has no item', async () => {
    await forgedWorld();
    rmSync(at('Coast/S1/stac-item.json'));
    expect(await remove(victim, 'S2')).toBe('S1');
    await nadir.sync();
    expect(isThere(victim)).toBe(true);
    expect(readFileSync(at('Coast/S2/stac-item.json'), 'utf8')).not.toContain('S1.tif');
  });

  it('is told by the item of the other scene while that is not recorded', async () => {
    await forgedWorld();
    opened.store.run(`DELETE FROM scene WHERE scene_id = 'S1'`);
    expect(await claimOn(victim, 'S2')).toEqual({ by: 'scene', sceneId: 'S1' });
  });

  it('through a folder that is a link is told as well', async () => {
    mkdirSync(at('Coast'), { recursive: true });
    symlinkSync(at('Coast/S1'), at('Coast/alias'));
    mkdirSync(at('Coast/S1'));
    await forgedWorld('Coast/alias/S1.tif');
    expect(await remove('Coast/alias/S1.tif', 'S2')).toBe('S1');
    expect(isThere(victim)).toBe(true);
  });

  it('keeps the file that the other scene loses first, and loses it then', async () => {
    await forgedWorld();
    expect(await remove(victim, 'S1')).toBe('S2');
    await nadir.sync();
    expect(isThere(victim)).toBe(true);
    expect(isThere('Coast/S1/stac-item.json')).toBe(false);
    expect(await remove(victim, 'S2')).toBe(null);
    expect(isThere(victim)).toBe(false);
  });
});

it('a file of one scene alone is deleted, also one that is gone already', async () => {
  nadir.add('S7', 1, false);
  await nadir.sync();
  const [file] = nadir.files();
  expect(await claimOn(file?.path ?? '', 'S7')).toBe(undefined);
  rmSync(at(file?.path ?? ''));
  expect(await nadir.remove(0)).toBe(null);
  expect(nadir.files()).toEqual([]);
});

it('two items of a folder that name one file: it stays until the last of them is deleted', async () => {
  putFiles(library, { files: [catalogFile(victim)] });
  forge('Coast/S1/stac-item.json', 1, [victim]);
  forge('Coast/S1/stac-item (2).json', 2, [victim]);
  await nadir.rebuild();
  expect(await remove(victim, 'S1')).toBe('S2');
  await nadir.sync();
  expect([victim, 'Coast/S1/stac-item.json', 'Coast/S1/stac-item (2).json'].map(isThere)).toEqual([
    true,
    false,
    true,
  ]);
  expect(await remove(victim, 'S2')).toBe(null);
  expect(isThere(victim)).toBe(false);
});

it('a hard link is a file of its own, and the other name keeps the content', async () => {
  await forgedWorld('Coast/S2/linked.tif');
  linkSync(at(victim), at('Coast/S2/linked.tif'));
  expect(await remove('Coast/S2/linked.tif', 'S2')).toBe(null);
  expect([victim, 'Coast/S2/linked.tif'].map(isThere)).toEqual([true, false]);
});

describe('an item beside a file', () => {
  beforeEach(async () => {
    putFiles(library, { files: [catalogFile(own), catalogFile('Coast/S2/IMG/deep.tif')] });
    forge('Coast/S2/stac-item.json', 2, [own, 'Coast/S2/IMG/deep.tif']);
    await nadir.rebuild();
  });

  it('of another tool that names it keeps it', async () => {
    const assets = { a: { href: './S2.tif' }, b: { href: 'https://x.example/S2.tif' }, c: 1 };
    put(
      'Coast/S2/stac-item (2).json',
      JSON.stringify({
        type: 'Feature',
        stac_version: '1.0.0',
        id: 'x',
        geometry: null,
        properties: {},
        assets,
      }),
    );
    expect(await claimOn(own, 'S2')).toEqual({ by: 'item', path: at('Coast/S2/stac-item (2).json') });
    expect(await claimOn('Coast/S2/IMG/deep.tif', 'S2')).toBe(undefined);
  });

  it('of a folder above that names it keeps it', async () => {
    forge('Coast/S2/stac-item (2).json', 3, ['Coast/S2/IMG/deep.tif']);
    expect(await claimOn('Coast/S2/IMG/deep.tif', 'S2')).toEqual({ by: 'scene', sceneId: 'S3' });
    expect(await claimOn(own, 'S2')).toBe(undefined);
  });

  it('that cannot be read keeps it, and the user is told which; one of its own scene does not', async () => {
    put('Coast/S2/stac-item.json', '{');
    expect(await remove('Coast/S2/IMG/deep.tif', 'S2')).toBe(null);
    put('Coast/S2/stac-item (2).json', '{');
    await expect(remove(own, 'S2')).rejects.toMatchObject({
      code: 'OWNER_UNKNOWN',
      data: { path: at(own), detail: at('Coast/S2/stac-item (2).json') },
    });
    expect(isThere(own)).toBe(true);
    expect(nadir.allFiles()).toHaveLength(1);
  });
});

it('a file stays while its folder cannot be asked, and that is reported', async () => {
  putFiles(library, { files: [catalogFile(own)] });
  const errors: unknown[] = [];
  const owners = createFileOwners({
    recorded: () => [],
    library: () => library,
    absolute: (path) => path,
    sourceOf: () => null,
    itemOf: () => null,
    release: () => undefined,
    beside: () => Promise.reject(new Error('the thread has ended')),
    onError: (error) => errors.push(error),
  });
  const claims = await owners.claimsOn([at(own), at('Coast/S2/gone.tif')], { sceneRow: 1 });
  expect([...claims]).toEqual([[at(own), { by: 'unreadable', path: dirname(at(own)) }]]);
  expect(errors).toHaveLength(1);
});

it('a file is not forgotten while the drive of the library is away', async () => {
  putFiles(library, { files: [catalogFile(own)] });
  forge('Coast/S2/stac-item.json', 2, [own]);
  await nadir.rebuild();
  const id = fileOf(own, 'S2');
  renameSync(library, `${library}.away`);
  await expect(nadir.deleteFile(id, { permanently: true })).rejects.toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    data: { path: library, detail: 'ENOENT' },
  });
  renameSync(`${library}.away`, library);
  expect(fileOf(own, 'S2')).toBe(id);
});

describe('a folder that others replace by a link out of the library', () => {
  const secret = () => join(at('..'), `${basename(at('.'))}-private`);
  function replaceFolder() {
    mkdirSync(secret());
    writeFileSync(join(secret(), basename(own)), 'secret');
    renameSync(at('Coast/S2'), at('Coast/before'));
    symlinkSync(secret(), at('Coast/S2'));
  }
  afterEach(() => rmSync(secret(), { recursive: true, force: true }));

  it('is not followed when the file of its scene is deleted', async () => {
    await forgedWorld();
    const id = fileOf(own, 'S2');
    replaceFolder();
    await expect(nadir.deleteFile(id, { permanently: true })).rejects.toMatchObject({
      code: 'PATH_LINKED',
      data: { path: at('Coast/S2') },
    });
    expect(readFileSync(join(secret(), basename(own)), 'utf8')).toBe('secret');
    expect(nadir.allFiles().some((file) => file.id === id && file.path === own)).toBe(true);
  });

  it('gets no item of the catalog', async () => {
    await forgedWorld();
    replaceFolder();
    opened.store.run(`UPDATE scene_file SET sha256 = 'changed' WHERE path = :own`, { own });
    await nadir.sync();
    expect(readdirSync(secret())).toEqual([basename(own)]);
  });
});
