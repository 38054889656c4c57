import { sep } from 'node:path';
import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type AwayFolder, awayFolderSchema } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';

const idRow = z.object({ id: librarySceneIdSchema });

const prefixOf = ({ path }: AwayFolder) => (path.endsWith(sep) ? path : path + sep);

/** Returns the folder of these that a stored path is in; null if it is in none. */
export const awayFolderOf = (folders: readonly AwayFolder[], path: string): AwayFolder | null =>
  folders.find((folder) => path.startsWith(prefixOf(folder))) ?? null;

/** Creates the function that returns the further library folders that cannot be read now, by their stored states. */
export const createAwayFolders =
  ({ store }: { store: Pick<Store, 'all'> }) =>
  (): AwayFolder[] =>
    store.all(
      awayFolderSchema,
      `SELECT path, state FROM library_folder WHERE state IN ('away', 'sleeping') ORDER BY id`,
    );

/** Returns which of these folders each scene has files in; a scene with files in none of them is not in the map. */
export function awayScenes(
  store: Pick<Store, 'all'>,
  folders: readonly AwayFolder[],
  ids: readonly number[],
): ReadonlyMap<LibrarySceneId, AwayFolder> {
  const found = new Map<LibrarySceneId, AwayFolder>();
  for (const folder of folders.toReversed()) {
    const rows = store.all(
      idRow,
      `SELECT DISTINCT scene_row AS id FROM scene_file WHERE scene_row IN (SELECT value FROM json_each(:ids))
       AND path IS NOT NULL AND substr(path, 1, length(:prefix)) = :prefix`,
      { ids: JSON.stringify(ids), prefix: prefixOf(folder) },
    );
    for (const { id } of rows) found.set(id, folder);
  }
  return found;
}
