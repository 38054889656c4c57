import { extname } from 'node:path';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import type { ResolvedFile } from '../core/resolved-file.ts';
import type { Library } from '../features/library/library.ts';
import type { SceneFiles } from '../features/library/scene-files.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.zip': 'application/zip',
};

/**
 * Creates the function that finds a file of a scene by its id, for other programs; null for any other address. It finds the file by
 * its record, so that no path of a request reaches the disk. Throws NOT_FOUND if there is no record.
 */
export function createSharedFiles({
  file: recordOf,
  served,
}: Pick<SceneFiles, 'file'> & Pick<Library, 'served'>) {
  return (pathname: string): ResolvedFile | null => {
    const [, id] = /^\/files\/asset\/(\d{1,15})$/.exec(pathname) ?? [];
    if (id === undefined) return null;
    const file = recordOf(libraryFileIdSchema.parse(Number(id)));
    return served(file, contentTypes[extname(file.fileName).toLowerCase()] ?? 'application/octet-stream');
  };
}
