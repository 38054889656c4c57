import { z } from 'zod';
import { unpackedSchema } from '../../../../src-preload/contract/delivery.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { Migration, Store } from '../../../store/store.ts';

/**
 * One row per archive. `wanted`: a rule asked for it, and it is not finished yet. `staging`: the absolute path of the folder
 * being written. `folder`: the name of the final folder beside the archive, stored before the move. `source`: the checksum of the
 * archive.
 */
export const unpackMigrations: Migration[] = [
  {
    domain: 'unpacking',
    version: 1,
    sql: `CREATE TABLE unpacking (
      file_id INTEGER PRIMARY KEY,
      wanted INTEGER NOT NULL DEFAULT 0,
      staging TEXT,
      folder TEXT,
      files TEXT,
      source TEXT,
      done_at TEXT
    ) STRICT;
    CREATE INDEX unpacking_open ON unpacking (file_id) WHERE staging IS NOT NULL OR wanted = 1;`,
  },
];

const filesSchema = unpackedSchema.shape.files;
const rowSchema = z
  .object({
    fileId: libraryFileIdSchema,
    wanted: z.number(),
    staging: z.string().nullable(),
    folder: z.string().nullable(),
    files: z.string().nullable(),
    source: z.string().nullable(),
    doneAt: z.string().nullable(),
  })
  .transform(({ wanted, files, ...row }) => ({
    ...row,
    wanted: wanted === 1,
    files: files === null ? [] : filesSchema.parse(JSON.parse(files)),
  }));
/**
 * The state of one archive: wanted by a rule, being unpacked (`staging` is the hidden folder), or unpacked into `folder`. A field
 * is null if it does not apply.
 */
export type UnpackRow = z.infer<typeof rowSchema>;

const columns = 'file_id AS fileId, wanted, staging, folder, files, source, done_at AS doneAt';

/** Creates the table of the archives that are unpacked or will be. */
export function createUnpackTable({ store, now }: { store: Store; now: () => Date }) {
  return {
    get: (fileId: LibraryFileId): UnpackRow | null =>
      store.get(rowSchema, `SELECT ${columns} FROM unpacking WHERE file_id = :fileId`, { fileId }) ?? null,
    /** Returns the rows that were begun but not finished, or that a rule asked for. */
    open: () =>
      store.all(
        rowSchema,
        `SELECT ${columns} FROM unpacking WHERE staging IS NOT NULL OR wanted = 1 ORDER BY file_id`,
      ),
    want(fileId: LibraryFileId) {
      store.run(
        'INSERT INTO unpacking (file_id, wanted) VALUES (:fileId, 1) ON CONFLICT DO UPDATE SET wanted = 1',
        { fileId },
      );
    },
    unwant(fileId: LibraryFileId) {
      store.transaction(() => {
        store.run('UPDATE unpacking SET wanted = 0 WHERE file_id = :fileId', { fileId });
        store.run('DELETE FROM unpacking WHERE file_id = :fileId AND staging IS NULL AND folder IS NULL', {
          fileId,
        });
      });
    },
    /** Stored before the first byte is written, so that the folder can be removed later, whatever happens. */
    begin(fileId: LibraryFileId, staging: string) {
      store.run(
        `INSERT INTO unpacking (file_id, staging) VALUES (:fileId, :staging)
         ON CONFLICT DO UPDATE SET staging = :staging, folder = NULL, files = NULL, source = NULL, done_at = NULL`,
        { fileId, staging },
      );
    },
    /** Stored before the move. */
    placing(
      fileId: LibraryFileId,
      placed: { folder: string; files: UnpackRow['files']; source: string | null },
    ) {
      store.run(
        'UPDATE unpacking SET folder = :folder, files = :files, source = :source WHERE file_id = :fileId',
        {
          fileId,
          folder: placed.folder,
          files: JSON.stringify(placed.files),
          source: placed.source,
        },
      );
    },
    finish(fileId: LibraryFileId) {
      store.run('UPDATE unpacking SET staging = NULL, wanted = 0, done_at = :at WHERE file_id = :fileId', {
        fileId,
        at: now().toISOString(),
      });
    },
    /** Resets the row after a failed attempt of which nothing is left; a rule's wish stays. */
    clear(fileId: LibraryFileId) {
      store.transaction(() => {
        store.run(
          `UPDATE unpacking SET staging = NULL, folder = NULL, files = NULL, source = NULL, done_at = NULL
           WHERE file_id = :fileId`,
          { fileId },
        );
        store.run('DELETE FROM unpacking WHERE file_id = :fileId AND wanted = 0', { fileId });
      });
    },
  };
}

/** Reads and writes the rows of archives that are unpacked or will be. */
export type UnpackTable = ReturnType<typeof createUnpackTable>;
