import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore } from '../../../testing/open-test-store.ts';
import { awayFolderOf, awayScenes } from './away-folders.ts';
import { libraryDomain } from './library-domain.ts';

const drive = { path: `${sep}media${sep}drive`, state: 'away' as const };
const root = { path: sep, state: 'sleeping' as const };

it('knows the folder of a path by whole names', () => {
  expect(awayFolderOf([drive], `${drive.path}${sep}a.tif`)).toEqual(drive);
  expect(awayFolderOf([drive], `${drive.path} 2${sep}a.tif`)).toBeNull();
  expect(awayFolderOf([root], `${drive.path}${sep}a.tif`)).toEqual(root);
  expect(awayFolderOf([], 'a.tif')).toBeNull();
});

it('finds the scenes with files in folders that are away, also where other files of them are elsewhere', () => {
  const opened = openTestStore(libraryDomain.migrations);
  const { store } = opened;
  const paths = [[`${drive.path}${sep}a.tif`], ['b.tif', `${drive.path}${sep}b.zip`], ['c.tif'], [null]];
  const ids = paths.map((files, i) => {
    const id = librarySceneIdSchema.parse(i + 1);
    store.run(
      `INSERT INTO scene (connection_id, contract_id, scene_id, folded, raw, seen_at) VALUES ('c', '', :name, '', '{}', '')`,
      { name: `S${id}` },
    );
    for (const [position, path] of files.entries())
      store.run(
        `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path) VALUES (:id, 'raster', :name, :name, '[]', :position, :path)`,
        { id, name: `f${position}`, position, path },
      );
    return id;
  });
  expect([...awayScenes(store, [drive], ids)]).toEqual([
    [ids[0], drive],
    [ids[1], drive],
  ]);
  expect([...awayScenes(store, [drive], ids.slice(2))]).toEqual([]);
  opened.remove();
});
