import { z } from 'zod';
import type { BadFileReason } from '../../../../src-preload/contract/holdings.ts';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { readableRows } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';

const countRow = z.object({ n: z.number() });
const checkSchema = z.object({
  state: z.enum(['running', 'paused', 'done']),
  cursor: z.number(),
  files: z.number(),
  total: z.number(),
  bytes: z.number(),
  bad: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
const fileSchema = z.object({
  fileId: libraryFileIdSchema,
  path: z.string(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
});

/**
 * The progress of the check of all files. `cursor` is the last file that was checked, `bad` the number of files that it found missing or
 * damaged, whatever became of them since.
 */
export type StoredCheck = z.infer<typeof checkSchema>;
/** A file that is to be checked; the path is as the library recorded it. */
export type FileToCheck = z.infer<typeof fileSchema>;

/** Creates the records of the check of all files: how far it is, and what it found. They access no disk. */
export function createCheckTable({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** Returns the present check, or the last one; null if there was none. */
    check: (): StoredCheck | null =>
      store.get(
        checkSchema,
        'SELECT state, cursor, files, total, bytes, bad, started_at AS startedAt, ended_at AS endedAt FROM holding_check WHERE id = 1',
      ) ?? null,
    /** Starts a check from the first file. Bad files of an earlier check that nobody repaired are removed and found again. */
    beginCheck() {
      const total =
        store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE path IS NOT NULL')?.n ?? 0;
      store.run('DELETE FROM holding_bad WHERE is_wanted = 0');
      store.run(
        `INSERT OR REPLACE INTO holding_check (id, state, cursor, files, total, bytes, started_at)
         VALUES (1, 'running', 0, 0, :total, 0, :at)`,
        { total, at: now().toISOString() },
      );
    },
    /** Stores the state of the check. */
    setCheckState(state: StoredCheck['state']) {
      store.run('UPDATE holding_check SET state = :state, ended_at = :endedAt WHERE id = 1', {
        state,
        endedAt: state === 'done' ? now().toISOString() : null,
      });
    },
    /** Returns the next files, after the one with the id `after`. */
    filesToCheck: (after: number, limit: number): FileToCheck[] =>
      readableRows(
        store,
        fileSchema,
        `SELECT id AS fileId, path, size_bytes AS sizeBytes, sha256 FROM scene_file
         WHERE +path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      ).rows,
    /** Stores the result for a file, null for a good one, and moves the check past it. */
    noteChecked({ fileId, sizeBytes }: FileToCheck, reason: BadFileReason | null) {
      if (reason === null) {
        store.run('DELETE FROM holding_bad WHERE file_id = :fileId AND is_wanted = 0', { fileId });
        // The file is good again, whoever repaired it: with this time `repaired` returns it.
        store.run(`UPDATE holding_bad SET found_at = '' WHERE file_id = :fileId`, { fileId });
      } else
        store.run(
          `INSERT INTO holding_bad (file_id, reason, found_at) VALUES (:fileId, :reason, :at)
           ON CONFLICT DO UPDATE SET reason = :reason, found_at = :at`,
          { fileId, reason, at: now().toISOString() },
        );
      store.run(
        `UPDATE holding_check SET cursor = :fileId, files = files + 1, bytes = bytes + :bytes, bad = bad + :bad
         WHERE id = 1`,
        { fileId, bytes: sizeBytes ?? 0, bad: reason === null ? 0 : 1 },
      );
      store.run('DELETE FROM holding_unverified WHERE file_id = :fileId', { fileId });
    },
    /** Moves the check past a file that cannot be read now. */
    noteSkipped({ fileId }: FileToCheck) {
      store.run('UPDATE holding_check SET cursor = :fileId WHERE id = 1', { fileId });
      store.run('INSERT OR IGNORE INTO holding_unverified VALUES (:fileId)', { fileId });
    },
    /** Returns the number of files that no check has read since they came, or came back. */
    countUnverified: () =>
      store.get(
        countRow,
        `SELECT count(*) AS n FROM holding_unverified u JOIN scene_file f ON f.id = u.file_id
         WHERE f.path IS NOT NULL AND f.missing = 0`,
      )?.n ?? 0,
  };
}
