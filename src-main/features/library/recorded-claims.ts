import { z } from 'zod';
import type { Store } from '../../store/store.ts';

const claimRow = z.object({ path: z.string(), sceneId: z.string() });
/** At most so many records are read: more scenes with one file can only be forged to keep Nadir busy. */
const maxClaims = 100;

/** A scene of the database that names a file, with the path as it is recorded. */
export type RecordedClaim = z.infer<typeof claimRow>;

/** Creates the query for the scenes that name a file. */
export const createRecordedClaims =
  ({ store }: { store: Pick<Store, 'all'> }) =>
  /**
   * Returns the records of other scenes than this one with one of these paths, compared without regard to the case of ASCII letters.
   * Missing files count too, because a drive may come back.
   */
  (paths: readonly string[], sceneRow: number | null): RecordedClaim[] =>
    store.all(
      claimRow,
      `SELECT f.path AS path, scene.scene_id AS sceneId FROM scene_file f INDEXED BY scene_file_path
       JOIN scene ON scene.id = f.scene_row
       WHERE f.path COLLATE NOCASE IN (SELECT value FROM json_each(:paths)) AND f.path IS NOT NULL
         AND f.scene_row IS NOT :sceneRow LIMIT ${maxClaims}`,
      { paths: JSON.stringify(paths), sceneRow },
    );

/** What `createRecordedClaims` returns. */
export type RecordedClaims = ReturnType<typeof createRecordedClaims>;
