import { z } from 'zod';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placedSchema } from './import-plan.ts';

const importedSchema = z.object({
  seq: z.number(),
  label: z.string(),
  sceneRow: librarySceneIdSchema,
  folder: z.string(),
  placed: jsonColumn.pipe(placedSchema),
});
const takenOverRow = z.object({ isRecorded: z.number().nullable() });
const leftSchema = importedSchema
  .pick({ seq: true, folder: true, sceneRow: true })
  .extend({ importId: z.number() });

/** A scene that was imported, with the folder and the files that the import placed. */
export type ImportedRow = z.infer<typeof importedSchema>;

/** Creates the records of scenes that were imported, as the undo of an import needs them. */
export function createUndoRecords({ store }: { store: Store }) {
  return {
    /** Returns the next imported scenes to be undone, from the last to the first; with `before` those before that row. */
    imported: (importId: number, limit: number, before: number | null = null): ImportedRow[] =>
      store.all(
        importedSchema,
        `SELECT seq, label, scene_row AS sceneRow, folder, placed FROM scene_import_row
         WHERE import_id = :importId AND outcome = 'imported' AND (:before IS NULL OR seq < :before)
         ORDER BY seq DESC LIMIT :limit`,
        { importId, limit, before },
      ),
    /**
     * Says whether a later import has placed the scene in the same folder, because the files of this import were gone: then the files
     * there belong to the later one. Returns null if no import has, 'placed' if that import has not yet recorded the scene, and
     * 'recorded' if it has.
     */
    takenOver(importId: number, { label, folder }: Pick<ImportedRow, 'label' | 'folder'>) {
      const found = store.get(
        takenOverRow,
        `SELECT max(outcome = 'imported') AS isRecorded FROM scene_import_row
         WHERE import_id IN (SELECT id FROM scene_import WHERE id > :importId)
           AND label = :label AND folder = :folder AND outcome IN ('imported', 'new', 'adds')`,
        { importId, label, folder },
      );
      if (found === undefined || found.isRecorded === null) return null;
      return found.isRecorded === 1 ? 'recorded' : 'placed';
    },
    /** Stores that a scene was undone, and why files of it stayed; null if none did. */
    markUndone(importId: number, seq: number, kept: { problem: ImportProblem; detail: string } | null) {
      store.run(
        `UPDATE scene_import_row SET outcome = 'undone', problem = :problem, detail = :detail
         WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, problem: kept?.problem ?? null, detail: kept?.detail.slice(0, 300) ?? '' },
      );
    },
    /** Returns folders of undone scenes, which may be empty once the catalog no longer links to these scenes. */
    leftFolders: (limit: number) =>
      store.all(
        leftSchema,
        `SELECT import_id AS importId, seq, folder, scene_row AS sceneRow FROM scene_import_row
         WHERE outcome = 'undone' AND folder IS NOT NULL ORDER BY import_id, seq LIMIT :limit`,
        { limit },
      ),
    /** Stores that nothing is left of an undone scene. */
    markClean(importId: number, seq: number) {
      store.run(
        'UPDATE scene_import_row SET folder = NULL, placed = NULL, scene_row = NULL WHERE import_id = :importId AND seq = :seq',
        { importId, seq },
      );
    },
  };
}
