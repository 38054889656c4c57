import { z } from 'zod';
import {
  type FolderState,
  folderStates,
  type LibraryFolderId,
  libraryFolderIdSchema,
} from '../../../../src-preload/contract/library-folders.ts';
import type { Migration, Store } from '../../../store/store.ts';

/** The further library folders. `state` is that of the last probe, also for the thread of lists. */
export const libraryFoldersMigrations: Migration[] = [
  {
    domain: 'library-folders',
    version: 1,
    sql: `CREATE TABLE library_folder (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      added_at TEXT NOT NULL,
      seen_at TEXT,
      scenes INTEGER NOT NULL DEFAULT 0
    ) STRICT;`,
  },
];

const rowSchema = z.object({
  id: libraryFolderIdSchema,
  path: z.string(),
  state: z.enum(folderStates),
  seenAt: z.string().nullable(),
  scenes: z.number(),
});
/** A further library folder as it is stored. */
export type FolderRow = z.infer<typeof rowSchema>;

const boundsRow = z.object({ last: z.number() });

/** The records that are changed in one step, which takes a few milliseconds. */
const filesPerStep = 5_000;

/** Creates the table of further library folders. It accesses no disk. */
export function createFoldersTable({ store, now }: { store: Store; now: () => Date }) {
  const columns = 'id, path, state, seen_at AS seenAt, scenes';
  /** Runs an update of the records of files in steps; yields after each. */
  function* overFiles(sql: string, params: Record<string, string>): Generator<void> {
    const last = store.get(boundsRow, 'SELECT coalesce(max(id), 0) AS last FROM scene_file')?.last ?? 0;
    for (let after = 0; after < last; after += filesPerStep) {
      store.run(`${sql} AND id > :after AND id <= :until`, { ...params, after, until: after + filesPerStep });
      yield;
    }
  }
  const isBelow = 'path IS NOT NULL AND substr(path, 1, length(:prefix)) = :prefix';

  return {
    all: (): FolderRow[] => store.all(rowSchema, `SELECT ${columns} FROM library_folder ORDER BY id`),
    get: (id: LibraryFolderId): FolderRow | null =>
      store.get(rowSchema, `SELECT ${columns} FROM library_folder WHERE id = :id`, { id }) ?? null,
    /** Stores a new folder; returns its row. */
    add(path: string, state: FolderState): FolderRow {
      const added = store.get(
        rowSchema,
        `INSERT INTO library_folder (path, state, added_at, seen_at) VALUES (:path, :state, :at, :at) RETURNING ${columns}`,
        { path, state, at: now().toISOString() },
      );
      return rowSchema.parse(added);
    },
    remove(id: LibraryFolderId) {
      store.run('DELETE FROM library_folder WHERE id = :id', { id });
    },
    setPath(id: LibraryFolderId, path: string) {
      store.run('UPDATE library_folder SET path = :path WHERE id = :id', { id, path });
    },
    setScenes(id: LibraryFolderId, scenes: number) {
      store.run('UPDATE library_folder SET scenes = :scenes WHERE id = :id', { id, scenes });
    },
    /** Stores the state of a folder. `seen_at` changes only if the folder can be read. */
    setState(id: LibraryFolderId, state: FolderState) {
      const isSeen = state === 'there' || state === 'read-only' ? now().toISOString() : null;
      store.run(
        'UPDATE library_folder SET state = :state, seen_at = coalesce(:isSeen, seen_at) WHERE id = :id',
        { id, state, isSeen },
      );
    },
    /** Removes the paths of the files below a folder, in steps; the scenes stay. */
    forgetFiles: (prefix: string) =>
      overFiles(
        `UPDATE scene_file SET path = NULL, sha256 = NULL, saved_at = NULL, missing = 0, raster_info = NULL WHERE ${isBelow}`,
        { prefix },
      ),
    /** Changes the paths of the files below a folder to those below another one, in steps. */
    moveFiles: (prefix: string, to: string) =>
      overFiles(`UPDATE scene_file SET path = :to || substr(path, length(:prefix) + 1) WHERE ${isBelow}`, {
        prefix,
        to,
      }),
  };
}

/** What `createFoldersTable` returns. */
export type FoldersTable = ReturnType<typeof createFoldersTable>;
