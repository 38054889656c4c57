import { z } from 'zod';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { mostSameFiles, type SameFile } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';

const sameRow = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  fileName: z.string(),
});
const sceneRow = z.object({ id: librarySceneIdSchema });

/**
 * A raster that is on the disk with its checksum. Attachments are left out, because a licence or an empty outline is the same in many
 * deliveries and deleting it frees nothing.
 */
const isKept = (file: string) =>
  `${file}.kind = 'raster' AND ${file}.sha256 IS NOT NULL AND ${file}.path IS NOT NULL AND ${file}.missing = 0`;
/** A file that two scenes have at one path lies on the disk once. */
const isSame = `other.size_bytes = file.size_bytes AND other.sha256 = file.sha256 AND other.path <> file.path AND ${isKept('other')}`;

/** Creates the search for rasters that lie on the disk more than once, by their size and checksum. It reads the records only. */
export function createSameContent({ store }: { store: Pick<Store, 'all'> }) {
  return {
    /** Returns the scenes with a raster that another file equals, in this scene or in another. */
    scenes: () =>
      store
        .all(
          sceneRow,
          // Grouped, because uncompressed rasters often have one size: comparing each with all others of it would take minutes.
          `SELECT DISTINCT scene_row AS id FROM scene_file AS file
           WHERE ${isKept('file')} AND (size_bytes, sha256) IN (
             SELECT size_bytes, sha256 FROM scene_file AS other WHERE ${isKept('other')}
             GROUP BY size_bytes, sha256 HAVING min(path) <> max(path))`,
          {},
        )
        .map(({ id }) => id),
    /** Returns the other files that equal a raster, at most `mostSameFiles`. */
    filesLike: (fileId: LibraryFileId): SameFile[] =>
      store.all(
        sameRow,
        `SELECT other.id AS fileId, other.scene_row AS librarySceneId, scene_id AS sceneId, other.file_name AS fileName
         FROM scene_file AS file, scene_file AS other JOIN scene ON scene.id = other.scene_row
         WHERE file.id = :fileId AND ${isKept('file')} AND ${isSame} ORDER BY other.id LIMIT :limit`,
        { fileId, limit: mostSameFiles },
      ),
  };
}
