import { expect, it } from 'vitest';
import { groupFiles } from './group-files.ts';

const groupsOf = (...names: string[]) =>
  groupFiles(names.map((name) => new File(['x'], name))).map(({ name, source }) => [
    name,
    source.kind === 'files' ? source.files.map((file) => file.name) : [],
  ]);

it('a database is read with the log that was dropped with it, in whatever order', () => {
  expect(groupsOf('b.csv', 'A.gpkg-wal', 'a.gpkg-shm', 'a.gpkg', 'other.gpkg')).toEqual([
    ['b.csv', ['b.csv']],
    ['a.gpkg', ['a.gpkg', 'A.gpkg-wal', 'a.gpkg-shm']],
    ['other.gpkg', ['other.gpkg']],
  ]);
  expect(groupsOf('a.gpkg-wal')).toEqual([['a.gpkg-wal', ['a.gpkg-wal']]]);
});
