import { z } from 'zod';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { Store } from '../../store/store.ts';

/**
 * How a file left the disk: to the trash, for good, with the import that brought it or the archive that it was unpacked from; or `given-up`, if
 * it stays for another scene.
 */
export const waysOut = ['trashed', 'deleted', 'import-undone', 'unpacking-undone', 'given-up'] as const;

const removedRow = z.object({
  id: z.number(),
  fileName: z.string(),
  sizeBytes: z.number().nullable(),
  savedAt: z.string().nullable(),
  how: z.enum(waysOut),
  removedAt: z.string(),
});
const maxOfScene = 500;

/** How a file left the disk. */
export type WayOut = (typeof waysOut)[number];
/** A file that was on the disk, and when and how it left it. */
export type RemovedFile = z.infer<typeof removedRow>;

/** Creates the record of files that left the disk by a command: the record of the file itself goes, or forgets that it was saved. */
export function createRemovedFiles({ store, now }: { store: Pick<Store, 'all' | 'run'>; now: () => Date }) {
  return {
    /** Notes that a file leaves the disk, before its record is changed. Must be called in a transaction. */
    note(id: LibraryFileId, how: WayOut) {
      // Thumbnails come and go with the lists.
      store.run(
        `INSERT INTO removed_file (scene_row, file_name, size_bytes, saved_at, how, removed_at)
         SELECT scene_row, file_name, size_bytes, saved_at, :how, :at FROM scene_file
         WHERE id = :id AND path IS NOT NULL AND name <> 'thumbnail'`,
        { id, how, at: now().toISOString() },
      );
    },
    /** Returns the files of a scene that left the disk, the first one first; of very many the last ones. */
    ofScene: (sceneRow: LibrarySceneId): RemovedFile[] =>
      store
        .all(
          removedRow,
          `SELECT id, file_name AS fileName, size_bytes AS sizeBytes, saved_at AS savedAt, how, removed_at AS removedAt
           FROM removed_file WHERE scene_row = :sceneRow ORDER BY id DESC LIMIT ${maxOfScene}`,
          { sceneRow },
        )
        .toReversed(),
  };
}

/** What `createRemovedFiles` returns. */
export type RemovedFiles = ReturnType<typeof createRemovedFiles>;
