import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { importedConnectionId, isWithoutSource } from '../../../src-preload/contract/library.ts';
import type { CatalogScene } from '../../core/catalog-scene.ts';
import type { Store } from '../../store/store.ts';
import type { RemovedFiles } from './removed-files.ts';
import type { SceneRestore } from './scene-restore.ts';

const goneRow = z.object({ fileId: z.number(), name: z.string() });
const ownerRow = z.object({ connectionId: z.string() });
const countRow = z.object({ n: z.number() });
const goneFiles = 'SELECT id AS fileId, name FROM scene_file WHERE scene_row = :id AND path IS NULL';
/** A scene with files on disk is in the catalog; one that lost its last file stays in it until the catalog is written. */
const isListed = `SELECT EXISTS (SELECT 1 FROM holding_pending WHERE scene_row = :id)
  OR (EXISTS (SELECT 1 FROM holding WHERE scene_row = :id)
    AND NOT EXISTS (SELECT 1 FROM scene_file WHERE scene_row = :id AND path IS NOT NULL)) AS n`;
/** The review of a scene stays, and is shown when its files come again. */
const hasReview = 'SELECT EXISTS (SELECT 1 FROM scene_review WHERE scene_row = :id) AS n';

/**
 * Creates the function that removes the records of files which no service can send again, and of imported scenes that have no file
 * and no review left. Scenes that are still in the folder's catalog, or are about to leave it, are left as they are; it returns
 * true if none of the given scenes is.
 */
function createRemoveEmptyScenes({ store }: { store: Pick<Store, 'all' | 'get' | 'run' | 'transaction'> }) {
  const isTrue = (sql: string, id: LibrarySceneId) => store.get(countRow, sql, { id })?.n === 1;

  function removeGoneFiles(id: LibrarySceneId, connectionId: string) {
    for (const { fileId, name } of store.all(goneRow, goneFiles, { id }))
      if (isWithoutSource(connectionId, name))
        store.run('DELETE FROM scene_file WHERE id = :fileId', { fileId });
  }

  function removeIfEmpty(id: LibrarySceneId) {
    const left = store.get(countRow, 'SELECT count(*) AS n FROM scene_file WHERE scene_row = :id', { id });
    if (left?.n !== 0 || isTrue(hasReview, id)) return;
    store.run('DELETE FROM scene_box WHERE id = :id', { id });
    store.run('DELETE FROM scene_file WHERE scene_row = :id', { id });
    store.run('DELETE FROM scene WHERE id = :id', { id });
  }

  return (sceneRows: readonly LibrarySceneId[]): boolean =>
    store.transaction(() => {
      const inCatalog = new Set(sceneRows.filter((id) => isTrue(isListed, id)));
      for (const id of sceneRows) {
        if (inCatalog.has(id)) continue;
        const owner = store.get(ownerRow, 'SELECT connection_id AS connectionId FROM scene WHERE id = :id', {
          id,
        });
        if (owner === undefined) continue;
        removeGoneFiles(id, owner.connectionId);
        if (owner.connectionId === importedConnectionId) removeIfEmpty(id);
      }
      return inCatalog.size === 0;
    });
}

const sceneRow = z.object({ id: librarySceneIdSchema });
const fileRow = z.object({
  fileId: libraryFileIdSchema,
  kind: z.enum(['raster', 'attachment']),
  name: z.string(),
  path: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  missing: z.number(),
});
const contentRow = fileRow
  .pick({ fileId: true })
  .extend({ path: z.string(), sha256: z.string(), sceneId: z.string() });

/** A file of a recorded scene. */
export interface RecordedFile {
  fileId: LibraryFileId;
  kind: 'raster' | 'attachment';
  name: string;
  /** As it is recorded; null if it is not on disk. */
  path: string | null;
  sizeBytes: number | null;
  sha256: string | null;
}

