import { z } from 'zod';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { Store } from '../../../store/store.ts';
import { emptyJournal, type Journal, type JournalNote, sizeOf } from '../../../transfer/storage/journal.ts';
import { transferRowSchema } from './transfer-row.ts';

const blockSchema = z.object({ start: z.number(), end: z.number(), crc: z.number().nullable() });
const versionSchema = transferRowSchema.pick({
  totalBytes: true,
  validator: true,
  lastModified: true,
  sceneModified: true,
});

/** Creates the durable journal of the partial files. */
export function createTransferJournal(store: Store) {
  return {
    /** Returns the version that the partial file belongs to, and its blocks that are safe on disk. */
    journalOf(fileId: LibraryFileId): Journal {
      const blocks = store.all(
        blockSchema,
        `SELECT start_byte AS start, end_byte AS "end", crc32 AS crc FROM transfer_block WHERE file_id = :fileId ORDER BY start_byte`,
        { fileId },
      );
      const version = store.get(
        versionSchema,
        `SELECT total_bytes AS totalBytes, validator, last_modified AS lastModified, scene_modified AS sceneModified
         FROM transfer WHERE file_id = :fileId`,
        { fileId },
      );
      return version ? { ...version, blocks } : emptyJournal;
    },
    /** Stores what is safe on disk; must only be called after `fdatasync`. */
    journal(fileId: LibraryFileId, journal: Journal, note: JournalNote) {
      const { totalBytes, validator, lastModified, sceneModified, blocks } = journal;
      store.transaction(() => {
        const { changes } = store.run(
          `UPDATE transfer SET done_bytes = :doneBytes, total_bytes = :totalBytes, validator = :validator,
             last_modified = :lastModified, scene_modified = :sceneModified WHERE file_id = :fileId`,
          { fileId, doneBytes: sizeOf(blocks), totalBytes, validator, lastModified, sceneModified },
        );
        // The transfer was removed from the queue meanwhile.
        if (changes === 0) return;
        if (note.kind === 'cleared')
          store.run('DELETE FROM transfer_block WHERE file_id = :fileId', { fileId });
        else
          for (const { start, end, crc } of note.blocks)
            store.run(
              `INSERT INTO transfer_block VALUES (:fileId, :start, :end, :crc)
               ON CONFLICT DO UPDATE SET end_byte = :end, crc32 = :crc`,
              { fileId, start, end, crc },
            );
      });
    },
  };
}
