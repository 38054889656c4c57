import { z } from 'zod';
import { librarySceneIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const row = z.object({ librarySceneId: librarySceneIdSchema, count: z.number() });
const latestScenes = 500;

/** Creates the queries for scenes with missing files or links. */
export function createSceneChecks({ store }: { store: Store }) {
  return {
    filesMissing: (scope: Scope) =>
      store.all(
        row,
        `SELECT scene.id AS librarySceneId, count(*) AS count FROM scene_file JOIN scene ON scene.id = scene_row
         WHERE missing = 1 AND connection_id = :connectionId AND contract_id = :contractId GROUP BY scene.id LIMIT 2000`,
        scopeParams(scope),
      ),
    /** Returns those of the latest scenes that have no files to download. */
    withoutLinks: (scope: Scope) =>
      store.all(
        row,
        `SELECT id AS librarySceneId, 0 AS count FROM (SELECT id, connection_id, contract_id FROM scene ORDER BY id DESC LIMIT ${latestScenes}) AS late
         WHERE connection_id = :connectionId AND contract_id = :contractId
           AND NOT EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = late.id AND (f.kind = 'raster' OR f.name = 'delivery_zip'))`,
        scopeParams(scope),
      ),
  };
}

/** What `createSceneChecks` returns. */
export type SceneChecks = ReturnType<typeof createSceneChecks>;
