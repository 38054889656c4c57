import { z } from 'zod';
import {
  type BadFileReason,
  badFileReasons,
  mostNamedProblems,
} from '../../src-preload/contract/holdings.ts';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import { importedConnectionId, unpackedPrefix } from '../../src-preload/contract/library.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import type { HoldingResult } from './disk/write-holdings.ts';

const countRow = z.object({ n: z.number() });
const pendingSchema = z.object({
  seq: z.number(),
  sceneRow: z.number(),
  itemPath: z.string().nullable(),
  pagePath: z.string().nullable(),
});
const releasedSchema = z.object({ path: z.string() });
const itemSchema = z.object({ itemPath: z.string() });
const checkSchema = z.object({
  state: z.enum(['running', 'paused', 'done']),
  cursor: z.number(),
  files: z.number(),
  total: z.number(),
  bytes: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
const badSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  fileName: z.string(),
  reason: z.enum(badFileReasons),
  isWanted: z.number().transform((value) => value === 1),
  isRepairable: z.number().transform((value) => value === 1),
});
const repairSchema = z.object({
  fileId: libraryFileIdSchema,
  sceneRow: z.number(),
  path: z.string().nullable(),
  quarantined: z.string().nullable(),
});
const repairedSchema = z.object({ fileId: libraryFileIdSchema, quarantined: z.string().nullable() });
const fileSchema = z.object({
  fileId: libraryFileIdSchema,
  path: z.string(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
});

/** A scene whose item is to be written, with where it was written before in this library folder. */
export type PendingHolding = z.infer<typeof pendingSchema>;
/** How far the check of all files is. `cursor` is the last file that was checked. */
export type StoredCheck = z.infer<typeof checkSchema>;
/** A file that the check reads; the path is as the library recorded it. */
export type FileToCheck = z.infer<typeof fileSchema>;

/** A bad file that is to be repaired. `quarantined` is where it was put aside, absolute. */
export type FileToRepair = z.infer<typeof repairSchema>;

/** False for files that no service can send again: repairing them would put aside all that there is. */
const hasSource = 'connection_id <> :imported AND f.name NOT GLOB :unpacked';
const fromNowhere = { imported: importedConnectionId, unpacked: `${unpackedPrefix}*` };
const hasFile = `path IS NOT NULL AND name <> 'thumbnail'`;

/** Creates the records of the catalog and of the check of files. It accesses no disk. */
export function createHoldingsTable({ store, now }: { store: Store; now: () => Date }) {
  const count = (sql: string, params = {}) => store.get(countRow, sql, params)?.n ?? 0;
  return {
    pending: (library: string, limit: number): PendingHolding[] =>
      store.all(
        pendingSchema,
        `SELECT p.seq, p.scene_row AS sceneRow, h.item_path AS itemPath, h.page_path AS pagePath
         FROM holding_pending p LEFT JOIN holding h ON h.scene_row = p.scene_row AND h.library = :library
         ORDER BY p.seq LIMIT :limit`,
        { library, limit },
      ),
    countPending: () => count('SELECT count(*) AS n FROM holding_pending'),
    countScenes: (library: string) =>
      count('SELECT count(*) AS n FROM holding WHERE library = :library', { library }),
    /** True if any file of the library is recorded. */
    hasFiles: () => count(`SELECT EXISTS (SELECT 1 FROM scene_file WHERE ${hasFile}) AS n`) === 1,
    /** Records where an item is about to be written. */
    plan(library: string, sceneRow: number, itemPath: string) {
      store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, NULL)', {
        ...{ sceneRow, library, itemPath },
      });
    },
    /** Notes a file that a scene gave up and that stays on the disk: its item shall not name it any more. */
    release(sceneRow: number, path: string) {
      store.run('INSERT OR IGNORE INTO holding_released VALUES (:sceneRow, :path)', { sceneRow, path });
    },
    released: (sceneRow: number): string[] =>
      store
        .all(releasedSchema, 'SELECT path FROM holding_released WHERE scene_row = :sceneRow', { sceneRow })
        .map(({ path }) => path),
    /** Returns where the item of a scene is below this library folder; null if none was written there. */
    itemOf: (library: string, sceneRow: number): string | null =>
      store.get(
        itemSchema,
        'SELECT item_path AS itemPath FROM holding WHERE scene_row = :sceneRow AND library = :library',
        { sceneRow, library },
      )?.itemPath ?? null,
    /** Removes the note of a scene, unless a newer one came meanwhile. */
    markWritten(library: string, { seq }: PendingHolding, result: HoldingResult) {
      const { sceneRow, outcome } = result;
      if (outcome === 'failed' || outcome === 'no-files') {
        // Tried again after all others.
        store.run(
          `UPDATE holding_pending SET seq = (SELECT max(seq) FROM holding_pending) + 1 WHERE seq = :seq`,
          { seq },
        );
        return;
      }
      if (outcome === 'written')
        store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, :pagePath)', {
          ...{ sceneRow, library },
          itemPath: result.itemPath,
          pagePath: result.pagePath,
        });
      else store.run('DELETE FROM holding WHERE scene_row = :sceneRow', { sceneRow });
      store.run('DELETE FROM holding_pending WHERE seq = :seq', { seq });
      // What is given up after this was read has a note of its own.
      store.run(
        `DELETE FROM holding_released WHERE scene_row = :sceneRow
           AND NOT EXISTS (SELECT 1 FROM holding_pending WHERE scene_row = :sceneRow)`,
        { sceneRow },
      );
    },
    /** Records an item that was found in the folder; there is nothing to be written for its scene. */
    noteFound(library: string, sceneRow: number, itemPath: string) {
      store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, NULL)', {
        ...{ sceneRow, library, itemPath },
      });
      store.run('DELETE FROM holding_pending WHERE scene_row = :sceneRow', { sceneRow });
    },
    /** Notes all scenes with files again. */
    noteAll() {
      store.run(
        `INSERT OR IGNORE INTO holding_pending (scene_row) SELECT DISTINCT scene_row FROM scene_file WHERE ${hasFile}`,
      );
    },
    check: (): StoredCheck | null =>
      store.get(
        checkSchema,
        'SELECT state, cursor, files, total, bytes, started_at AS startedAt, ended_at AS endedAt FROM holding_check WHERE id = 1',
      ) ?? null,
    /** Begins a check with the first file; what an earlier one found and nobody repaired is found again. */
    beginCheck() {
      const total = count('SELECT count(*) AS n FROM scene_file WHERE path IS NOT NULL');
      store.run('DELETE FROM holding_bad WHERE is_wanted = 0');
      store.run(`INSERT OR REPLACE INTO holding_check VALUES (1, 'running', 0, 0, :total, 0, :at, NULL)`, {
        total,
        at: now().toISOString(),
      });
    },
    setCheckState(state: StoredCheck['state']) {
      store.run('UPDATE holding_check SET state = :state, ended_at = :endedAt WHERE id = 1', {
        ...{ state, endedAt: state === 'done' ? now().toISOString() : null },
      });
    },
    filesToCheck: (after: number, limit: number): FileToCheck[] =>
      readableRows(
        store,
        fileSchema,
        `SELECT id AS fileId, path, size_bytes AS sizeBytes, sha256 FROM scene_file
         WHERE +path IS NOT NULL AND id > :after ORDER BY id LIMIT :limit`,
        { after, limit },
      ).rows,
    /** Records the verdict on a file, and that the check is that far. */
    noteChecked({ fileId, sizeBytes }: FileToCheck, reason: BadFileReason | null) {
      if (reason === null) {
        store.run('DELETE FROM holding_bad WHERE file_id = :fileId AND is_wanted = 0', { fileId });
        // It is good again in whatever way: `repaired` tells it.
        store.run(`UPDATE holding_bad SET found_at = '' WHERE file_id = :fileId`, { fileId });
      } else
        store.run(
          `INSERT INTO holding_bad (file_id, reason, found_at) VALUES (:fileId, :reason, :at)
           ON CONFLICT DO UPDATE SET reason = :reason, found_at = :at`,
          { fileId, reason, at: now().toISOString() },
        );
      store.run(
        'UPDATE holding_check SET cursor = :fileId, files = files + 1, bytes = bytes + :bytes WHERE id = 1',
        { fileId, bytes: sizeBytes ?? 0 },
      );
    },
    /** Records that the check passed over a file that cannot be read now. */
    noteSkipped({ fileId }: FileToCheck) {
      store.run('UPDATE holding_check SET cursor = :fileId WHERE id = 1', { fileId });
    },
    countBad: () => count('SELECT count(*) AS n FROM holding_bad'),
    bad: () =>
      store.all(
        badSchema,
        `SELECT b.file_id AS fileId, scene.id AS librarySceneId, scene_id AS sceneId, file_name AS fileName, reason, is_wanted AS isWanted,
           ${hasSource} AS isRepairable
         FROM holding_bad b JOIN scene_file f ON f.id = b.file_id JOIN scene ON scene.id = f.scene_row
         ORDER BY b.file_id LIMIT ${mostNamedProblems}`,
        fromNowhere,
      ),
    /** Returns bad files that are not wanted again yet. */
    toRepair: (limit: number) =>
      store.all(
        repairSchema,
        `SELECT b.file_id AS fileId, f.scene_row AS sceneRow, f.path, b.quarantined FROM holding_bad b JOIN scene_file f ON f.id = b.file_id
           JOIN scene ON scene.id = f.scene_row
         WHERE is_wanted = 0 AND ${hasSource} ORDER BY b.file_id LIMIT :limit`,
        { ...fromNowhere, limit },
      ),
    noteQuarantine(fileId: LibraryFileId, path: string) {
      store.run('UPDATE holding_bad SET quarantined = :path WHERE file_id = :fileId', { fileId, path });
    },
    markWanted(fileId: LibraryFileId) {
      store.run('UPDATE holding_bad SET is_wanted = 1 WHERE file_id = :fileId', { fileId });
    },
    /** Returns the bad files that have been downloaded again, or deleted by the user. */
    repaired: () =>
      store.all(
        repairedSchema,
        `SELECT b.file_id AS fileId, b.quarantined FROM holding_bad b LEFT JOIN scene_file f ON f.id = b.file_id
         WHERE f.id IS NULL OR f.path IS NULL OR (is_wanted = 1 AND f.missing = 0 AND f.saved_at > b.found_at) LIMIT 100`,
      ),
    forgetBad(fileId: LibraryFileId) {
      store.run('DELETE FROM holding_bad WHERE file_id = :fileId', { fileId });
    },
  };
}

/** What `createHoldingsTable` returns. */
export type HoldingsTable = ReturnType<typeof createHoldingsTable>;
