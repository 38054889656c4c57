import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderPathError, makeDataFolder } from './make-data-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('makes the folders above the data folder too, for this user alone', () => {
  const folder = join(root, 'a', 'b');
  makeDataFolder(folder);
  makeDataFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
});

it('a file in its place is an error', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeDataFolder(join(root, 'file'))).toThrow(FolderPathError);
  expect(() => makeDataFolder(join(root, 'file', 'below'))).toThrow(FolderPathError);
});

it.each([
  ['a name of 4,000 characters', 'a'.repeat(4_000)],
  ['a path of 8,000 characters', 'ab/'.repeat(2_700)],
  ['a name with a zero', 'a\0b'],
])('%s is an error that says so', (_, name) => {
  expect(() => makeDataFolder(join(root, name))).toThrow(FolderPathError);
});

it.runIf(existsSync('/proc/self'))('a folder in a file system that takes none is refused at once', () => {
  expect(() => makeDataFolder('/proc/nadir/data')).toThrow('cannot be created');
});