/** A scene that is recorded, with all its files. */
export interface RecordedScene {
  sceneRow: LibrarySceneId;
  files: RecordedFile[];
}

/** At most so many files of one size are compared with an imported one. */
const maxOfOneSize = 100;

/** Creates the access of imports to the records of the library; it does not access the disk. */
export function createImportedScenes({
  store,
  restore,
  removed,
}: {
  store: Pick<Store, 'all' | 'get' | 'run' | 'transaction'>;
  restore: SceneRestore;
  removed: Pick<RemovedFiles, 'note'>;
}) {
  const rowsOf = (id: LibrarySceneId) =>
    store.all(
      fileRow,
      `SELECT id AS fileId, kind, name, path, size_bytes AS sizeBytes, sha256, missing FROM scene_file WHERE scene_row = :id`,
      { id },
    );

  const onDisk = (id: LibrarySceneId): RecordedFile[] =>
    rowsOf(id).map(({ missing, path, ...file }) => ({ ...file, path: missing === 1 ? null : path }));

  return {
    /** Removes records of scenes that are gone; see `createRemoveEmptyScenes`. */
    removeEmpty: createRemoveEmptyScenes({ store }),
    /** Returns the files of a scene; also one that is missing has its recorded `path`. */
    filesOf: (id: LibrarySceneId): RecordedFile[] => rowsOf(id).map(({ missing, ...file }) => file),
    /** Returns the recorded scene with this source; null if there is none. */
    known(connectionId: string, { contractId, sceneId }: CatalogScene['source']): RecordedScene | null {
      const found = store.get(
        sceneRow,
        'SELECT id FROM scene WHERE connection_id = :connectionId AND contract_id = :contractId AND scene_id = :sceneId',
        { connectionId, contractId: contractId ?? '', sceneId },
      );
      return found === undefined ? null : { sceneRow: found.id, files: onDisk(found.id) };
    },
    /** Returns the files that are recorded as on disk and have this size, with their checksums and the names of their scenes. */
    withSize: (sizeBytes: number) =>
      store.all(
        contentRow,
        `SELECT f.id AS fileId, f.path AS path, f.sha256 AS sha256, scene.scene_id AS sceneId FROM scene_file f INDEXED BY scene_file_content
         JOIN scene ON scene.id = f.scene_row
         WHERE f.size_bytes = :sizeBytes AND f.sha256 IS NOT NULL AND f.path IS NOT NULL AND f.missing = 0 LIMIT ${maxOfOneSize}`,
        { sizeBytes },
      ),
    /** Records a scene whose files are in the library folder; returns its row and the rasters among them. */
    record(
      scene: CatalogScene,
      connectionId: string,
    ): { sceneRow: LibrarySceneId; rasters: LibraryFileId[] } {
      const { sceneRow: id } = restore({ scene, connectionId, missing: [] });
      const names = new Set(scene.files.filter(({ kind }) => kind === 'raster').map(({ name }) => name));
      const rasters = rowsOf(id).filter(({ kind, name }) => kind === 'raster' && names.has(name));
      return { sceneRow: id, rasters: rasters.map(({ fileId }) => fileId) };
    },
    /**
     * Records that files are not on disk any more. The row of an imported scene stays until its item is removed from the folder's catalog;
     * see `removeEmpty`.
     */
    forget(files: readonly LibraryFileId[]) {
      for (const id of files) {
        removed.note(id, 'import-undone');
        store.run(
          'UPDATE scene_file SET path = NULL, sha256 = NULL, saved_at = NULL, missing = 0, raster_info = NULL WHERE id = :id',
          { id },
        );
      }
    },
    /** Records that a file is missing. The record is not flushed, so that thousands need not wait for the disk; after a power cut it is made again. */
    noteMissing(id: LibraryFileId) {
      store.transaction(
        () => store.run('UPDATE scene_file SET missing = 1 WHERE id = :id', { id }),
        'passing',
      );
    },
  };
}
