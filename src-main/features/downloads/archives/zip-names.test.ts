import { expect, it } from 'vitest';
import { createZipNames, zipPath } from './zip-names.ts';

const refused = (reason: string) => ({ refused: reason });
const path = (lengths: number[]) => lengths.map((length) => 'a'.repeat(length)).join('/');

it.each([
  ['a name of 255 bytes', 'a'.repeat(255), true],
  ['a name of 256 bytes', 'a'.repeat(256), false],
  ['a name of 255 letters in 256 bytes', `${'a'.repeat(254)}ä`, false],
  ['a path of 1,024 bytes', path([255, 255, 255, 255, 0]), true],
  ['a path of 1,025 bytes', path([255, 255, 255, 255, 1]), false],
  ['32 folders', path(Array.from({ length: 32 }, () => 1)), true],
  ['33 folders', path(Array.from({ length: 33 }, () => 1)), false],
])('%s: taken %j', (_, name, isTaken) => {
  const found = zipPath(name);
  if (isTaken) expect(found).not.toHaveProperty('refused');
  else expect(found).toEqual(refused('long'));
});

it.each([
  ['/etc/passwd', 'absolute'],
  ['\\share', 'absolute'],
  ['c:x', 'absolute'],
  ['a/../b', 'outside'],
  ['a\\..\\b', 'outside'],
  ['a\\con.txt', 'device'],
  ['a\\b. ', 'trailing'],
  ['', 'character'],
  ['a\0b', 'character'],
  ['a\u202etxt.exe', 'character'],
  ['a/con.txt', 'device'],
  ['a./b', 'trailing'],
  ['a /b', 'trailing'],
])('%j is refused: %s', (name, reason) => {
  expect(zipPath(name)).toEqual(refused(reason));
});

it.each([
  ['a/b.tif', ['a', 'b.tif'], false],
  ['./a//b/', ['a', 'b'], true],
  ['a/.', ['a'], true],
  ['IMG\\a.tif', ['IMG', 'a.tif'], false],
  ['IMG\\', ['IMG'], true],
  ['..foo.txt', ['..foo.txt'], false],
  ['.hidden', ['.hidden'], false],
])('%j is %j', (name, segments, isFolder) => {
  expect(zipPath(name)).toEqual({ segments, isFolder });
});

it('takes each name once, in any spelling, and no file where a folder is', () => {
  const names = createZipNames();
  expect(names.reserve(['a', 'b.tif'], false)).toBe(true);
  expect(names.reserve(['a', 'c.tif'], false)).toBe(true);
  expect(names.reserve(['a'], true)).toBe(true);
  expect(names.reserve(['a', 'B.TIF'], false)).toBe(false);
  expect(names.reserve(['A', 'd.tif'], false)).toBe(false);
  expect(names.reserve(['a'], false)).toBe(false);
  expect(names.reserve(['a', 'b.tif', 'e'], false)).toBe(false);
});
