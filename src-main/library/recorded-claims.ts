import { z } from 'zod';
import type { Store } from '../store/store.ts';

const claimRow = z.object({ path: z.string(), sceneId: z.string() });
/** The most records that are looked at: more scenes that name one file are the work of somebody who wants to keep Nadir busy. */
const mostClaims = 100;

/** A scene of the database that names a file, with the path as it is recorded. */
export type RecordedClaim = z.infer<typeof claimRow>;

/** Creates the query of which scenes name a file. */
export const createRecordedClaims =
  ({ store }: { store: Pick<Store, 'all'> }) =>
  /**
   * Returns the records of other scenes than this one whose path is one of these but for the case of ASCII letters. Those of missing
   * files count too: a drive may be about to come back.
   */
  (paths: readonly string[], sceneRow: number | null): RecordedClaim[] =>
    store.all(
      claimRow,
      `SELECT f.path AS path, scene.scene_id AS sceneId FROM scene_file f INDEXED BY scene_file_path
       JOIN scene ON scene.id = f.scene_row
       WHERE f.path COLLATE NOCASE IN (SELECT value FROM json_each(:paths)) AND f.path IS NOT NULL
         AND f.scene_row IS NOT :sceneRow LIMIT ${mostClaims}`,
      { paths: JSON.stringify(paths), sceneRow },
    );

/** What `createRecordedClaims` returns. */
export type RecordedClaims = ReturnType<typeof createRecordedClaims>;
