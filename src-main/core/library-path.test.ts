import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  deleteLibraryFile,
  ensureFileInsideNow,
  ensureFolderInside,
  identifyLibraryFile,
  libraryRootOf,
  openAtRealPath,
  openLibraryFile,
  renameLibraryFile,
} from './library-path.ts';

let home: string;
let root: string;
let path: string;
const linked = { code: 'PATH_LINKED' };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-library-path-'));
  root = join(home, 'library');
  path = join(root, 'Coast/S1/a.tif');
  mkdirSync(join(root, 'Coast/S1'), { recursive: true });
  mkdirSync(join(home, 'private'));
  writeFileSync(path, 'pixels');
  writeFileSync(join(home, 'private/a.tif'), 'secret');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function replaceFolder() {
  renameSync(join(root, 'Coast/S1'), join(root, 'Coast/before'));
  symlinkSync(join(home, 'private'), join(root, 'Coast/S1'));
}
const outside = () => readFileSync(join(home, 'private/a.tif'), 'utf8');

async function textOf(opening: ReturnType<typeof openLibraryFile>) {
  const file = await opening;
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

it('a file of a library is opened, renamed and deleted where it is', async () => {
  expect(await textOf(openLibraryFile({ root, path }))).toBe('pixels');
  await renameLibraryFile({ root, path }, 'b.tif');
  const moved = { root, path: join(root, 'Coast/S1/b.tif') };
  const identity = await identifyLibraryFile(moved);
  await deleteLibraryFile(moved, identity ?? '');
  expect(existsSync(moved.path)).toBe(false);
  expect(await identifyLibraryFile(moved)).toBe(null);
});

it('no door follows a folder that was replaced by a link out of the library', async () => {
  const identity = (await identifyLibraryFile({ root, path })) ?? '';
  replaceFolder();
  await expect(openLibraryFile({ root, path })).rejects.toMatchObject(linked);
  await expect(openAtRealPath(path)).rejects.toMatchObject(linked);
  await expect(identifyLibraryFile({ root, path })).rejects.toMatchObject(linked);
  await expect(deleteLibraryFile({ root, path }, identity)).rejects.toMatchObject(linked);
  await expect(renameLibraryFile({ root, path }, 'b.tif')).rejects.toMatchObject(linked);
  await expect(ensureFolderInside(join(root, 'Coast/S1'), root)).rejects.toMatchObject(linked);
  expect(() => ensureFileInsideNow({ root, path })).toThrow(expect.objectContaining(linked));
  expect(outside()).toBe('secret');
});

it('a file that was replaced by a link is not opened', async () => {
  rmSync(path);
  symlinkSync(join(home, 'private/a.tif'), path);
  await expect(openLibraryFile({ root, path })).rejects.toMatchObject(linked);
});

it('a link that stays in the library is followed, and so is a library folder that is a link itself', async () => {
  symlinkSync(join(root, 'Coast'), join(root, 'alias'));
  symlinkSync(root, join(home, 'shortcut'));
  expect(await textOf(openLibraryFile({ root, path: join(root, 'alias/S1/a.tif') }))).toBe('pixels');
  const short = join(home, 'shortcut');
  expect(await textOf(openLibraryFile({ root: short, path: join(short, 'Coast/S1/a.tif') }))).toBe('pixels');
});

it('a file that was changed or replaced since it was identified is not deleted', async () => {
  const identity = (await identifyLibraryFile({ root, path })) ?? '';
  rmSync(path);
  writeFileSync(path, 'others');
  await expect(deleteLibraryFile({ root, path }, identity)).rejects.toMatchObject({
    code: 'FILE_REPLACED',
    data: { path },
  });
  expect(readFileSync(path, 'utf8')).toBe('others');
});

it('the file of a rule with a folder of its own is bound to that folder', () => {
  expect(libraryRootOf('/library/Coast/S1/a.tif', ['/library'])).toBe('/library');
  expect(libraryRootOf('/libraries/Coast/S1/a.tif', ['/library'])).toBe('/libraries');
});
