import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLibraryPresence, markerName } from './library-presence.ts';

let home: string;
let library: string;
let recorded: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-presence-'));
  mkdirSync(join(home, 'data'));
  library = join(home, 'mount/library');
  recorded = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Each call is a new start of Nadir. */
const open = (isDefault = false) =>
  createLibraryPresence({
    library: () => library,
    isDefault: () => isDefault,
    dataFolder: join(home, 'data'),
    recordedPaths: () => recorded,
    now: () => new Date(0),
  });
const away = () => ({ code: 'FOLDER_AWAY', data: { path: library, state: 'away' } });

function put(path: string) {
  mkdirSync(dirname(join(library, path)), { recursive: true });
  writeFileSync(join(library, path), 'pixels');
  recorded.push(path);
}

it('a chosen folder is created and marked, and is known at the next start', async () => {
  await open().choose();
  expect(readdirSync(library)).toEqual([markerName]);
  await open().start();
  await open().ensureThere();
});

it('the default folder is created at the first start only', async () => {
  await open(true).start();
  expect(existsSync(library)).toBe(true);
  rmSync(library, { recursive: true });
  await expect(open(true).start()).rejects.toMatchObject(away());
  expect(existsSync(library)).toBe(false);
});

it('a library whose drive is not mounted is away, and is not created below the mount point', async () => {
  await open().choose();
  renameSync(join(home, 'mount'), join(home, 'unmounted'));
  await expect(open().start()).rejects.toMatchObject(away());
  await expect(open().ensureThere()).rejects.toMatchObject(away());
  expect(existsSync(join(home, 'mount'))).toBe(false);
  renameSync(join(home, 'unmounted'), join(home, 'mount'));
  await open().ensureThere();
});

it('an empty folder at the mount point is not taken for the library', async () => {
  await open().choose();
  renameSync(library, join(home, 'drive'));
  mkdirSync(library);
  await expect(open().ensureThere()).rejects.toMatchObject(away());
  expect(readdirSync(library)).toEqual([]);
});

it('another library at the same place is not taken for it', async () => {
  await open().choose();
  renameSync(library, join(home, 'drive'));
  mkdirSync(library);
  const id = '00000000-0000-4000-8000-000000000000';
  writeFileSync(join(library, markerName), JSON.stringify({ nadirLibrary: 1, id }));
  await expect(open().ensureThere()).rejects.toMatchObject(away());
});

it('a library of an older Nadir without a marker gets one when one of its files is there', async () => {
  put('Coast/S1/a.tif');
  renameSync(library, join(home, 'drive'));
  mkdirSync(library);
  await expect(open().ensureThere()).rejects.toMatchObject(away());
  rmSync(library, { recursive: true });
  renameSync(join(home, 'drive'), library);
  await open().ensureThere();
  expect(existsSync(join(library, markerName))).toBe(true);
});

it('a library that lost its marker, or has that of a copy, is known by its files', async () => {
  await open().choose();
  put('Coast/S1/a.tif');
  rmSync(join(library, markerName));
  await open().ensureThere();
  expect(existsSync(join(library, markerName))).toBe(true);
  writeFileSync(join(library, markerName), 'damaged');
  await open().ensureThere();
});

it('a library that is chosen again is accepted as it is', async () => {
  put('Coast/S1/a.tif');
  rmSync(join(library, 'Coast'), { recursive: true });
  await expect(open().ensureThere()).rejects.toMatchObject(away());
  await open().choose();
  await open().ensureThere();
});
