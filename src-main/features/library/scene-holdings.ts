import { z } from 'zod';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import { captureIdSchema, librarySceneIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { readFootprint } from '../../core/footprint.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';

const footprintRow = z.object({ footprint: z.string().nullable() });
const idRow = z.object({ id: z.number().nullable() });

/** True for a downloaded file; a thumbnail, which is fetched automatically, does not count. */
const kept = `f.path IS NOT NULL AND f.name <> 'thumbnail'`;
const pauseReasonSchema = z.object({ librarySceneId: librarySceneIdSchema, onDisk: z.number() });
const savedSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  captureId: captureIdSchema.nullable(),
  files: z.number(),
  savedAt: z.string(),
});
type SavedScene = z.infer<typeof savedSchema>;
const idsAtOnce = 500;

/** Creates the queries of usage reports for stored scenes and their files on disk. */
export function createSceneHoldings({ store }: { store: Store }) {
  return {
    find(scope: Scope, sceneId: string) {
      const found = store.get(
        pauseReasonSchema,
        `SELECT id AS librarySceneId, EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND ${kept} AND f.missing = 0) AS onDisk
         FROM scene WHERE ${inScope} AND scene_id = :sceneId`,
        { ...scopeParams(scope), sceneId },
      );
      return found ? { librarySceneId: found.librarySceneId, onDisk: found.onDisk === 1 } : null;
    },
    footprint(scope: Scope, sceneId: string): Footprint | null {
      const found = store.get(
        footprintRow,
        `SELECT footprint FROM scene WHERE ${inScope} AND scene_id = :sceneId`,
        { ...scopeParams(scope), sceneId },
      );
      return found?.footprint ? readFootprint(storedRecord(found.footprint)) : null;
    },
    /** Yields in batches the scenes with a file that was saved in the half-open period (ISO UTC). */
    *savedBetween(scope: Scope, from: string, to: string): Generator<SavedScene[]> {
      const last = store.get(idRow, 'SELECT max(id) AS id FROM scene')?.id ?? 0;
      for (let after = 0; after < last; after += idsAtOnce) {
        yield store.all(
          savedSchema,
          `SELECT scene.id AS librarySceneId, scene_id AS sceneId, capture_id AS captureId, count(*) AS files, max(f.saved_at) AS savedAt
           FROM scene JOIN scene_file f ON f.scene_row = scene.id
           WHERE scene.id > :after AND scene.id <= :upTo AND ${inScope} AND ${kept} AND f.saved_at >= :from AND f.saved_at < :to
           GROUP BY scene.id`,
          { ...scopeParams(scope), from, to, after, upTo: after + idsAtOnce },
        );
      }
    },
  };
}

/** What `createSceneHoldings` returns. */
export type SceneHoldings = ReturnType<typeof createSceneHoldings>;
