import { z } from 'zod';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId, isWithoutSource } from '../../../src-preload/contract/library.ts';
import type { Store } from '../../store/store.ts';

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
export function createRemoveEmptyScenes({
  store,
}: {
  store: Pick<Store, 'all' | 'get' | 'run' | 'transaction'>;
}) {
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
