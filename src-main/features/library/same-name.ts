import { z } from 'zod';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { unpackedPrefix } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';

const rowSchema = z.object({ name: z.string(), fileName: z.string() });

/** A file of a scene as an answer of the service lists it. */
interface ListedFile {
  kind: string;
  name: string;
  fileName: string;
}

/** Returns a file name without the number that one of several equal names in an answer gets. */
const plainName = (fileName: string) => fileName.toLowerCase().replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '');

/**
 * Returns the name of the stored file of a scene that is this listed one under another name: the scene query names a raster by its file,
 * an order by its role. It is of the same kind and file name, and none of the files that the same answer lists, which are different files
 * whatever their file names. Null if there is none, or several that it could be.
 */
export function findSameName(
  store: Pick<Store, 'all'>,
  scene: LibrarySceneId,
  file: ListedFile,
  answer: readonly Pick<ListedFile, 'kind' | 'name'>[],
): string | null {
  const { kind, name, fileName } = file;
  const rows = store.all(
    rowSchema,
    `SELECT name, file_name AS fileName FROM scene_file
     WHERE scene_row = :scene AND kind = :kind AND name NOT GLOB :unpacked`,
    { scene, kind, unpacked: `${unpackedPrefix}*` },
  );
  if (rows.some((row) => row.name === name)) return null;
  const listed = new Set(answer.filter((each) => each.kind === kind).map((each) => each.name));
  const alike = rows.filter(
    (row) => !listed.has(row.name) && plainName(row.fileName) === plainName(fileName),
  );
  const [only] = alike;
  const isSame = alike.length === 1 && only?.fileName.toLowerCase() === fileName.toLowerCase();
  return isSame ? only.name : null;
}
