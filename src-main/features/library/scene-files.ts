import { sep } from 'node:path';
import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import {
  type FilePlace,
  importedConnectionId,
  unpackedPrefix,
} from '../../../src-preload/contract/library.ts';
import { AppError } from '../../core/app-error.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const countRow = z.object({ n: z.number() });
const fileRowSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  kind: z.enum(['raster', 'attachment']),
  name: z.string(),
  fileName: z.string(),
  bands: z.string(),
  path: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  savedAt: z.string().nullable(),
  missing: z.number(),
  rasterInfo: z.string().nullable(),
});
/** The record of a file. `path` is null until the file was saved, and relative if it is below the library folder. */
export type FileRow = z.infer<typeof fileRowSchema>;

const savedFileSchema = z.object({
  fileId: libraryFileIdSchema,
  path: z.string(),
  missing: z.number(),
  sizeBytes: z.number().nullable(),
});
/** The fields of a file recorded as on disk that the sweep needs. */
export type SavedFile = z.infer<typeof savedFileSchema>;

const placeSchema = fileRowSchema
  .pick({ kind: true, fileName: true, sizeBytes: true, sha256: true })
  .extend({ path: z.string() });

/** The facts about a saved file. `fetchedFrom` is the host of its link, if it is known. */
export interface SavedFacts {
  path: string;
  sizeBytes: number;
  sha256: string;
  fetchedFrom?: string | null;
}

const fileColumns = `id AS fileId, scene_row AS librarySceneId, kind, name, file_name AS fileName, bands, path, size_bytes AS sizeBytes,
  sha256, saved_at AS savedAt, missing, raster_info AS rasterInfo`;

/**
 * Creates the records of the files of scenes: the files that the service listed, and which of them are on disk. It does not access the
 * disk.
 */
export function createSceneFiles({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** Returns the record of one file; throws NOT_FOUND if there is none. */
    file(id: LibraryFileId): FileRow {
      const row = store.get(fileRowSchema, `SELECT ${fileColumns} FROM scene_file WHERE id = :id`, { id });
      if (!row) throw new AppError('NOT_FOUND', { what: `file ${id}` });
      return row;
    },
    /** Returns the files of a scene: rasters first, each kind in the service's order. */
    filesOf: (id: LibrarySceneId): FileRow[] =>
      readableRows(
        store,
        fileRowSchema,
        `SELECT ${fileColumns} FROM scene_file WHERE scene_row = :id ORDER BY kind DESC, position`,
        { id },
      ).rows,
    /** Returns where the files of a scene are on the disk, with their checksums; thumbnails are left out. */
    filePlaces: (id: LibrarySceneId): FilePlace[] =>
      store.all(
        placeSchema,
        `SELECT kind, file_name AS fileName, path, size_bytes AS sizeBytes, sha256 FROM scene_file
         WHERE scene_row = :id AND path IS NOT NULL AND missing = 0 AND name <> 'thumbnail' ORDER BY kind DESC, position`,
        { id },
      ),
    /** Returns the next records of files recorded as on disk, by id; fewer than `limit` means the end. */
    savedFiles(after: number, limit: number): SavedFile[] {
      return store.all(
        savedFileSchema,
        `SELECT id AS fileId, path, missing, size_bytes AS sizeBytes FROM scene_file WHERE +path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      );
    },
    /** Returns the next records of saved files that are missing, by id; fewer than `limit` means the end. */
    missingFiles(after: number, limit: number): SavedFile[] {
      return store.all(
        savedFileSchema,
        `SELECT id AS fileId, path, missing, size_bytes AS sizeBytes FROM scene_file INDEXED BY scene_file_missing
         WHERE missing = 1 AND path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      );
    },
    /** Returns how many saved files are missing. */
    countMissing(): number {
      return store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE missing = 1', {})?.n ?? 0;
    },
    /** Records that a file has been saved; the description of an earlier copy is removed. */
    markSaved(id: LibraryFileId, { path, sizeBytes, sha256, fetchedFrom = null }: SavedFacts) {
      store.run(
        `UPDATE scene_file SET path = :path, size_bytes = :sizeBytes, sha256 = :sha256, saved_at = :at, missing = 0, raster_info = NULL, item_raster = NULL,
           fetched_from = :fetchedFrom, original_path = NULL
         WHERE id = :id`,
        { id, path, sizeBytes, sha256, fetchedFrom, at: now().toISOString() },
      );
    },
    /** Records that a file has been deleted from disk. The record of a file that no service can send again is removed. */
    markRemoved(id: LibraryFileId) {
      store.run(
        'UPDATE scene_file SET path = NULL, sha256 = NULL, saved_at = NULL, missing = 0, raster_info = NULL WHERE id = :id',
        { id },
      );
      store.run(
        `DELETE FROM scene_file WHERE id = :id
           AND (name GLOB :unpacked OR scene_row IN (SELECT id FROM scene WHERE connection_id = :imported))`,
        { id, unpacked: `${unpackedPrefix}*`, imported: importedConnectionId },
      );
    },
    /** Records whether a saved file is missing. */
    markMissing(id: LibraryFileId, missing: boolean) {
      store.run('UPDATE scene_file SET missing = :missing WHERE id = :id', { id, missing: missing ? 1 : 0 });
    },
    /** Returns true if a file is recorded at this path. */
    isNamed: (path: string): boolean =>
      store.get(
        countRow,
        `SELECT EXISTS (SELECT 1 FROM scene_file INDEXED BY scene_file_path WHERE path COLLATE NOCASE = :path AND path IS NOT NULL) AS n`,
        { path },
      )?.n === 1,
    /** Records the new path of a saved file. */
    movePath(id: LibraryFileId, path: string) {
      store.run('UPDATE scene_file SET path = :path, missing = 0 WHERE id = :id', { id, path });
    },
    /** Makes the paths below the library folder absolute, because that folder is about to change. */
    pinPaths(folder: string) {
      store.run(
        `UPDATE scene_file SET path = :prefix || path
         WHERE path IS NOT NULL AND path NOT GLOB '/*' AND path NOT GLOB '\\*' AND path NOT GLOB '[A-Za-z]:*'`,
        { prefix: folder + sep },
      );
    },
    /** Stores what is needed to draw a raster, as JSON text. */
    setRasterInfo(id: LibraryFileId, info: string | null) {
      store.run('UPDATE scene_file SET raster_info = :info WHERE id = :id', { id, info });
    },
  };
}

/** What `createSceneFiles` returns. */
export type SceneFiles = ReturnType<typeof createSceneFiles>;
