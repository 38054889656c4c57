import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { createEditedRows } from './edited-rows.ts';
import type { FoundReview } from './found-scene.ts';
import { createImportRecords } from './import-records.ts';
import { createImportRows } from './import-rows.ts';
import { createLinkKeys } from './link-keys.ts';
import { createPlannedScenes } from './planned-scenes.ts';
import { createUndoRecords } from './undo-records.ts';

const fileRow = z.object({ path: z.string(), label: z.string() });
const labelRow = z.object({ label: z.string() });

/** Creates the records of the review files that lie beside the scenes of an import and that it has not read yet. */
function createReviewFiles({ store }: { store: Store }) {
  return {
    /** Stores a review file; returns false if it is stored already, because two items may be in one folder. */
    addReview: (importId: number, { path, label }: FoundReview): boolean =>
      store.run(
        'INSERT OR IGNORE INTO scene_import_review (import_id, path, label) VALUES (:importId, :path, :label)',
        { importId, path, label },
      ).changes > 0,
    /** Returns some of the review files that are still to be read. */
    waitingReviews: (importId: number, limit: number): FoundReview[] =>
      store.all(
        fileRow,
        'SELECT path, label FROM scene_import_review WHERE import_id = :importId ORDER BY path LIMIT :limit',
        { importId, limit },
      ),
    /** Removes these review files, or all of them for null; returns their number. */
    removeReviews: (importId: number, paths: readonly string[] | null): number =>
      store.run(
        `DELETE FROM scene_import_review WHERE import_id = :importId
           AND (:paths IS NULL OR path IN (SELECT value FROM json_each(:paths)))`,
        { importId, paths: paths === null ? null : JSON.stringify(paths) },
      ).changes,
    /**
     * Returns under which name the library has the scene that the source of an import calls `sceneId`: an import adds the fingerprint
     * to the name of a scene if another one has it. Null if the import brings both, because then a review may be about either.
     */
    nameInLibrary(importId: number, sceneId: string): string | null {
      const rows = store.all(
        labelRow,
        `SELECT label FROM scene_import_row WHERE import_id = :importId
           AND (label = :sceneId OR label = substr(:sceneId, 1, 280) || '-' || fingerprint) LIMIT 2`,
        { importId, sceneId },
      );
      if (rows.length > 1 && rows.some(({ label }) => label !== sceneId)) return null;
      return rows[0]?.label ?? sceneId;
    },
  };
}

/** Creates the records of imports and of their scenes. They access no file. */
export function createImportTable({ store, now }: { store: Store; now: () => Date }) {
  const linkKeys = createLinkKeys();
  return {
    ...createImportRecords({ store, now }),
    ...createImportRows({ store, linkKeys }),
    ...createEditedRows({ store, linkKeys }),
    ...createPlannedScenes({ store, linkKeys }),
    ...createUndoRecords({ store }),
    ...createReviewFiles({ store }),
    /** Removes an import with its rows and the keys of its links. */
    forget(importId: number) {
      linkKeys.forget(importId);
      store.run('DELETE FROM scene_import_review WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import_step WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import_row WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import WHERE id = :importId', { importId });
    },
  };
}

/** What `createImportTable` returns. */
export type ImportTable = ReturnType<typeof createImportTable>;
