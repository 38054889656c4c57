import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftFiles } from './left-files.ts';

const left = (folders: Record<string, string[]>, known: readonly string[] = []) => [
  ...leftFiles('/drive', new Map(Object.entries(folders)), (path) => known.includes(path)),
];

it('names each archive and each raster of another format, and the other files by their folders', () => {
  const folders = {
    '/drive/a': ['scene.tif', 'scene_MTL.txt', 'scene.jp2', 'IMD.xml'],
    '/drive/b': ['more.zip', 'more.tar.gz', 'strip.NTF'],
  };
  expect(left(folders, ['/drive/a/scene.tif'])).toEqual([
    { path: '/drive/a/scene.jp2', problem: 'raster-format', detail: 'scene.jp2' },
    { path: '/drive/a', problem: 'left-files', detail: 'IMD.xml, scene_MTL.txt' },
    // Selecting it would not help: only ZIP archives are opened.
    { path: '/drive/b/more.tar.gz', problem: 'other-archive', detail: 'more.tar.gz' },
    { path: '/drive/b/more.zip', problem: 'archive-inside', detail: 'more.zip' },
    { path: '/drive/b/strip.NTF', problem: 'raster-format', detail: 'strip.NTF' },
  ]);
});

it('says nothing if everything was taken', () => {
  expect(left({ '/drive': ['a.tif'] }, [join('/drive', 'a.tif')])).toEqual([]);
});

it('counts what it does not name, so that a whole disk stays readable', () => {
  const many = Array.from({ length: 10 }, (_, n) => `${n}.txt`);
  expect(left({ '/drive': many })).toEqual([
    { path: '/drive', problem: 'left-files', detail: '0.txt, 1.txt, 2.txt, 3.txt, +6' },
  ]);
  const folders = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`/drive/${n}`, ['a.txt', 'b.jp2']]),
  );
  const rows = left(folders);
  expect(rows).toHaveLength(201);
  expect(rows.at(-1)).toEqual({
    path: '/drive',
    problem: 'left-files',
    detail: 'b.jp2, a.txt, b.jp2, a.txt, +396',
  });
});
