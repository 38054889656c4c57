import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { unpackedPrefix } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';
import { createRemovedFiles } from './removed-files.ts';

const archiveRow = z.object({ sceneRow: librarySceneIdSchema, path: z.string() });
const idRow = z.object({ id: libraryFileIdSchema });
const sceneRowOf = z.object({ sceneRow: librarySceneIdSchema });
const countRow = z.object({ n: z.number() });
const forgottenRow = z.object({ id: libraryFileIdSchema, path: z.string() });

/** The files of an unpacked archive: `folder` is the name of the folder beside the archive; the names of files may contain slashes. */
export interface UnpackedFolder {
  folder: string;
  files: readonly { name: string; sizeBytes: number; sha256?: string | undefined }[];
}

/** The limit for the rasters of an archive, as for those that a service lists. */
const maxRasters = 500;
/** The position of the first unpacked raster, after all files that the service lists. */
const firstPosition = 10_000;

const isRaster = (name: string) => /\.tiff?$/i.test(name);

/**
 * Creates the records of rasters that were unpacked from delivery archives: they are rasters of the scene, like downloaded ones. It does
 * not access the disk.
 */
export function createUnpackedRasters({
  store,
  now,
}: {
  store: Pick<Store, 'all' | 'get' | 'run'>;
  now: () => Date;
}) {
  const removed = createRemovedFiles({ store, now });
  const archive = (fileId: LibraryFileId) =>
    store.get(
      archiveRow,
      `SELECT scene_row AS sceneRow, path FROM scene_file WHERE id = :fileId AND name = 'delivery_zip' AND path IS NOT NULL`,
      { fileId },
    );

  return {
    /**
     * Records the rasters of an archive, within a transaction of the caller, and returns the new ones. A raster that the scene has on
     * disk with the same bytes is not recorded again.
     */
    record(fileId: LibraryFileId, { folder, files }: UnpackedFolder): LibraryFileId[] {
      const found = archive(fileId);
      if (found === undefined) return [];
      const { sceneRow, path } = found;
      const rasters = files.filter(({ name }) => isRaster(name)).slice(0, maxRasters);
      return rasters.flatMap(({ name, sizeBytes, sha256 = null }, n) => {
        const own = `${unpackedPrefix}${name}`;
        const same = store.get(
          countRow,
          `SELECT count(*) AS n FROM scene_file WHERE scene_row = :sceneRow AND path IS NOT NULL AND missing = 0
             AND (name = :own OR (sha256 IS NOT NULL AND sha256 = :sha256))`,
          { sceneRow, own, sha256 },
        );
        if (same?.n !== 0) return [];
        const added = store.get(
          idRow,
          `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position)
           VALUES (:sceneRow, 'raster', :own, :fileName, '[]', :position)
           ON CONFLICT DO UPDATE SET position = :position RETURNING id`,
          { sceneRow, own, fileName: basename(name), position: firstPosition + n },
        );
        const { id } = idRow.parse(added);
        // A separate update, because it is what the triggers of the catalog note.
        store.run(
          `UPDATE scene_file SET path = :path, size_bytes = :sizeBytes, sha256 = :sha256, saved_at = :at, missing = 0,
             raster_info = NULL, item_raster = NULL WHERE id = :id`,
          {
            id,
            sizeBytes,
            sha256,
            at: now().toISOString(),
            path: join(dirname(path), folder, ...name.split('/')),
          },
        );
        return [id];
      });
    },
    /**
     * Removes the records of the rasters of an archive, within a transaction of the caller. Returns the recorded paths of the rasters, with their
     * scene.
     */
    forget(fileId: LibraryFileId): { sceneRow: LibrarySceneId; path: string }[] {
      const scene = store.get(sceneRowOf, 'SELECT scene_row AS sceneRow FROM scene_file WHERE id = :fileId', {
        fileId,
      });
      if (scene === undefined) return [];
      const prefix = { sceneRow: scene.sceneRow, pattern: `${unpackedPrefix}*` };
      const forgotten = store.all(
        forgottenRow,
        'SELECT id, path FROM scene_file WHERE scene_row = :sceneRow AND name GLOB :pattern AND path IS NOT NULL',
        prefix,
      );
      for (const { id } of forgotten) removed.note(id, 'unpacking-undone');
      store.run(
        'UPDATE scene_file SET path = NULL WHERE scene_row = :sceneRow AND name GLOB :pattern',
        prefix,
      );
      store.run('DELETE FROM scene_file WHERE scene_row = :sceneRow AND name GLOB :pattern', prefix);
      return forgotten.map(({ path }) => ({ sceneRow: scene.sceneRow, path }));
    },
  };
}
