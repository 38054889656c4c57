import { dirname, isAbsolute, posix, relative, sep } from 'node:path';
import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../src-preload/contract/library.ts';
import type { Session } from '../features/connections/session.ts';
import { maxSceneFiles, type ReviewedScene } from '../features/reviews/model/review.ts';
import type { Store } from '../store/store.ts';
import type { FolderWatchModule } from './folder-watch.ts';

const sceneRow = z.object({
  id: librarySceneIdSchema,
  sceneId: z.string(),
  contractId: z.string(),
  connectionId: z.string(),
  taskName: z.string().nullable(),
});
const pathRow = z.object({ path: z.string() });
const hashRow = z.object({ sha256: z.string() });

/** True for a scene that no service named: its name is one that its files had, which others may have too. */
const isNamedByFiles = ({
  contractId,
  connectionId,
}: {
  contractId: string | null;
  connectionId: string | null;
}) => connectionId === importedConnectionId && (contractId ?? '') === '';

/** Creates the queries by which reviews identify scenes of the library and find their folders. */
export function createReviewedScenes({
  store,
  session,
  folderWatch,
}: {
  store: Pick<Store, 'all' | 'get'>;
  session: Pick<Session, 'named'>;
  folderWatch: Pick<FolderWatchModule, 'isAway'>;
}) {
  const pathOf = (id: LibrarySceneId) =>
    store.get(
      pathRow,
      `SELECT path FROM scene_file WHERE scene_row = :id AND path IS NOT NULL AND missing = 0 AND name <> 'thumbnail'
       ORDER BY position, id LIMIT 1`,
      { id },
    )?.path;
  const select = `SELECT id, scene_id AS sceneId, contract_id AS contractId, connection_id AS connectionId, task_name AS taskName FROM scene`;
  const isImported = `connection_id = :imported AND contract_id = ''`;
  const hashesOf = (id: LibrarySceneId) =>
    store
      .all(
        hashRow,
        `SELECT DISTINCT sha256 FROM scene_file WHERE scene_row = :id AND kind = 'raster' AND sha256 IS NOT NULL
           AND coalesce(raster_info ->> '$.source.sizeBytes', size_bytes, -1) = coalesce(size_bytes, -1)
         ORDER BY sha256 LIMIT ${maxSceneFiles}`,
        { id },
      )
      .map(({ sha256 }) => sha256);
  const serviceOf = (connectionId: string) => {
    const connection = session.named().find(({ id }) => id === connectionId);
    return connection === undefined ? null : new URL(connection.catalogUrl).origin;
  };
  /** Returns the folder of a scene below the library folder, with `/` between its parts; null if it has no files there. */
  function folderOf(library: string, id: LibrarySceneId): string | null {
    const path = pathOf(id);
    if (path === undefined) return null;
    const below = isAbsolute(path) ? relative(library, path) : path;
    if (isAbsolute(below) || below.split(/[\\/]/)[0] === '..') return null;
    return posix.dirname(sep === '/' ? below : below.replaceAll(sep, posix.sep));
  }
  return {
    /** Returns how reviews name a scene, and its name on screens; null if it is not recorded. */
    get(id: LibrarySceneId): { scene: ReviewedScene; name: string } | null {
      const row = store.get(sceneRow, `${select} WHERE id = :id`, { id });
      if (row === undefined) return null;
      const { sceneId, contractId, connectionId, taskName } = row;
      const service = serviceOf(connectionId);
      const files = isNamedByFiles(row) ? hashesOf(id) : [];
      const scene = { sceneId, contractId: contractId === '' ? null : contractId, service, connectionId };
      return { scene: files.length === 0 ? scene : { ...scene, files }, name: taskName ?? sceneId };
    },
    /**
     * Returns the recorded scene with this id and contract: the one of the same connection, or else of the same service, or else the
     * only one; none if there is none, or several of other services. Of imported scenes it returns all that have one of the same rasters,
     * whatever their names are, the one of that name first; if the review does not say which it has, its name counts only if it `isNameEnough`.
     */
    find(scene: ReviewedScene, isNameEnough: boolean): LibrarySceneId[] | 'same-name' {
      const { sceneId, contractId, service, connectionId, files = [] } = scene;
      if (isNamedByFiles(scene)) {
        const named = store.get(sceneRow, `${select} WHERE ${isImported} AND scene_id = :sceneId`, {
          sceneId,
          imported: importedConnectionId,
        });
        if (files.length === 0) {
          if (named === undefined) return [];
          return isNameEnough ? [named.id] : 'same-name';
        }
        const same = store.all(
          sceneRow,
          `${select} WHERE ${isImported} AND id IN (SELECT scene_row FROM scene_file
             WHERE kind = 'raster' AND sha256 IS NOT NULL AND sha256 IN (SELECT value FROM json_each(:files))) ORDER BY id LIMIT 20`,
          { files: JSON.stringify(files), imported: importedConnectionId },
        );
        if (same.length === 0) return named === undefined ? [] : 'same-name';
        const ids = same.map(({ id }) => id);
        // The one of that name comes first.
        return named !== undefined && ids.includes(named.id) ? [...new Set([named.id, ...ids])] : ids;
      }
      const rows = store.all(
        sceneRow,
        `${select} WHERE scene_id = :sceneId AND contract_id = :contractId LIMIT 20`,
        {
          sceneId,
          contractId: contractId ?? '',
        },
      );
      const sameConnection = rows.find((row) => row.connectionId === connectionId);
      const sameService = rows.find((row) => service !== null && serviceOf(row.connectionId) === service);
      const found = sameConnection ?? sameService ?? (rows.length === 1 ? rows[0] : undefined);
      return found === undefined ? [] : [found.id];
    },
    folderOf,
    /**
     * True for a scene whose files are outside of the library folder: in a further one, which may be away, or in one that was the library
     * folder before.
     */
    isOutside: (library: string, id: LibrarySceneId): boolean =>
      pathOf(id) !== undefined && folderOf(library, id) === null,
    /** Returns the absolute folder of a scene outside of the library folder, if it can be read now; null for any other scene. */
    outsideFolderOf(library: string, id: LibrarySceneId): string | null {
      const path = pathOf(id);
      if (path === undefined || folderOf(library, id) !== null || folderWatch.isAway(path)) return null;
      return dirname(path);
    },
  };
}
