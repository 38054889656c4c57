import { join } from 'node:path';
import { z } from 'zod';
import {
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
  sceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import type { CatalogFile, CatalogScene } from '../../core/catalog-scene.ts';
import { readPeriod } from '../../core/foreign-time.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { timeWord } from './acquired-columns.ts';
import { adoptEntered } from './entered-facts.ts';
import { extentOf, indexExtent } from './scene-extent.ts';

const sceneIdRow = z.object({ id: librarySceneIdSchema });
const fileRow = z.object({ id: libraryFileIdSchema, path: z.string().nullable(), missing: z.number() });

/** A scene that was found in the library folder. */
export interface SceneToRestore {
  scene: CatalogScene;
  /** The connection of this data folder to which the scene belongs. */
  connectionId: string;
  /** The paths of its files that are missing. */
  missing: readonly string[];
  /** The absolute folder that its paths are below, if that is not the library folder of new downloads. */
  folder?: string;
}

/** The result for a scene that was found: whether it is new, and how many files were newly recorded. */
export interface RestoredScene {
  sceneRow: LibrarySceneId;
  isNew: boolean;
  files: number;
}

const insertScene = `INSERT INTO scene (connection_id, contract_id, scene_id, capture_id, task_id, task_name, project, taken_at, satellite,
    product_name, cloud_cover, west, south, east, north, footprint, folded, last_modified, raw, seen_at)
  VALUES (:connectionId, :contractId, :sceneId, :captureId, :taskId, :taskName, :project, :takenAt, :satellite,
    :productName, :cloudCover, :west, :south, :east, :north, :footprint, :folded, :lastModified, :raw, :seenAt)
  ON CONFLICT DO NOTHING RETURNING id`;

const insertFile = `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position)
  VALUES (:sceneRow, :kind, :name, :fileName, :bands, :position)
  ON CONFLICT DO UPDATE SET position = position RETURNING id, path, missing`;

const recordedRaster = z.object({ name: z.string(), path: z.string(), sha256: z.string() });

/** Creates the functions that record a scene which was found in a library folder, within a transaction of the caller. */
export function createSceneRestore({ store, now }: { store: Store; now: () => Date }) {
  const pathIn = (folder: string | undefined, path: string) =>
    join(...(folder === undefined ? [] : [folder]), ...path.split('/'));

  /**
   * True if the recorded scene with this name is another one. A service gives each of its scenes a name of its own; an imported scene has
   * that of a file, which in another folder may be the name of another file.
   */
  function isOther({ scene, connectionId, folder }: SceneToRestore): boolean {
    const { contractId, sceneId } = scene.source;
    if (connectionId !== importedConnectionId || contractId !== null) return false;
    const recorded = store.all(
      recordedRaster,
      `SELECT name, path, sha256 FROM scene_file WHERE kind = 'raster' AND path IS NOT NULL AND sha256 IS NOT NULL AND scene_row =
         (SELECT id FROM scene WHERE connection_id = :connectionId AND contract_id = '' AND scene_id = :sceneId)`,
      { connectionId, sceneId },
    );
    const pairs = scene.files.flatMap((file) => {
      const same = recorded.find(({ name }) => file.kind === 'raster' && name === file.name);
      return same === undefined || file.sha256 === null ? [] : [{ file, same }];
    });
    return (
      pairs.length > 0 &&
      pairs.every(({ file, same }) => same.sha256 !== file.sha256 && same.path !== pathIn(folder, file.path))
    );
  }

  /**
   * Returns the row of the scene, which is added if it is new. A recorded scene stays as it is, because its item is not newer, but for what a
   * person has entered later on another computer.
   */
  function rowOf({ scene, connectionId }: SceneToRestore) {
    const { source, timestamp, satelliteName, productName, cloudCover, lastModified, footprint, raw } = scene;
    const { contractId, sceneId, captureId, taskId, taskName, project } = source;
    const key = { connectionId, contractId: contractId ?? '', sceneId };
    const known = store.get(
      sceneIdRow,
      'SELECT id FROM scene WHERE connection_id = :connectionId AND contract_id = :contractId AND scene_id = :sceneId',
      key,
    );
    if (known !== undefined) {
      adoptEntered(store, known.id, scene);
      return { id: known.id, isNew: false };
    }
    const extent = extentOf(footprint);
    const added = store.get(sceneIdRow, insertScene, {
      ...key,
      captureId,
      taskId,
      taskName,
      project,
      productName,
      cloudCover,
      ...extent,
      takenAt: isoTime(timestamp),
      satellite: satelliteName,
      folded: fold(
        [sceneId, satelliteName, taskName, project, productName, timeWord(timestamp, readPeriod(raw))].join(
          ' ',
        ),
      ),
      lastModified: isoTime(lastModified),
      // Items are written without links, but an edited one may have some.
      raw: JSON.stringify(redactScene(raw)),
      seenAt: now().toISOString(),
    });
    const { id } = sceneIdRow.parse(added);
    indexExtent(store, id, extent);
    return { id, isNew: true };
  }

  /** Records a file; returns true if it was not recorded as on disk. A file that was keeps its record. */
  function putFile(
    sceneRow: LibrarySceneId,
    file: CatalogFile,
    isMissing: boolean,
    folder?: string,
  ): boolean {
    const { kind, name, fileName, position, bands } = file;
    const found = fileRow.parse(
      store.get(fileRow, insertFile, {
        sceneRow,
        kind,
        name,
        fileName,
        position,
        bands: JSON.stringify(bands),
      }),
    );
    const { sizeBytes, sha256, fetchedFrom, originalPath } = file;
    const itemRaster = file.raster === null ? null : JSON.stringify(file.raster);
    if (found.path !== null && (found.missing === 0 || isMissing)) {
      // What an older Nadir did not take from the item.
      store.run(
        `UPDATE scene_file SET item_raster = :itemRaster
         WHERE id = :id AND raster_info IS NULL AND item_raster IS NULL AND sha256 = :sha256`,
        { id: found.id, itemRaster, sha256 },
      );
      return false;
    }
    store.run(
      `UPDATE scene_file SET path = :path, size_bytes = :sizeBytes, sha256 = :sha256, saved_at = :savedAt, fetched_from = :fetchedFrom,
         missing = :missing, raster_info = NULL, item_raster = :itemRaster, original_path = :originalPath WHERE id = :id`,
      {
        id: found.id,
        sizeBytes,
        sha256,
        fetchedFrom,
        itemRaster,
        originalPath,
        path: pathIn(folder, file.path),
        savedAt: isoTime(file.savedAt) ?? now().toISOString(),
        missing: isMissing ? 1 : 0,
      },
    );
    return true;
  }

  /** Records the deliverable of a file, by which its link is requested again. */
  function putDeliverable(
    sceneRow: LibrarySceneId,
    { scene, connectionId }: SceneToRestore,
    file: CatalogFile,
  ) {
    if (file.order === null || file.deliverable === null) return;
    store.run(
      `INSERT OR IGNORE INTO asset_file SELECT id, scene_row, :connectionId, :contractId, :order, :deliverable FROM scene_file
       WHERE scene_row = :sceneRow AND kind = :kind AND name = :name`,
      {
        connectionId,
        contractId: scene.source.contractId ?? '',
        sceneRow,
        order: file.order,
        deliverable: file.deliverable,
        kind: file.kind,
        name: file.name,
      },
    );
  }

  /** Records a scene as the one with its name. */
  function restore(found: SceneToRestore): RestoredScene {
    const { id, isNew } = rowOf(found);
    let files = 0;
    for (const file of found.scene.files) {
      if (putFile(id, file, found.missing.includes(file.path), found.folder)) files += 1;
      putDeliverable(id, found, file);
    }
    return { sceneRow: id, isNew, files };
  }

  return {
    restore,
    /** Records a scene of the library folder, unless another scene has its name: its item keeps that name there. */
    restoreFound: (found: SceneToRestore): RestoredScene | 'same-name' =>
      isOther(found) ? 'same-name' : restore(found),
    /** Records a scene of a further folder, to which nothing is written: if another scene has its name, with the first digits of a hash added. */
    restoreBeside(found: SceneToRestore): RestoredScene {
      if (!isOther(found)) return restore(found);
      const { source, files } = found.scene;
      const [sha256 = ''] = files
        .flatMap((file) => (file.kind === 'raster' ? (file.sha256 ?? []) : []))
        .sort();
      const sceneId = sceneIdSchema.parse(`${source.sceneId.slice(0, 280)}-${sha256.slice(0, 8)}`);
      return restore({ ...found, scene: { ...found.scene, source: { ...source, sceneId } } });
    },
  };
}

/** Records a scene as the one with its name. */
export type SceneRestore = ReturnType<typeof createSceneRestore>['restore'];
