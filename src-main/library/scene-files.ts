import { sep } from 'node:path';
import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';

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
/** The record of a file. `path` is null until it was saved, and relative when it lies below the library folder. */
export type FileRow = z.infer<typeof fileRowSchema>;

const savedFileSchema = z.object({
  fileId: libraryFileIdSchema,
  path: z.string(),
  missing: z.number(),
  sizeBytes: z.number().nullable(),
});
/** What a sweep of the records needs of a file that is said to be on disk. */
export type SavedFile = z.infer<typeof savedFileSchema>;

const fileColumns = `id AS fileId, scene_row AS librarySceneId, kind, name, file_name AS fileName, bands, path, size_bytes AS sizeBytes,
  sha256, saved_at AS savedAt, missing, raster_info AS rasterInfo`;

/** Returns the records of the files of scenes: what the service listed, and what of it is on disk. No disk is touched here. */
export function createSceneFiles({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** The record of one file; throws NOT_FOUND where there is none. */
    file(id: LibraryFileId): FileRow {
      const row = store.get(fileRowSchema, `SELECT ${fileColumns} FROM scene_file WHERE id = :id`, { id });
      if (!row) throw new AppError('NOT_FOUND', { what: `file ${id}` });
      return row;
    },
    /** The files of a scene: rasters first, each kind in the order of the service. */
    filesOf: (id: LibrarySceneId): FileRow[] =>
      readableRows(
        store,
        fileRowSchema,
        `SELECT ${fileColumns} FROM scene_file WHERE scene_row = :id ORDER BY kind DESC, position`,
        { id },
      ).rows,
    /** The next records of files said to be on disk, by their id; fewer than `limit` are the last. */
    savedFiles(after: number, limit: number): SavedFile[] {
      return store.all(
        savedFileSchema,
        `SELECT id AS fileId, path, missing, size_bytes AS sizeBytes FROM scene_file WHERE +path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      );
    },
    /** How many files that were saved are not found. */
    countMissing(): number {
      return store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE missing = 1', {})?.n ?? 0;
    },
    /** Notes where a file has been saved; what was known of an earlier copy no longer holds. */
    markSaved(id: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) {
      store.run(
        `UPDATE scene_file SET path = :path, size_bytes = :sizeBytes, sha256 = :sha256, saved_at = :at, missing = 0, raster_info = NULL WHERE id = :id`,
        { id, ...saved, at: now().toISOString() },
      );
    },
    /** Notes that a file has been deleted from disk; it is still listed at the service. */
    markRemoved(id: LibraryFileId) {
      store.run(
        'UPDATE scene_file SET path = NULL, sha256 = NULL, saved_at = NULL, missing = 0, raster_info = NULL WHERE id = :id',
        { id },
      );
    },
    /** Notes whether a saved file is not found where it was. */
    markMissing(id: LibraryFileId, missing: boolean) {
      store.run('UPDATE scene_file SET missing = :missing WHERE id = :id', { id, missing: missing ? 1 : 0 });
    },
    /** Notes that a saved file lies at another path now. */
    movePath(id: LibraryFileId, path: string) {
      store.run('UPDATE scene_file SET path = :path, missing = 0 WHERE id = :id', { id, path });
    },
    /** Makes the paths below the library folder absolute, because that folder is about to be another. */
    pinPaths(folder: string) {
      store.run(
        `UPDATE scene_file SET path = :prefix || path
         WHERE path IS NOT NULL AND path NOT GLOB '/*' AND path NOT GLOB '\\*' AND path NOT GLOB '[A-Za-z]:*'`,
        { prefix: folder + sep },
      );
    },
    /** Stores what drawing needs of a raster, as JSON text. */
    setRasterInfo(id: LibraryFileId, info: string | null) {
      store.run('UPDATE scene_file SET raster_info = :info WHERE id = :id', { id, info });
    },
  };
}

/** What `createSceneFiles` returns. */
export type SceneFiles = ReturnType<typeof createSceneFiles>;
