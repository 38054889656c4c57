import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-folders-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('creates a folder with those above it and tells the first new one', async () => {
  expect(await makeFolders(join(home, 'a/b/c'))).toBe(join(home, 'a'));
  expect(existsSync(join(home, 'a/b/c'))).toBe(true);
  expect(await makeFolders(join(home, 'a/b/c'))).toBeUndefined();
  expect(await makeFolders(join(home, 'a/d'))).toBe(join(home, 'a/d'));
});

it('folders that several create at the same time are there for each of them', async () => {
  await Promise.all(['x', 'y', 'z', 'x'].map((name) => makeFolders(join(home, 'one/two', name))));
  for (const name of ['x', 'y', 'z']) expect(existsSync(join(home, 'one/two', name))).toBe(true);
});

it('does not create a folder in place of a file, or below one', async () => {
  writeFileSync(join(home, 'file'), '');
  await expect(makeFolders(join(home, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(join(home, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
