import { z } from 'zod';
import { badFileReasons, mostNamedProblems } from '../../../../src-preload/contract/holdings.ts';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../../src-preload/contract/ids.ts';
import { importedConnectionId, unpackedPrefix } from '../../../../src-preload/contract/library.ts';
import type { Store } from '../../../store/store.ts';

const countRow = z.object({ n: z.number() });
const badSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  fileName: z.string(),
  reason: z.enum(badFileReasons),
  isWanted: z.number().transform((value) => value === 1),
  isRepairable: z.number().transform((value) => value === 1),
});
const badOfScene = z.object({
  fileId: libraryFileIdSchema,
  path: z.string().nullable(),
  reason: z.enum(badFileReasons),
});
const repairSchema = z.object({
  fileId: libraryFileIdSchema,
  sceneRow: z.number(),
  path: z.string().nullable(),
  quarantined: z.string().nullable(),
});
const repairedSchema = z.object({ fileId: libraryFileIdSchema, quarantined: z.string().nullable() });

/** A bad file that is to be repaired. `quarantined` is its absolute path after it was renamed. */
export type FileToRepair = z.infer<typeof repairSchema>;

/** False for files that no service can send again: a repair would rename the only copy. */
const hasSource = 'connection_id <> :imported AND f.name NOT GLOB :unpacked';
const withoutSource = { imported: importedConnectionId, unpacked: `${unpackedPrefix}*` };

/** Creates the records of bad files, from the check that finds them to the end of their repair. They access no disk. */
export function createBadFiles({ store }: { store: Store }) {
  return {
    /** Returns the number of bad files. */
    countBad: () => store.get(countRow, 'SELECT count(*) AS n FROM holding_bad')?.n ?? 0,
    /**
     * Returns as how many archive orders a repair may count: one for each scene of which imagery is downloaded again (service §9.3). Of
     * one scene all files are of one capture and one level.
     */
    countArchiveOrders: () =>
      store.get(
        countRow,
        `SELECT count(DISTINCT f.scene_row) AS n FROM holding_bad b JOIN scene_file f ON f.id = b.file_id
           JOIN scene ON scene.id = f.scene_row
         WHERE is_wanted = 0 AND ${hasSource} AND (f.kind = 'raster' OR f.name = 'delivery_zip')`,
        withoutSource,
      )?.n ?? 0,
    /** Returns what was found wrong with the files of a scene, by their ids and their recorded paths. */
    ofScene: (sceneRow: number) =>
      store.all(
        badOfScene,
        `SELECT b.file_id AS fileId, path, reason FROM holding_bad b JOIN scene_file f ON f.id = b.file_id
         WHERE f.scene_row = :sceneRow`,
        { sceneRow },
      ),
    /** Returns the first bad files, as the page shows them. */
    bad: () =>
      store.all(
        badSchema,
        `SELECT b.file_id AS fileId, scene.id AS librarySceneId, scene_id AS sceneId, file_name AS fileName, reason, is_wanted AS isWanted,
           ${hasSource} AS isRepairable
         FROM holding_bad b JOIN scene_file f ON f.id = b.file_id JOIN scene ON scene.id = f.scene_row
         ORDER BY b.file_id LIMIT ${mostNamedProblems}`,
        withoutSource,
      ),
    /** Returns bad files whose download has not been requested yet. */
    toRepair: (limit: number) =>
      store.all(
        repairSchema,
        `SELECT b.file_id AS fileId, f.scene_row AS sceneRow, f.path, b.quarantined FROM holding_bad b JOIN scene_file f ON f.id = b.file_id
           JOIN scene ON scene.id = f.scene_row
         WHERE is_wanted = 0 AND ${hasSource} ORDER BY b.file_id LIMIT :limit`,
        { ...withoutSource, limit },
      ),
    /** Stores the path to which a bad file is renamed. */
    noteQuarantine(fileId: LibraryFileId, path: string) {
      store.run('UPDATE holding_bad SET quarantined = :path WHERE file_id = :fileId', { fileId, path });
    },
    /** Stores that the download of a bad file was requested. */
    markWanted(fileId: LibraryFileId) {
      store.run('UPDATE holding_bad SET is_wanted = 1 WHERE file_id = :fileId', { fileId });
    },
    /** Returns the bad files that were downloaded again, or deleted by the user. */
    repaired: () =>
      store.all(
        repairedSchema,
        `SELECT b.file_id AS fileId, b.quarantined FROM holding_bad b LEFT JOIN scene_file f ON f.id = b.file_id
         WHERE f.id IS NULL OR f.path IS NULL OR (is_wanted = 1 AND f.missing = 0 AND f.saved_at > b.found_at) LIMIT 100`,
      ),
    /** Removes the record of a bad file. */
    forgetBad(fileId: LibraryFileId) {
      store.run('DELETE FROM holding_bad WHERE file_id = :fileId', { fileId });
    },
  };
}
