import { dirname } from 'node:path';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { ResolvedFile } from '../../core/resolved-file.ts';
import type { RasterWorkerClient } from '../../raster/raster-worker-client.ts';
import type { FilesOnDisk } from './files-on-disk.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/** The limits for thumbnails, of which about twenty are visible at the same time, and for a preview. */
const mostPixels = { thumbnail: 2_000_000, preview: 25_000_000 } as const;

/**
 * Creates the function that returns how a recorded file is served; null if it was not saved, or its folder is away. It does not access
 * the disk. The drive is checked before the file is opened, because opening a file on a sleeping drive would block a thread that all
 * files share.
 */
export function createServedFile({
  absolute,
  located,
  noteFound,
  noteGone,
  drives,
}: Pick<FilesOnDisk, 'absolute' | 'located' | 'noteFound' | 'noteGone' | 'drives'>) {
  return (file: FileRow | undefined, contentType: string): ResolvedFile | null => {
    if (file === undefined || file.path === null) return null;
    const path = absolute(file.path);
    if (drives.isAway(path)) return null;
    return {
      ...located(path),
      contentType,
      ready: () => drives.ensureThere(path),
      seen: (isFound) => (isFound ? noteFound(file, true) : noteGone(file)),
    };
  };
}

/**
 * Creates the function that finds the file of an address `/files/…` by its record; no path of a request is ever used. It returns null for
 * another address and for a file that was not saved. It is called for every tile of a raster, so it does not access the disk; `seen`
 * reports whether the file existed when it was opened.
 */
export function createServedFiles({
  table,
  rasters,
  files,
}: {
  table: Pick<SceneFiles, 'file' | 'filesOf'>;
  rasters: Pick<RasterWorkerClient, 'displayPath'>;
  files: Pick<FilesOnDisk, 'absolute' | 'located' | 'noteFound' | 'noteGone' | 'drives'>;
}) {
  const served = createServedFile(files);
  // Its folder is Nadir's own, in the library or in the data folder.
  const displayed = (path: string) => ({ path, root: dirname(dirname(path)) });

  return (pathname: string): ResolvedFile | null => {
    const match = /^\/files\/(raster|display|thumbnail|preview)\/(\d{1,15})$/.exec(pathname);
    if (!match) return null;
    const [, kind, id] = match;
    if (kind === 'display')
      return {
        ...displayed(rasters.displayPath(libraryFileIdSchema.parse(Number(id)))),
        contentType: 'image/tiff',
      };
    if (kind === 'raster') {
      const file = table.file(libraryFileIdSchema.parse(Number(id)));
      return file.kind === 'raster' ? served(file, 'image/tiff') : null;
    }
    const picture = served(
      table
        .filesOf(librarySceneIdSchema.parse(Number(id)))
        .find((file) => file.kind === 'attachment' && file.name === kind),
      'image/png',
    );
    return picture && { ...picture, mostPixels: mostPixels[kind === 'preview' ? kind : 'thumbnail'] };
  };
}
